import { failureOf } from "./failure.ts";
import { invalidate, onFailedQuery } from "./query-client.ts";
import { noteRefusal } from "./session.ts";

/** Whether a query was asked with the key of a private link, whoever is signed in. */
const isOfLink = (key: readonly unknown[]) => JSON.stringify(key).includes('"via":"link"');

/**
 * Cards that are refused because the caller is nobody any more: a person's session has ended, which is said once; a visitor's site or
 * link may be closed, so the site itself is asked again, and the whole page says so.
 */
export const followRefusals = (): void =>
	onFailedQuery((error, key) => {
		if (failureOf(error).status !== 401 || key[0] === "site") return;
		if (isOfLink(key) || !noteRefusal()) void invalidate(["site"]);
	});
