import { failureOf } from "./failure.ts";
import { invalidate, onFailedQuery } from "./query-cache.ts";
import { noteRefusal } from "./session.ts";

/** Whether a query used the key of a private link, whether or not somebody is signed in. */
const isOfLink = (key: readonly unknown[]) => JSON.stringify(key).includes('"via":"link"');

/**
 * Handles cards that are refused because the caller has lost access. When a person's session has ended, one banner
 * reports it. A visitor's site or link may have been closed, so the site itself is fetched again and the whole page
 * shows the result.
 */
export const followRefusals = (): void =>
	onFailedQuery((error, key) => {
		if (failureOf(error).status !== 401 || key[0] === "site") return;
		if (isOfLink(key) || !noteRefusal()) void invalidate(["site"]);
	});
