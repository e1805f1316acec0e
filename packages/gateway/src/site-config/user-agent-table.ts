import type { UserAgentFacts } from "../lookup/user-agent-facts.ts";

/** A test of a user agent. */
export type UserAgentTable = (agent: Pick<UserAgentFacts, "number" | "lowerCased">) => boolean;

const MAX_REMEMBERED = 1_000;

/**
 * Whether a user agent contains one of the texts, in whatever case; a `*` stands for itself. Each agent is searched
 * once and remembered by its number.
 */
export const userAgentTableOf = (texts: readonly string[]): UserAgentTable => {
	const lowerCased = texts.map((text) => text.toLowerCase());
	const remembered = new Map<number, boolean>();
	return (agent) => {
		const known = remembered.get(agent.number);
		if (known !== undefined) return known;
		const found = lowerCased.some((text) => agent.lowerCased.includes(text));
		if (remembered.size >= MAX_REMEMBERED) remembered.clear();
		remembered.set(agent.number, found);
		return found;
	};
};
