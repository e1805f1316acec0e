import { createKeyedId } from "./keyed-id.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What identifies a page load whose client does not. */
interface UnnamedPage {
	/** As the event names it. */
	site: string;
	/** Address and user agent, or an id of the client's own. */
	visitor: string;
	address: string;
	/** ms since the epoch. */
	receivedAt: number;
}

export type PageIdOf = (page: UnnamedPage) => string;

/**
 * Derives the id of a page load for clients that send none, so that measurements find the view that they belong to: the
 * same for a visitor's views of one address on one day (UTC). Without the day, it would identify a visitor for longer
 * than the visitor id of a site that salts these.
 */
export const createPageIdOf = (secret: string): PageIdOf => {
	const idOf = createKeyedId(secret, "page loads by address");
	return ({ site, visitor, address, receivedAt }) =>
		idOf(JSON.stringify([site, visitor, address, Math.floor(receivedAt / DAY_MS)]));
};
