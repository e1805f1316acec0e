import { z } from "zod";
import { hexId } from "../query/dimensions.ts";
import { PLACE, SCREEN, SOFTWARE } from "../report/attributes.ts";
import { count, fields, texts } from "../report/report.ts";

/** Facts of a recording as its first chunk has them, in the order of a row. */
const FIRST = [...PLACE, ...SOFTWARE, "device_type"] as const;

/** The recording of a session, as lists show it. */
export const ReplayRow = z.object({
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
	/** Of the window that shows the page. */
	...fields(SCREEN, () => z.number()),
});
export type ReplayRow = z.infer<typeof ReplayRow>;

/** A stored row; its names are kept apart from those of the columns, which the aggregates still need. */
export type StoredReplay = Record<
	`of_${(typeof FIRST)[number] | "session_id" | "user_id" | "identified_user_id" | "page_url"}`,
	string
> &
	Record<`of_${(typeof SCREEN)[number] | "event_count"}`, number> & {
		started_ms: number;
		ended_ms: number;
	};

const ORDER = "(timestamp, chunk)";

export const REPLAY_DURATION_MS =
	"(toUnixTimestamp64Milli(max(ended_at)) - toUnixTimestamp64Milli(min(timestamp)))";

/** The columns of a recording, as aggregates over its chunks. */
export const REPLAY_COLUMNS = [
	`${hexId("session_id")} AS of_session_id`,
	`${hexId(`argMin(user_id, ${ORDER})`)} AS of_user_id`,
	`argMaxIf(identified_user_id, ${ORDER}, identified_user_id != '') AS of_identified_user_id`,
	`argMin(page_url, ${ORDER}) AS of_page_url`,
	"sum(event_count) AS of_event_count",
	...[...FIRST, ...SCREEN].map((name) => `argMin(${name}, ${ORDER}) AS of_${name}`),
	"toUnixTimestamp64Milli(min(timestamp)) AS started_ms",
	"toUnixTimestamp64Milli(max(ended_at)) AS ended_ms",
].join(",\n    ");

/** Fewer make no picture that moves. */
export const LEAST_EVENTS = 2;

const printed = (at: number) => new Date(at).toISOString();

/** A recording of the store in the words of the wire; its traits are to be added. */
export const replayOf = (stored: StoredReplay): ReplayRow => {
	const texts = Object.fromEntries(FIRST.map((name) => [name, stored[`of_${name}`]])) as Record<
		(typeof FIRST)[number],
		string
	>;
	return {
		session_id: stored.of_session_id,
		user_id: stored.of_user_id,
		identified_user_id: stored.of_identified_user_id,
		traits: null,
		start_time: printed(stored.started_ms),
		end_time: printed(stored.ended_ms),
		duration_ms: stored.ended_ms - stored.started_ms,
		page_url: stored.of_page_url,
		event_count: stored.of_event_count,
		...texts,
		screen_width: stored.of_screen_width,
		screen_height: stored.of_screen_height,
	};
};
