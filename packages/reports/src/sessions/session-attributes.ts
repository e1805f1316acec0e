import {
	hexId,
	ORDER,
	SESSION_CHANNEL,
	SESSION_DURATION_MS,
	SESSION_ENTRY_PAGE,
	SESSION_EXIT_PAGE,
} from "../query/dimensions.ts";
import { PLACE, SCREEN, SOFTWARE } from "../report/attributes.ts";

/** Attributes of a session that its first event has. */
export const FIRST = [
	...PLACE,
	...(["language", "device_type"] as const),
	...SOFTWARE,
	...(["hostname", "timezone"] as const),
] as const;
export const FIRST_NUMBERS = [...SCREEN, "lat", "lon"] as const;

/** An event with the attributes that its session may take from it. */
export type SessionEvent = Record<(typeof FIRST)[number], string> &
	Record<(typeof FIRST_NUMBERS)[number], number> & {
		/** ms since the epoch. */
		at: number;
		source_offset: number;
		/** Decimal text of 64 bits. */
		session: string;
		visitor: string;
		identified_user_id: string;
		type: string;
		pathname: string;
		channel: string;
		referrer: string;
		tag: string;
		url_parameters: Readonly<Record<string, string>>;
		ip: string | null;
	};

/** A text of an event, "" where it has none: in the store, and once it was read. */
interface EventText {
	sql: string;
	of(event: SessionEvent): string;
}

const column = (name: "referrer" | "tag"): EventText => ({ sql: name, of: (event) => event[name] });
const urlParameter = (name: string): EventText => ({
	sql: `url_parameters['${name}']`,
	of: ({ url_parameters }) => url_parameters[name] ?? "",
});

/** Attributes that a session may get later: the first known value. */
export const LEARNT = {
	referrer: column("referrer"),
	tag: column("tag"),
	utm_source: urlParameter("utm_source"),
	utm_medium: urlParameter("utm_medium"),
	utm_campaign: urlParameter("utm_campaign"),
	utm_term: urlParameter("utm_term"),
	utm_content: urlParameter("utm_content"),
} as const;

/** Numbers of a session's events, by their type. */
export const COUNTED = {
	pageviews: "pageview",
	events: "custom_event",
	errors: "error",
	outbound: "outbound",
	button_clicks: "button_click",
	copies: "copy",
	form_submits: "form_submit",
	input_changes: "input_change",
} as const;

type TextName =
	| keyof typeof LEARNT
	| "channel"
	| "session_id"
	| "user_id"
	| "identified_user_id"
	| "entry_page"
	| "exit_page";

/** A session's attributes; the names are kept apart from those of the columns, which the aggregates still need. */
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
 * longer to plan an aggregate than to work it out. `sessionsFromEvents` does the same with rows as they are.
 */
export const SESSION_COLUMNS = [
	`${hexId("session_id")} AS of_session_id`,
	`${hexId(`argMin(user_id, ${ORDER})`)} AS of_user_id`,
	`argMaxIf(identified_user_id, ${ORDER}, identified_user_id != '') AS of_identified_user_id`,
	`argMin([${FIRST.join(", ")}], ${ORDER}) AS of_first`,
	`argMin([${FIRST_NUMBERS.join(", ")}], ${ORDER}) AS of_first_numbers`,
	...Object.entries(LEARNT).map(
		([name, { sql }]) => `argMinIf(${sql}, ${ORDER}, ${sql} != '') AS of_${name}`,
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

/** The columns of a `SessionEvent`. */
export const SESSION_EVENT_COLUMNS = `
    toUnixTimestamp64Milli(timestamp) AS at, source_offset,
    toString(session_id) AS session, toString(user_id) AS visitor,
    identified_user_id, type, pathname, channel, referrer, tag, url_parameters, ip,
    ${[...FIRST, ...FIRST_NUMBERS].join(", ")}`;
