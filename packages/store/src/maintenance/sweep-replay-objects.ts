import type { Statements } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import type { ReplayObjects } from "../replays/replay-objects.ts";

/**
 * An object may be assigned to a chunk within this time of its announcement: a loader that takes
 * longer stores it again.
 */
export const OBJECT_SETTLES_MS = 15 * 60_000;
/** A statement lists each of them. */
const AT_ONCE = 2500;

interface Announced {
	site: number;
	session: string;
	/** Of the object. */
	number: string;
}

/**
 * Removes the objects that no chunk refers to, for whatever reason: deleted, erased, expired, sent again, or never
 * stored because a loader was killed in between. Resolves to their number.
 * @param now ms since the epoch
 * @throws BucketError when the bucket is unavailable; what is left is found again
 */
export const sweepReplayObjects = async (
	store: Statements,
	objects: Pick<ReplayObjects, "remove">,
	now: number,
): Promise<number> => {
	for (let removed = 0; ; ) {
		const unused = await store.query<Announced>(
			`SELECT site_id AS site, toString(session_id) AS session, toString(object) AS number
			FROM replay_objects
			WHERE written_at < fromUnixTimestamp64Milli({settled:Int64}, 'UTC')
				AND object NOT IN (SELECT object FROM replay_chunks WHERE object != 0)
			LIMIT {limit:UInt32}
			SETTINGS max_execution_time = 120`,
			{ settled: now - OBJECT_SETTLES_MS, limit: AT_ONCE },
			{ priority: "heavy" },
		);
		if (unused.length === 0) return removed;
		await objects.remove(unused.map(({ number: object, ...place }) => ({ ...place, object })));
		await deleteRows(store, "replay_objects", `has({objects:Array(UInt64)}, object)`, {
			objects: unused.map(({ number }) => BigInt(number)),
		});
		removed += unused.length;
	}
};
