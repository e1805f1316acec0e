import { hexId } from "../question/dimension.ts";
import type { ReportStore } from "../reports/report.ts";

const CHUNKS_AT_ONCE = 50;
/** 64-bit ids as the api writes them; a JSON number would lose digits. */
const IDS = ["user_id", "session_id", "batch_id"];

/** Recordings chunk by chunk, session after session: a chunk holds a quarter of a megabyte. */
export const replaysOf = async function* (
	store: ReportStore,
	{ site, user }: { site: number; user?: string },
): AsyncIterable<Record<string, unknown>> {
	const where = `site_id = {site:UInt32} ${user === undefined ? "" : "AND identified_user_id = {user:String}"}`;
	const bound = { site, ...(user !== undefined && { user }) };
	const sessions = await store.query<{ session: string }>(
		`SELECT DISTINCT toString(session_id) AS session FROM replay_chunks WHERE ${where}
		ORDER BY session SETTINGS max_execution_time = 300`,
		bound,
	);
	for (const { session } of sessions)
		for (let offset = 0; ; offset += CHUNKS_AT_ONCE) {
			const rows = await store.query<Record<string, unknown>>(
				`SELECT * REPLACE (${IDS.map((name) => `${hexId(name)} AS ${name}`).join(", ")})
				FROM (
					SELECT * FROM replay_chunks FINAL
					WHERE ${where} AND session_id = {session:UInt64}
					ORDER BY batch_id, chunk LIMIT {limit:UInt32} OFFSET {offset:UInt64}
				)
				SETTINGS max_execution_time = 300`,
				{ ...bound, session, limit: CHUNKS_AT_ONCE, offset },
			);
			yield* rows;
			if (rows.length < CHUNKS_AT_ONCE) break;
		}
};
