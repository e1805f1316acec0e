import type { Statements } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { inParts } from "../client/parameters.ts";
import { DAY_DIGEST } from "./session-day-columns.ts";

interface StaleDay {
	staleDay: number;
	/** Decimal text of 64 bits. */
	staleSeal: string;
	isRolledUp: number;
}

/** Seals of totals whose events have changed since, and whether their days have been rolled up again. */
const STALE_DAYS = `
	WITH valid AS (
		SELECT day, seal FROM sealed_days FINAL
		WHERE site_id = {site:UInt32} AND (day, events, digest) IN (
			SELECT toDate(timestamp), count(), ${DAY_DIGEST} FROM events
			WHERE site_id = {site:UInt32} GROUP BY toDate(timestamp)
		)
	)
	SELECT DISTINCT toUInt32(day) AS staleDay, toString(seal) AS staleSeal, day IN (SELECT day FROM valid) AS isRolledUp
	FROM day_totals
	WHERE site_id = {site:UInt32} AND seal NOT IN (SELECT seal FROM valid)
	SETTINGS max_execution_time = 60`;

/**
 * Removes the totals of a site's days whose events have changed, once some of the events were removed: a total may
 * reveal the actions of one person.
 */
export const invalidateTotals = async (store: Statements, site: number): Promise<void> => {
	const found = await store.query<StaleDay>(STALE_DAYS, { site });
	if (found.length === 0) return;
	const seals = [...new Set(found.map(({ staleSeal }) => BigInt(staleSeal)))];
	// The rows that tell reports that totals exist are deleted first: parts of the table change one by one.
	for (const rows of ["dimension = 'day' AND", ""])
		for (const part of inParts(seals, (seal) => [seal]))
			await deleteRows(
				store,
				"day_totals",
				`site_id = {site:UInt32} AND ${rows} seal IN {seals:Array(UInt64)}`,
				{ site, seals: part },
			);
	// A later change may restore the same events: that must not restore the seal.
	const days = new Set(found.filter((one) => !one.isRolledUp).map(({ staleDay }) => staleDay));
	for (const part of inParts(days, (day) => [day]))
		await store.command(
			`INSERT INTO sealed_days (site_id, day, seal, sealed_at, events, digest)
			SELECT {site:UInt32}, toDate(arrayJoin({days:Array(UInt32)})), 0, now64(3), 0, 0`,
			{ site, days: part },
		);
};
