import { IS_ACT } from "@footfall/store";
import { MESSAGE } from "../errors/one-error.ts";
import { PERSON_NUMBER } from "../query/dimensions.ts";
import { DURATION_MS } from "../source/rows.ts";
import { column, type Described, type MetricColumn, ratio } from "./metric.ts";

/** The sessions that began in the range. */
export const SESSIONS = column("sessions", "count()");
const BOUNCES = column("bounces", "countIf(pageviews = 1)");
/** Those whose duration is known: all but some of imported days. */
const TIMED = column("timed_sessions", "count()");
const TOTAL_MS = column("total_ms", `sum(${DURATION_MS})`);
const SESSION_PAGES = column("session_pages", "sum(pageviews)");

const ofSessions = (
	columns: readonly MetricColumn[],
	value: string,
	more: Pick<Described, "type" | "definition">,
): Described => ({ family: "sessions", columns, value, areas: [], ...more });

const pagesPerSession = ofSessions(
	[SESSIONS, SESSION_PAGES],
	ratio("c_session_pages", "c_sessions"),
	{
		type: "number",
		definition: "The mean number of pages viewed in a session, whenever in the session.",
	},
);

/** Metrics without an argument. */
export const PLAIN_METRICS: Readonly<Record<string, Described>> = {
	sessions: ofSessions([SESSIONS], "c_sessions", {
		type: "count",
		definition: "Sessions that began in the range.",
	}),
	bounce_rate: ofSessions([SESSIONS, BOUNCES], ratio("c_bounces", "c_sessions", " * 100"), {
		type: "percent",
		definition: "Sessions with exactly one page view, in percent of all sessions.",
	}),
	session_duration: ofSessions(
		[TIMED, TOTAL_MS],
		ratio("c_total_ms", "c_timed_sessions", " / 1000"),
		{
			type: "seconds",
			definition: "The mean time from the first to the last act of a session.",
		},
	),
	views_per_session: pagesPerSession,
	pages_per_session: pagesPerSession,
	users: {
		family: "activity",
		columns: [
			column("users", `uniqExactIf(${PERSON_NUMBER}, ${IS_ACT})`),
			column("pageviews", "countIf(type = 'pageview')"),
		],
		value: "c_users",
		type: "count",
		definition:
			"People with an act in the range: each counts once in each row, so that rows may add up to more than the total.",
		areas: [],
	},
	pageviews: {
		family: "activity",
		columns: [column("pageviews", "countIf(type = 'pageview')")],
		value: "c_pageviews",
		type: "count",
		definition: "Pages viewed in the range.",
		areas: [],
	},
	time_on_page: {
		family: "views",
		columns: [
			column("on_page_ms", "sumIf(gap_ms, gap_ms >= 0)"),
			column("measured_views", "countIf(gap_ms >= 0)"),
		],
		value: ratio("c_on_page_ms", "c_measured_views", " / 1000"),
		type: "seconds",
		definition:
			"The mean time from a page view to the next act of the session, or for how long the page was visible.",
		areas: ["pages"],
	},
	events: {
		family: "events",
		rows: () => "type = 'custom_event'",
		columns: [column("events", "countIf(type = 'custom_event')")],
		value: "c_events",
		type: "count",
		definition: "Custom events in the range.",
		areas: ["events"],
	},
	errors: {
		family: "events",
		rows: () => "type = 'error'",
		columns: [column("errors", `countIf(type = 'error' AND ${MESSAGE} != '')`)],
		value: "c_errors",
		type: "count",
		definition: "Errors with a message in the range.",
		areas: ["errors"],
	},
	error_sessions: {
		family: "events",
		rows: () => "type = 'error'",
		columns: [
			column("error_sessions", `uniqExactIf(session_id, type = 'error' AND ${MESSAGE} != '')`),
		],
		value: "c_error_sessions",
		type: "count",
		definition: "Sessions in which an error with a message occurred in the range.",
		areas: ["errors"],
	},
	scroll_depth: {
		family: "events",
		rows: () => "type = 'engagement'",
		columns: [column("scroll_depth", "avgIf(events.scroll_depth, type = 'engagement')", true)],
		value: "c_scroll_depth",
		isMeasured: true,
		type: "percent",
		definition: "The mean of how far down pages were scrolled, in percent of their height.",
		areas: ["pages"],
	},
	bots: {
		family: "bots",
		columns: [column("bots", "count()")],
		value: "c_bots",
		type: "count",
		definition: "Requests of bots in the range, which no other figure contains.",
		areas: ["bots"],
	},
};
