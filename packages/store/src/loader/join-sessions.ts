import { SESSION_MAX_MS } from "@footfall/shared/limits";
import type { EventStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import type { SessionJoin } from "./sessions.ts";

/** Joins of one statement, which contains them as text. */
const AT_ONCE = 500;

const NEW_ID = "transform(session_id, {from:Array(UInt64)}, {into:Array(UInt64)}, toUInt64(0))";
const OF_PARTS = "site_id IN {sites:Array(UInt32)} AND session_id IN {from:Array(UInt64)}";
/** Measurements arrive up to a day after the last act. */
const NEAR = `timestamp >= fromUnixTimestamp64Milli({first:Int64}, 'UTC')
	AND timestamp <= fromUnixTimestamp64Milli({last:Int64}, 'UTC')`;

const boundOf = (joins: readonly SessionJoin[]) => ({
	sites: [...new Set(joins.map(({ site }) => site))],
	from: joins.map(({ from }) => BigInt(from.id)),
	into: joins.map(({ into }) => BigInt(into)),
	first: Math.min(...joins.map(({ from }) => from.first)) - SESSION_MAX_MS,
	last: Math.max(...joins.map(({ from }) => from.last)) + 2 * SESSION_MAX_MS,
});

/** A recording's rows are sorted by their session, so they are written again. */
const moveRecordings = async (store: EventStore, bound: ReturnType<typeof boundOf>) => {
	const [one] = await store.query(
		`SELECT 1 FROM replay_chunks WHERE ${OF_PARTS} LIMIT 1 SETTINGS max_execution_time = 60`,
		bound,
	);
	if (one === undefined) return;
	await store.command(
		`INSERT INTO replay_chunks SELECT * REPLACE (${NEW_ID} AS session_id) FROM replay_chunks FINAL
		WHERE ${OF_PARTS} SETTINGS max_execution_time = 300`,
		bound,
	);
	await store.command(
		`ALTER TABLE replay_objects UPDATE session_id = ${NEW_ID} WHERE ${OF_PARTS} SETTINGS mutations_sync = 2`,
		bound,
	);
	await deleteRows(store, "replay_chunks", OF_PARTS, bound);
};

/**
 * Gives stored rows of sessions the id of the session that they turned out to be part of. It runs before the act that
 * joins them is stored, so that a restarted loader finds either two sessions, or one that contains the act.
 */
export const joinSessions = async (
	store: EventStore,
	joins: readonly SessionJoin[],
): Promise<void> => {
	for (let at = 0; at < joins.length; at += AT_ONCE) {
		const bound = boundOf(joins.slice(at, at + AT_ONCE));
		await store.command(
			`ALTER TABLE events UPDATE session_id = ${NEW_ID} WHERE ${OF_PARTS} AND ${NEAR} SETTINGS mutations_sync = 2`,
			bound,
		);
		await moveRecordings(store, bound);
		await store.command(
			`ALTER TABLE deleted_recordings UPDATE session_id = ${NEW_ID} WHERE ${OF_PARTS} SETTINGS mutations_sync = 2`,
			bound,
		);
	}
};
