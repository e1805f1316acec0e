import type { Layer } from "./layer.ts";

/** A mobile site's events come from an SDK, whose user agent is a library's. No browser sends an empty one. */
export const uaPattern: Layer = ({ context: { site, userAgent } }) => {
	if (site.settings.type !== "web") return undefined;
	if (userAgent.automated !== undefined) return `the agent says ${userAgent.automated.name}`;
	return userAgent.text === "" ? "no user agent" : undefined;
};
