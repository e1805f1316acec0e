import type { EventStore } from "./client.ts";

/**
 * Removes the recording of a session for good; resolves once it is gone from the disk's live data.
 * @param session decimal text of 64 bits
 */
export const deleteReplay = (
	store: Pick<EventStore, "command">,
	{ site, session }: { site: number; session: string },
): Promise<void> =>
	store.command(
		`ALTER TABLE replay_chunks DELETE WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
		SETTINGS mutations_sync = 1`,
		{ site, session },
	);
