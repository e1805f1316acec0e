import type { Statements, WritableStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { recordErasure } from "../people/erasures.ts";

interface Recording {
	site: number;
	/** Decimal text of 64 bits. */
	session: string;
}

/** Removes the chunks of a recording that were received until a time, in ms since the epoch; all of them by default. */
export const removeReplay = (
	store: Statements,
	{ site, session }: Recording,
	receivedUntil = Number.MAX_SAFE_INTEGER,
): Promise<void> =>
	deleteRows(
		store,
		"replay_chunks",
		`site_id = {site:UInt32} AND session_id = {session:UInt64}
			AND toUnixTimestamp64Milli(received_at) <= {receivedUntil:Int64}`,
		{ site, session, receivedUntil: Math.trunc(receivedUntil) },
	);

/**
 * Stores the owner and time of a recording: a loader assigns its chunks still in the queue to the same session,
 * although nothing else may know of that session by then.
 */
const rememberPlace = (store: Statements, { site, session }: Recording): Promise<void> =>
	store.command(
		`INSERT INTO deleted_recordings (site_id, session_id, user_id, identified_user_id, timestamp, source)
		SELECT site_id, session_id, user_id, identified_user_id, arrayJoin([min(timestamp), max(timestamp)]), source
		FROM replay_chunks
		WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
		GROUP BY site_id, session_id, user_id, identified_user_id, source`,
		{ site, session },
	);

/** Permanently removes the recording of a session; resolves once it is gone from the disk's live data. */
export const deleteReplay = async (store: WritableStore, recording: Recording): Promise<void> => {
	// Comes first, so that its chunks that are still in the queue are dropped.
	await rememberPlace(store, recording);
	await recordErasure(store, recording.site, [{ recording: recording.session }]);
	await removeReplay(store, recording);
};
