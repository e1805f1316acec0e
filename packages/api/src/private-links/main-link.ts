import { randomBytes } from "node:crypto";
import { createLinkKeys } from "../access/link-key.ts";
import type { Database } from "../database/schema.ts";
import { openSecret, sealSecret } from "../destinations/sealed-secret.ts";

/** The name of a main link until somebody gives it another. */
const MAIN_NAME = "Private link";

/** What the routes of private links need. */
export interface PrivateLinkServices {
	database: Database;
	/** The installation's key, with which keys of links are hashed and sealed. */
	secret: string;
}

/** The columns that hold the key of a main link. */
export const mainKeyColumns = (key: string, secret: string) => ({
	keyHash: createLinkKeys(secret).hashOf(key),
	sealedKey: sealSecret(key, secret),
});

/** A new main link's own columns. */
export const MAIN_LINK = { name: MAIN_NAME, expiresAt: null, passwordHash: null } as const;

/** The main link of a site, whose key clients may read again. */
export const findMainLink = (database: Database, siteId: number) =>
	database
		.selectFrom("private_link")
		.selectAll()
		.where("siteId", "=", siteId)
		.where("sealedKey", "is not", null)
		.executeTakeFirst();

/** The key of a site's main link; null without one, and after the installation's key was changed, which ends links. */
export const mainKeyOf = async (
	{ database, secret }: PrivateLinkServices,
	siteId: number,
): Promise<string | null> => {
	const link = await findMainLink(database, siteId);
	return openSecret(link?.sealedKey ?? "", secret) || null;
};

/**
 * Gives a site's main link a new key, which ends the old address, or makes one. It keeps its name, areas and password,
 * and an expiry that is yet to come.
 * @returns the key, and the link's name
 */
export const renewMainLink = async (
	{ database, secret }: PrivateLinkServices,
	{ siteId }: { siteId: number },
	createdBy: string | null,
): Promise<{ key: string; name: string }> => {
	// Six bytes as hex: clients of private-link-config know keys of this form.
	const key = randomBytes(6).toString("hex");
	const { privateLinkAreas } = await database
		.selectFrom("site")
		.select("privateLinkAreas")
		.where("siteId", "=", siteId)
		.forUpdate()
		.executeTakeFirstOrThrow();
	const before = await findMainLink(database, siteId);
	const now = new Date();
	const columns = { ...mainKeyColumns(key, secret), createdBy, createdAt: now, updatedAt: now };
	if (before)
		await database
			.updateTable("private_link")
			.set({
				...columns,
				lastUsedAt: null,
				...(before.expiresAt !== null && before.expiresAt <= now && { expiresAt: null }),
			})
			.where("linkId", "=", before.linkId)
			.execute();
	else
		await database
			.insertInto("private_link")
			.values({
				...MAIN_LINK,
				...columns,
				siteId,
				areas: privateLinkAreas && JSON.stringify(privateLinkAreas),
			})
			.execute();
	return { key, name: before?.name ?? MAIN_NAME };
};

/** Remembers the areas of a main link for its next key. */
export const keepMainAreas = async (
	database: Database,
	{ siteId }: { siteId: number },
	areas: readonly string[] | null,
): Promise<void> => {
	await database
		.updateTable("site")
		.set({ privateLinkAreas: areas && JSON.stringify(areas), updatedAt: new Date() })
		.where("siteId", "=", siteId)
		.execute();
};
