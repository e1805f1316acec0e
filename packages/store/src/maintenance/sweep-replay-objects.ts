import type { Statements } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import type { ReplayObjects } from "../replays/replay-objects.ts";

/** An object may become a chunk's within this long of its announcement: a loader that takes longer stores it anew. */
export const OBJECT_SETTLES_MS = 15 * 60_000;
/** A statement names each of them. */
const AT_ONCE = 2500;

interface Announced {
	site: number;
	session: string;
	/** Of the object. */
	number: string;
}

/**
 * Removes the objects that no chunk refers to, whatever became of it: deleted, erased, kept for long enough, sent again,
 * or never stored because a loader was killed in between. Resolves to how many there were.
 * @param now ms since the epoch
 * @throws BucketError when the bucket cannot be asked; what is left is found again
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
