import { z } from "zod";
import {
	hexId,
	ORDER,
	SESSION_CHANNEL,
	SESSION_DURATION_MS,
	SESSION_ENTRY_PAGE,
	SESSION_EXIT_PAGE,
} from "../question/dimension.ts";
import { count } from "./report.ts";

/** Facts of a session that its first event has. */
const FIRST = [
	"country",
	"region",
	"city",
	"language",
	"device_type",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"hostname",
	"timezone",
] as const;
const FIRST_NUMBERS = ["screen_width", "screen_height", "lat", "lon"] as const;
/** Facts that a session may learn later: the first value that is known. */
const LEARNT = {
	referrer: "referrer",
	tag: "tag",
	utm_source: "url_parameters['utm_source']",
	utm_medium: "url_parameters['utm_medium']",
	utm_campaign: "url_parameters['utm_campaign']",
	utm_term: "url_parameters['utm_term']",
	utm_content: "url_parameters['utm_content']",
} as const;
const COUNTED = {
	pageviews: "pageview",
	events: "custom_event",
	errors: "error",
	outbound: "outbound",
	button_clicks: "button_click",
	copies: "copy",
	form_submits: "form_submit",
	input_changes: "input_change",
} as const;

const fields = <Name extends string, Schema extends z.ZodType>(
	names: readonly Name[],
	schema: () => Schema,
) => Object.fromEntries(names.map((name) => [name, schema()])) as Record<Name, Schema>;
const namesOf = <Name extends string>(named: Readonly<Record<Name, string>>) =>
	Object.keys(named) as Name[];

/** A session as clients see it, from its events in the range. */
export const SessionRow = z.object({
	session_id: z.string(),
	user_id: z.string(),
	identified_user_id: z.string(),
	traits: z.record(z.string(), z.unknown()).nullable(),
	...fields(FIRST, () => z.string()),
	...fields(FIRST_NUMBERS, () => z.number()),
	...fields(namesOf(LEARNT), () => z.string()),
	channel: z.string(),
	session_start: z.string(),
	session_end: z.string(),
	/** Seconds. */
	session_duration: z.number(),
	entry_page: z.string(),
	exit_page: z.string(),
	...fields(namesOf(COUNTED), count),
	ip: z.string().nullable(),
	has_replay: z.literal([0, 1]),
});
export type SessionRow = z.infer<typeof SessionRow>;

type TextName =
	| keyof typeof LEARNT
	| "channel"
	| "session_id"
	| "user_id"
	| "identified_user_id"
	| "entry_page"
	| "exit_page";

/** What the store answers; its names are kept apart from those of the columns, which the aggregates still need. */
export type StoredSession = Record<`of_${TextName}`, string> & {
	/** In the order of `FIRST`, `FIRST_NUMBERS` and `COUNTED`. */
	of_first: string[];
	of_first_numbers: number[];
	of_counts: number[];
	of_ip: string | null;
	started_ms: number;
	ended_ms: number;
	duration_ms: number;
	all_events: number;
};

/**
 * The columns of a session, as aggregates over its rows. What can be one is one: for a screen of sessions the engine takes
 * longer to plan an aggregate than to work it out.
 */
export const SESSION_COLUMNS = [
	`${hexId("session_id")} AS of_session_id`,
	`${hexId(`argMin(user_id, ${ORDER})`)} AS of_user_id`,
	`argMaxIf(identified_user_id, ${ORDER}, identified_user_id != '') AS of_identified_user_id`,
	`argMin([${FIRST.join(", ")}], ${ORDER}) AS of_first`,
	`argMin([${FIRST_NUMBERS.join(", ")}], ${ORDER}) AS of_first_numbers`,
	...Object.entries(LEARNT).map(
		([name, sql]) => `argMinIf(${sql}, ${ORDER}, ${sql} != '') AS of_${name}`,
	),
	`${SESSION_CHANNEL} AS of_channel`,
	`${SESSION_ENTRY_PAGE} AS of_entry_page`,
	`${SESSION_EXIT_PAGE} AS of_exit_page`,
	`sumForEach([${Object.values(COUNTED)
		.map((type) => `type = '${type}'`)
		.join(", ")}]) AS of_counts`,
	`argMaxIf(ip, ${ORDER}, ip IS NOT NULL) AS of_ip`,
	"toUnixTimestamp64Milli(min(timestamp)) AS started_ms",
	"toUnixTimestamp64Milli(max(timestamp)) AS ended_ms",
	`${SESSION_DURATION_MS} AS duration_ms`,
	"count() AS all_events",
].join(",\n    ");

const inOrder = <Name extends string, Value>(names: readonly Name[], values: readonly Value[]) =>
	Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<Name, Value>;

const printed = (at: number) => new Date(at).toISOString();

/** A session of the store in the words of the wire. */
export const sessionOf = (stored: StoredSession): SessionRow => {
	const texts = <Name extends TextName>(names: readonly Name[]) =>
		Object.fromEntries(names.map((name) => [name, stored[`of_${name}`]])) as Record<Name, string>;
	return {
		...texts(["session_id", "user_id", "identified_user_id"]),
		traits: null,
		...inOrder(FIRST, stored.of_first),
		...inOrder(FIRST_NUMBERS, stored.of_first_numbers),
		...texts(namesOf(LEARNT)),
		...texts(["channel", "entry_page", "exit_page"]),
		session_start: printed(stored.started_ms),
		session_end: printed(stored.ended_ms),
		session_duration: stored.duration_ms / 1000,
		...inOrder(namesOf(COUNTED), stored.of_counts),
		ip: stored.of_ip,
		has_replay: 0,
	};
};
