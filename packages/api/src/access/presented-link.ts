import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import { LRUCache } from "lru-cache";
import { noteLastUse } from "../database/note-last-use.ts";
import type { Database } from "../database/schema.ts";
import { createLinkKeys, type PresentedKey, presentedKeyOf } from "./link-key.ts";

/** Links whose last use this process remembers; for others it asks the database. */
const MAX_NOTED = 10_000;

/** What a request presents as the key of a private link; undefined without one. */
export const presentedKeyIn = (
	headers: IncomingHttpHeaders,
	query: URLSearchParams,
): PresentedKey | undefined => {
	const header = headers["x-private-key"];
	const presented = typeof header === "string" ? header : query.get("private_key");
	return presented ? presentedKeyOf(presented) : undefined;
};

/**
 * The refusal of a key that opens nothing. It is the same for a link that expired, one that was revoked and one that
 * never was, so that guessing keys reveals nothing.
 */
export const linkEnded = () =>
	new ApiError("AUTHENTICATION_REQUIRED", "This link does not work: it expired or was revoked", {
		code: "PRIVATE_LINK_ENDED",
		resolution: "Check that the address is complete, or ask for a new one where you got it.",
	});

/** The refusal of a key whose link asks for a password. */
const passwordRequired = () =>
	new ApiError("AUTHENTICATION_REQUIRED", "This link needs its password", {
		code: "PRIVATE_LINK_PASSWORD_REQUIRED",
		resolution:
			"Send the password to POST /api/sites/{site}/private-link-password with the key, and present the answer's `privateKey` instead of the key.",
	});

/** The link of a site with a key; undefined if there is none, or it has expired. */
export const createFindLink = (database: Database, installationKey: string) => {
	const { hashOf } = createLinkKeys(installationKey);
	return (siteId: number, key: string, now: number) =>
		database
			.selectFrom("private_link")
			.selectAll()
			.where("siteId", "=", siteId)
			.where("keyHash", "=", hashOf(key))
			.where(({ eb }) => eb("expiresAt", "is", null).or("expiresAt", ">", new Date(now)))
			.executeTakeFirst();
};

/** Records last uses, beside the requests: none waits for the write, nor fails with it. */
const createNoteUse = (database: Database) => {
	const noted = new LRUCache<string, Date>({ max: MAX_NOTED });
	return (link: { linkId: number; keyHash: string; lastUsedAt: Date | null }) =>
		noteLastUse([noted.get(link.keyHash), link.lastUsedAt], (lastUsedAt) => {
			noted.set(link.keyHash, lastUsedAt);
			return database
				.updateTable("private_link")
				.set({ lastUsedAt })
				.where("linkId", "=", link.linkId);
		});
};

/**
 * The one place that admits holders of private links: every route that visitors may read, over HTTP or held open as a
 * stream, asks it through the guard.
 */
export const createPresentedLink = (database: Database, installationKey: string) => {
	const findLink = createFindLink(database, installationKey);
	const { isPassOf } = createLinkKeys(installationKey);
	const noteUse = createNoteUse(database);
	/**
	 * The site's link that a request presents; undefined if it presents none.
	 * @throws ApiError 401 for a key that opens nothing, or whose link asks for a password
	 */
	return async (
		siteId: number,
		headers: IncomingHttpHeaders,
		query: URLSearchParams,
	): Promise<{ shownAreas: readonly Area[] | undefined } | undefined> => {
		const presented = presentedKeyIn(headers, query);
		if (!presented) return undefined;
		const now = Date.now();
		const link = await findLink(siteId, presented.key, now);
		if (!link) throw linkEnded();
		if (link.passwordHash !== null && !isPassOf(link, presented.pass ?? "", now))
			throw passwordRequired();
		void noteUse(link);
		return { shownAreas: link.areas ?? undefined };
	};
};
