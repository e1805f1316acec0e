import { LRUCache } from "lru-cache";

/** Whether a user agent matches. `number` stands for its text. */
export type UserAgentTable = (userAgent: { number: number; lowerCased: string }) => boolean;

const MAX_REMEMBERED = 1_000;

/**
 * Whether a user agent contains one of the texts, in whatever case; a `*` stands for itself. Each user agent is searched
 * once and remembered by its number.
 */
export const userAgentTableOf = (texts: readonly string[]): UserAgentTable => {
	const lowerCased = texts.map((text) => text.toLowerCase());
	const remembered = new LRUCache<number, boolean>({ max: MAX_REMEMBERED });
	return (userAgent) => {
		const known = remembered.get(userAgent.number);
		if (known !== undefined) return known;
		const found = lowerCased.some((text) => userAgent.lowerCased.includes(text));
		remembered.set(userAgent.number, found);
		return found;
	};
};
