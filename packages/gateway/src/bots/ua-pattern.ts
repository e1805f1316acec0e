import type { Layer } from "./layer.ts";

/** A mobile site's events come from an SDK, whose agent is a library's. No agent at all is nobody's browser. */
export const uaPattern: Layer = ({ visit, agent }) =>
	visit.site.settings.type === "web" && (agent !== undefined || visit.userAgent === "");
