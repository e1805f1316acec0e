import type { BeforeSend } from "../event/outgoing-event.ts";
import { createPathMatcher } from "./path-matcher.ts";

/**
 * Hides paths: nothing is sent from those that match `skip`; those that match `mask` are sent as the pattern, without
 * their query. Only the origin of a referrer within the site is sent, because its path may be one of these. In
 * patterns `*` is one segment, `**` any number, and `re:` starts a regular expression.
 * @throws SyntaxError for an invalid regular expression
 */
export const hidePaths = (skip: readonly string[], mask: readonly string[]): BeforeSend => {
	const skipped = createPathMatcher(skip);
	const masked = createPathMatcher(mask);
	return (event) => {
		if (skipped(event.pathname)) return undefined;
		if (event.referrer.startsWith(location.origin)) event.referrer = location.origin;
		const pattern = masked(event.pathname);
		if (pattern) {
			event.pathname = pattern;
			event.querystring = "";
		}
		return event;
	};
};
