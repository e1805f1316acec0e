import { LRUCache } from "lru-cache";

/** Whether a user agent matches. `number` identifies its text. */
export type UserAgentTable = (userAgent: { number: number; lowerCased: string }) => boolean;

const MAX_REMEMBERED = 1_000;

/**
 * Whether a user agent contains one of the texts, ignoring case; a `*` is literal. Each user agent is searched once and
 * cached by its number.
 */
export const userAgentTableOf = (texts: readonly string[]): UserAgentTable => {
	const lowerCased = texts.map((text) => text.toLowerCase());
	// Created with the first event: most of many sites have none for long, and it takes 40 kB.
	let remembered: LRUCache<number, boolean> | undefined;
	return (userAgent) => {
		remembered ??= new LRUCache({ max: MAX_REMEMBERED });
		const known = remembered.get(userAgent.number);
		if (known !== undefined) return known;
		const found = lowerCased.some((text) => userAgent.lowerCased.includes(text));
		remembered.set(userAgent.number, found);
		return found;
	};
};
