import { hexId } from "@footfall/reports/query/dimensions";
import type { ReportStore } from "@footfall/reports/report/report";
import type { ReplayObjects } from "@footfall/store";
import type { DataOwner } from "./exported-rows.ts";

const CHUNKS_AT_ONCE = 50;
/** 64-bit ids as the api writes them; a JSON number would lose digits. */
const IDS = ["user_id", "session_id", "batch_id"];

/** Storage details that an export omits. */
const OBJECT_COLUMNS = ["object", "object_bytes", "lengths"];

interface ExportedChunk {
	in_object: string;
	of_lengths: number[];
	events: string[];
}

/** Recordings, session by session and chunk by chunk; a chunk is a quarter of a megabyte. */
export const exportedReplays = async function* (
	store: ReportStore,
	{ site, user }: DataOwner,
	objects?: Pick<ReplayObjects, "textsOf"> | undefined,
): AsyncIterable<Record<string, unknown>> {
	const eventsOf = async (session: string, { in_object, of_lengths, events }: ExportedChunk) => {
		if (in_object === "0") return events;
		if (objects === undefined)
			throw new Error(
				"Recordings are in a bucket, but this server has none configured: set REPLAY_BUCKET",
			);
		return (await objects.textsOf({ site, session, object: in_object }, of_lengths)) ?? [];
	};
	const ofOwner = `site_id = {site:UInt32} ${user === undefined ? "" : "AND identified_user_id = {user:String}"}`;
	const bound = { site, ...(user !== undefined && { user }) };
	const sessions = await store.query<{ session: string }>(
		`SELECT DISTINCT toString(session_id) AS session FROM replay_chunks WHERE ${ofOwner}
		ORDER BY session SETTINGS max_execution_time = 300`,
		bound,
	);
	for (const { session } of sessions)
		for (let offset = 0; ; offset += CHUNKS_AT_ONCE) {
			const rows = await store.query<ExportedChunk>(
				`SELECT * EXCEPT (${OBJECT_COLUMNS.join(", ")}) REPLACE (${IDS.map((name) => `${hexId(name)} AS ${name}`).join(", ")}),
					toString(object) AS in_object, lengths AS of_lengths
				FROM (
					SELECT * FROM replay_chunks FINAL
					WHERE ${ofOwner} AND session_id = {session:UInt64}
					ORDER BY batch_id, chunk LIMIT {limit:UInt32} OFFSET {offset:UInt64}
				)
				SETTINGS max_execution_time = 300`,
				{ ...bound, session, limit: CHUNKS_AT_ONCE, offset },
			);
			for (const row of rows) {
				const { in_object, of_lengths, ...shown } = row;
				yield { ...shown, events: await eventsOf(session, row) };
			}
			if (rows.length < CHUNKS_AT_ONCE) break;
		}
};
