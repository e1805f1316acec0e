import type { Statements } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { inParts } from "../client/parameters.ts";

const DAY_MS = 86_400_000;

/**
 * Resolves to the number of days that each site keeps recordings; recordings of a site that it
 * omits stay as they are.
 */
export type ReplayDaysOf = (sites: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/**
 * Removes chunks of recordings whose retention is now shorter than when they arrived, once its last day is over;
 * resolves to the sites that had any. Chunks that arrived under the current setting expire by themselves.
 * @param now ms since the epoch
 */
export const deleteOverdueReplays = async (
	store: Statements,
	daysOf: ReplayDaysOf,
	now: number,
): Promise<number[]> => {
	const oldest = await store.query<{ site: number; at: number }>(
		`SELECT site_id AS site, toUnixTimestamp64Milli(min(received_at)) AS at
		FROM replay_chunks
		WHERE keep_until > fromUnixTimestamp64Milli({now:Int64}, 'UTC')
		GROUP BY site_id ORDER BY site_id
		SETTINGS max_execution_time = 60`,
		{ now },
	);
	if (oldest.length === 0) return [];
	const days = await daysOf(oldest.map(({ site }) => site));
	// Whole days, as elsewhere: a site's recordings are then rewritten once a day and not in every run.
	const today = now - (now % DAY_MS);
	const overdue = oldest.flatMap(({ site, at }) => {
		const kept = days.get(site);
		if (kept === undefined) return [];
		const since = today - kept * DAY_MS;
		return at < since ? [{ site, since }] : [];
	});
	if (overdue.length === 0) return [];
	for (const part of inParts(overdue, ({ site, since }) => [site, site, since]))
		await deleteRows(
			store,
			"replay_chunks",
			`has({sites:Array(UInt32)}, site_id)
			AND toUnixTimestamp64Milli(received_at)
				< transform(site_id, {sites:Array(UInt32)}, {since:Array(Int64)}, toInt64(0))`,
			{ sites: part.map(({ site }) => site), since: part.map(({ since }) => since) },
		);
	return overdue.map(({ site }) => site);
};
