import { z } from "zod";
import { hexId } from "../query/dimensions.ts";
import { PLACE, SCREEN, SOFTWARE } from "../report/attributes.ts";
import { count, fields, texts } from "../report/report.ts";

/** Attributes of a recording from its first chunk, in the order of a row. */
const FIRST = [...PLACE, ...SOFTWARE, "device_type"] as const;

/** The recording of a session, as lists show it. */
export const ReplayRow = z
	.object({
		session_id: z.string(),
		user_id: z.string(),
		identified_user_id: z.string(),
		traits: z.record(z.string(), z.unknown()).nullable(),
		start_time: z.string(),
		end_time: z.string(),
		duration_ms: z.number(),
		page_url: z.string(),
		event_count: count(),
		...texts(FIRST),
		/** Of the window that displays the page. */
		...fields(SCREEN, () => z.number()),
	})
	.meta({ component: "Replay" });
export type ReplayRow = z.infer<typeof ReplayRow>;

/** A stored row, which is read with `PLAIN_COLUMNS`: its columns have the same names as their source columns. */
export type StoredReplay = Omit<ReplayRow, "traits" | "start_time" | "end_time" | "duration_ms"> & {
	started_ms: number;
	ended_ms: number;
};

const ORDER = "(timestamp, chunk)";

export const REPLAY_DURATION_MS =
	"(toUnixTimestamp64Milli(max(ended_at)) - toUnixTimestamp64Milli(min(timestamp)))";

/** The columns of a recording, as aggregates over its chunks. */
export const REPLAY_COLUMNS = [
	`${hexId("session_id")} AS session_id`,
	`${hexId(`argMin(user_id, ${ORDER})`)} AS user_id`,
	`argMaxIf(identified_user_id, ${ORDER}, identified_user_id != '') AS identified_user_id`,
	`argMin(page_url, ${ORDER}) AS page_url`,
	"sum(event_count) AS event_count",
	...[...FIRST, ...SCREEN].map((name) => `argMin(${name}, ${ORDER}) AS ${name}`),
	"toUnixTimestamp64Milli(min(timestamp)) AS started_ms",
	"toUnixTimestamp64Milli(max(ended_at)) AS ended_ms",
].join(",\n    ");

/** Fewer events make no playable recording. */
export const LEAST_EVENTS = 2;

const printed = (at: number) => new Date(at).toISOString();

/** A recording in the wire format; its traits are added later. */
export const replayOf = ({ started_ms, ended_ms, ...columns }: StoredReplay): ReplayRow => ({
	...columns,
	traits: null,
	start_time: printed(started_ms),
	end_time: printed(ended_ms),
	duration_ms: ended_ms - started_ms,
});
