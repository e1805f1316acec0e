import { fileNameOf } from "@footfall/reports/export/file-answer";
import { withTraits } from "@footfall/reports/people/traits";
import { idNumberOf } from "@footfall/reports/query/dimensions";
import { listReplays } from "@footfall/reports/replays/list-replays";
import { replayEvents } from "@footfall/reports/replays/replay-events";
import {
	REPLAY_COLUMNS,
	ReplayRow,
	replayOf,
	type StoredReplay,
} from "@footfall/reports/replays/replay-row";
import { createRunSql, PLAIN_COLUMNS, type RunSql } from "@footfall/reports/report/report";
import { deleteReplay, type ReplayObjects, type WritableStore } from "@footfall/store";
import { z } from "zod";
import { found } from "../http/found.ts";
import type { ReportDependencies } from "../reports/report-dependencies.ts";
import { reportRoute } from "../reports/report-route.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";

export interface ReplayDependencies extends ReportDependencies {
	store: WritableStore;
	/** The object storage that holds the events of recordings. */
	replayObjects?: Pick<ReplayObjects, "textsOf"> | undefined;
}

const PATH = "/api/sites/{site}/session-replay/{sessionId}";
/** Events are many and small, so the response is written in pieces of about this size. */
const PIECE_CHARACTERS = 64 * 1024;

const one = {
	path: PATH,
	tags: ["Session replay"],
	params: z.object({ sessionId: z.string() }),
} as const;

/** A recording as shown in lists, and its number. @throws ApiError 404 */
const findReplay = async (runSql: RunSql, site: number, sessionId: string) => {
	const session = found("Session replay", idNumberOf(sessionId));
	const [stored] = await runSql<StoredReplay>(
		`
  SELECT
    ${REPLAY_COLUMNS}
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
  GROUP BY session_id`,
		{ site, session },
		PLAIN_COLUMNS,
	);
	return { session, row: replayOf(found("Session replay", stored)) };
};

const inPieces = async function* (
	events: AsyncIterable<string>,
	metadata: unknown,
): AsyncGenerator<string> {
	let piece = '{"events":[';
	let separator = "";
	for await (const event of events) {
		piece += separator + event;
		separator = ",";
		if (piece.length < PIECE_CHARACTERS) continue;
		yield piece;
		piece = "";
	}
	yield `${piece}],"metadata":${JSON.stringify(metadata)}}`;
};

/** Lists, reads and deletes recordings of sessions. */
export const replayRoutes = (dependencies: ReplayDependencies): Route[] => {
	const { store, replayObjects: objects } = dependencies;
	return [
		reportRoute(listReplays, dependencies),
		route({
			...one,
			method: "get",
			summary: "The recording of a session: its events in chronological order",
			description:
				"rrweb events, for a player. 404 if the session was not recorded or the recording has expired.",
			access: { site: "viewer", scope: "replay:read" },
			files: ["application/json"],
			response: z.object({
				events: z.array(
					z
						.object({
							type: z.union([z.number(), z.string()]),
							/** Milliseconds by the clock of the visitor's device. */
							timestamp: z.number(),
							data: z.unknown(),
						})
						.meta({ component: "ReplayEvent" }),
				),
				metadata: ReplayRow,
			}),
			handle: async ({ site, params, requester, signal }) => {
				const runSql = createRunSql(store, { priority: "prompt", requester, signal, isFile: true });
				const { session, row } = await findReplay(runSql, site.siteId, params.sessionId);
				const [metadata] = await withTraits({ runSql, site, query: { pseudonyms: undefined } }, [
					row,
				]);
				return {
					name: `${fileNameOf(site.domain, "replay", row.session_id)}.json`,
					type: "application/json; charset=utf-8",
					pieces: inPieces(replayEvents({ runSql, objects, site: site.siteId, session }), metadata),
				};
			},
		}),
		route({
			...one,
			method: "delete",
			summary: "Permanently deletes the recording of a session; the session itself stays",
			description: "For a visitor who asks for it. It cannot be restored.",
			access: { site: "admin", scope: "replay:write" },
			audit: "replay.delete",
			response: Success,
			handle: async ({ site, params, requester, signal, recordPending }) => {
				const runSql = createRunSql(store, { priority: "prompt", requester, signal });
				const { session } = await findReplay(runSql, site.siteId, params.sessionId);
				await recordPending();
				await deleteReplay(store, { site: site.siteId, session });
				return { success: true as const };
			},
		}),
	];
};
