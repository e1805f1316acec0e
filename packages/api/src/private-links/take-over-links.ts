import type { Database } from "../database/schema.ts";
import { MAIN_LINK, mainKeyColumns, type PrivateLinkServices } from "./main-link.ts";

const SITES_AT_ONCE = 500;

const takeOverSome = (database: Database, secret: string): Promise<number> =>
	database.transaction().execute(async (transaction) => {
		const sites = await transaction
			.selectFrom("site")
			.select(["siteId", "privateLinkKey", "privateLinkAreas"])
			.where("privateLinkKey", "is not", null)
			.orderBy("siteId")
			.limit(SITES_AT_ONCE)
			.forUpdate()
			.execute();
		if (sites.length === 0) return 0;
		const siteIds = sites.map(({ siteId }) => siteId);
		// A process of an earlier version, which runs until it is upgraded too, may have made a new one meanwhile.
		await transaction
			.deleteFrom("private_link")
			.where("siteId", "in", siteIds)
			.where("sealedKey", "is not", null)
			.execute();
		await transaction
			.insertInto("private_link")
			.values(
				sites.map(({ siteId, privateLinkKey, privateLinkAreas }) => ({
					...{ ...MAIN_LINK, siteId, createdBy: null, updatedAt: new Date() },
					...mainKeyColumns(privateLinkKey ?? "", secret),
					areas: privateLinkAreas && JSON.stringify(privateLinkAreas),
				})),
			)
			.execute();
		await transaction
			.updateTable("site")
			.set({ privateLinkKey: null })
			.where("siteId", "in", siteIds)
			.execute();
		return sites.length;
	});

/**
 * Hashes the keys of links that an earlier version made, so that their addresses keep working and no key stays readable.
 * It runs at every start, because a backup of an earlier version may have been restored.
 */
export const takeOverLinks = async ({ database, secret }: PrivateLinkServices): Promise<void> => {
	while ((await takeOverSome(database, secret)) === SITES_AT_ONCE);
};
