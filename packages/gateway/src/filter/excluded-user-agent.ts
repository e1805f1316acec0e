import { drop, type Filter, pass } from "./verdict.ts";

/** Substrings, not patterns: a `*` is a literal. */
export const excludedUserAgent: Filter = (_event, { site, userAgent }) => {
	if (site.excludedUserAgents.length === 0) return pass;
	const lowerCased = userAgent.toLowerCase();
	return site.excludedUserAgents.some((part) => lowerCased.includes(part))
		? drop("user agent")
		: pass;
};
