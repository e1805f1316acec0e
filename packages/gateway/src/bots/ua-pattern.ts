import type { Layer } from "./layer.ts";

/** A mobile site's events come from an SDK, whose agent is a library's. No agent at all is nobody's browser. */
export const uaPattern: Layer = ({ context: { site, userAgent } }) => {
	if (site.settings.type !== "web") return undefined;
	if (userAgent.automated !== undefined) return `the agent says ${userAgent.automated.name}`;
	return userAgent.text === "" ? "no user agent" : undefined;
};
