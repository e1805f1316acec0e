import type { Database } from "../database/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far back errors are compared once maps are uploaded. */
const BACK_DAYS = 90;

/**
 * Has the errors of a site compared by their sources, since there are new maps.
 * @param isChanged whether a map replaces one with other content
 */
export const requestGrouping = async (
	database: Database,
	siteId: number,
	{ now, isChanged }: { now: number; isChanged: boolean },
): Promise<void> => {
	const at = new Date(now);
	const receivedSince = new Date(now - BACK_DAYS * DAY_MS);
	const task = { receivedSince, mapsAt: at, nextAt: at, ...(isChanged && { changedAt: at }) };
	await database
		.insertInto("error_grouping")
		.values({ siteId, ...task })
		.onConflict((conflict) => conflict.column("siteId").doUpdateSet(task))
		.execute();
};
