import { type SessionColumn, sessionRowsFromEvents } from "@footfall/store";
import { CHANNEL, hexId, ORDER } from "../query/dimensions.ts";
import { PLACE, SCREEN, SOFTWARE } from "../report/attributes.ts";

/** Attributes of a session: those of the first act that has one. */
export const FIRST = [
	...PLACE,
	...(["language", "device_type"] as const),
	...SOFTWARE,
	...(["hostname", "timezone"] as const),
] as const;
export const FIRST_NUMBERS = [...SCREEN, "lat", "lon"] as const;

/** Attributes that depend on others: a version is that of the first browser. */
export const KNOWN_BY: Partial<Record<(typeof FIRST)[number], (typeof FIRST)[number]>> = {
	browser_version: "browser",
	operating_system_version: "operating_system",
};

/** A row of an event with the values that its session may take from it. */
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
		page_id: string;
		ms_visible: number | null;
	};

/** A text of an event, "" if it has none: in the store, and after it is read. */
interface EventText {
	sql: string;
	of(event: SessionEvent): string;
}

const column = (name: "referrer" | "tag"): EventText => ({
	sql: `events.${name}`,
	of: (event) => event[name],
});
const urlParameter = (name: string): EventText => ({
	sql: `events.url_parameters['${name}']`,
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

const COLUMNS: readonly SessionColumn[] = [
	...FIRST,
	...FIRST_NUMBERS,
	...(CHANNEL.columns ?? []),
	...(["began", "ended", "user_id", "identified_user_id", "entry_page", "exit_page"] as const),
];

const learnt = (name: keyof typeof LEARNT, act: string) => {
	const { sql } = LEARNT[name];
	return `argMinIf(${sql}, ${ORDER}, ${act} AND ${sql} != '') AS of_${name}`;
};

/**
 * SQL for rows of sessions with all of their attributes, from their events. Aggregates are merged where possible: for
 * a screen of sessions the engine takes longer to plan an aggregate than to compute it. `sessionsFromEvents` does the
 * same with plain rows.
 * @param where condition on `events`: all rows of some sessions
 */
export const storedSessions = (where: string): string => `
  SELECT
    ${hexId("session_id")} AS of_session_id,
    ${hexId("user_id")} AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [${FIRST.map((name) => `toString(${name})`).join(", ")}] AS of_first,
    [${FIRST_NUMBERS.map((name) => `toFloat64(${name})`).join(", ")}] AS of_first_numbers,
    ${Object.keys(LEARNT)
			.map((name) => `of_${name}`)
			.join(", ")},
    ${CHANNEL.sql(() => "")} AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (${sessionRowsFromEvents(COLUMNS, {
		where,
		more: (act) => [
			...(Object.keys(LEARNT) as (keyof typeof LEARNT)[]).map((name) => learnt(name, act)),
			`sumForEach([${Object.values(COUNTED)
				.map((type) => `events.type = '${type}'`)
				.join(", ")}]) AS of_counts`,
			`argMaxIf(events.ip, ${ORDER}, ${act} AND events.ip IS NOT NULL) AS of_ip`,
			`countIf(${act}) AS all_events`,
		],
	})})
  WHERE all_events > 0`;

/** The columns of a `SessionEvent`. */
export const SESSION_EVENT_COLUMNS = `
    toUnixTimestamp64Milli(timestamp) AS at, source_offset,
    toString(session_id) AS session, toString(user_id) AS visitor,
    identified_user_id, type, pathname, channel, referrer, tag, url_parameters, ip, page_id, ms_visible,
    ${[...FIRST, ...FIRST_NUMBERS].join(", ")}`;
