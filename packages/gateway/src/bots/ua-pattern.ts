import type { Layer } from "./layer.ts";

/** A mobile site's events come from an SDK, whose agent is a library's. No agent at all is nobody's browser. */
export const uaPattern: Layer = ({ context: { site, agent } }) => {
	if (site.settings.type !== "web") return undefined;
	if (agent.automated !== undefined) return `the agent says ${agent.automated.name}`;
	return agent.text === "" ? "no user agent" : undefined;
};
