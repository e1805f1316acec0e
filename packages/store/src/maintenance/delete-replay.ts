import type { Statements, WritableStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { recordErasure } from "../people/erasures.ts";

interface Recording {
	site: number;
	/** Decimal text of 64 bits. */
	session: string;
}

/** Removes the chunks of a recording that were received until then, in ms since the epoch; all of them unless given. */
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
 * Remembers whose a recording was and when: a loader gives what of it waits in the queue its session again, though by
 * then nothing else may tell of that session.
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

/** Removes the recording of a session for good; resolves once it is gone from the disk's live data. */
export const deleteReplay = async (store: WritableStore, recording: Recording): Promise<void> => {
	// First, so that its chunks that are still in the queue stay out.
	await rememberPlace(store, recording);
	await recordErasure(store, recording.site, [{ recording: recording.session }]);
	await removeReplay(store, recording);
};
