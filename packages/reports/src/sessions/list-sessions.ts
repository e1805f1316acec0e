import { withTraits } from "../people/traits.ts";
import {
	hexId,
	SESSION_DURATION_MS,
	SESSION_ENTRY_PAGE,
	SESSION_EXIT_PAGE,
} from "../query/dimensions.ts";
import type { Page } from "../query/page.ts";
import { type QuerySql, sessionCounts } from "../query/report-query.ts";
import { LEAST_EVENTS } from "../replays/replay-row.ts";
import { PLAIN_COLUMNS, type ReportContext, type RunSql } from "../report/report.ts";
import { latestFirst, type Stretch } from "../source/latest-first.ts";
import {
	SESSION_COLUMNS,
	SESSION_EVENT_COLUMNS,
	type SessionEvent,
	type StoredSession,
} from "./session-attributes.ts";
import { type SessionRow, sessionOf } from "./session-row.ts";
import { sessionsFromEvents } from "./sessions-from-events.ts";

/** Of more events the engine makes sessions itself: one that never ended may have any number of them. */
const MOST_EVENTS = 10_000;

/** What sessions are sorted by, in the words of the wire, as aggregates over their rows. */
const SORTS = {
	session_end: "max(timestamp)",
	session_start: "min(timestamp)",
	session_duration: SESSION_DURATION_MS,
	pageviews: "countIf(type = 'pageview')",
	events: "countIf(type = 'custom_event')",
	errors: "countIf(type = 'error')",
	entry_page: SESSION_ENTRY_PAGE,
	exit_page: SESSION_EXIT_PAGE,
} as const;
type SessionSortField = keyof typeof SORTS;
export const SESSION_SORT_FIELDS = Object.keys(SORTS) as SessionSortField[];

/** The order of a list of sessions; those that are equal in it come the latest end first. */
export interface SessionSort {
	by: SessionSortField;
	direction: "asc" | "desc";
}

const LATEST_FIRST: SessionSort = { by: "session_end", direction: "desc" };

const selectedText = (
	querySql: QuerySql,
	restrictions: readonly string[],
	rows = "1",
) => `SELECT toString(session_id) AS session
  FROM events
  WHERE ${querySql.inRange} AND ${rows}
  GROUP BY session_id
  HAVING ${[sessionCounts(querySql), ...restrictions].join("\n    AND ")}`;

/** @param rows the last part of the range, when its sessions are enough */
const idsText = (
	querySql: QuerySql,
	restrictions: readonly string[],
	{ by, direction }: SessionSort,
	rows?: string,
) => `
  ${selectedText(querySql, restrictions, rows)}
  ORDER BY ${SORTS[by]} ${direction}, max(timestamp) DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

/** How many sessions a query has. */
export const countSessions = async (
	runSql: RunSql,
	querySql: QuerySql,
	restrictions: readonly string[],
): Promise<number> => {
	const [row] = await runSql<{ sessions: number }>(
		`
  SELECT count() AS sessions FROM (${selectedText(querySql, restrictions)})`,
		querySql.parameters,
	);
	return row?.sessions ?? 0;
};

const ofSessions = ({ inRange }: QuerySql) =>
	`${inRange} AND session_id IN {sessions:Array(UInt64)}`;

const eventsText = (querySql: QuerySql) => `
  SELECT ${SESSION_EVENT_COLUMNS}
  FROM events
  WHERE ${ofSessions(querySql)}
  LIMIT ${MOST_EVENTS + 1}`;

const sessionsText = (querySql: QuerySql) => `
  SELECT
    ${SESSION_COLUMNS}
  FROM events
  WHERE ${ofSessions(querySql)}
  GROUP BY session_id
  ORDER BY ended_ms DESC, of_session_id`;

/** Everything that the range has of these sessions, the latest end first. */
const sessionsByIds = async (
	runSql: RunSql,
	querySql: QuerySql,
	sessions: readonly bigint[],
): Promise<StoredSession[]> => {
	const parameters = { ...querySql.parameters, sessions };
	const events = await runSql<SessionEvent>(eventsText(querySql), parameters, PLAIN_COLUMNS);
	return events.length > MOST_EVENTS
		? runSql<StoredSession>(sessionsText(querySql), parameters)
		: sessionsFromEvents(events);
};

/** Of these sessions, those that have a recording that can be played: their ids as the wire has them. */
const recordedSessions = async (
	{ runPromptSql, site }: { runPromptSql: RunSql; site: { siteId: number } },
	sessions: readonly bigint[],
): Promise<ReadonlySet<string>> => {
	if (sessions.length === 0) return new Set();
	const recorded = await runPromptSql<{ session: string }>(
		`
  SELECT ${hexId("session_id")} AS session
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id IN {sessions:Array(UInt64)}
  GROUP BY session_id
  HAVING sum(event_count) >= ${LEAST_EVENTS}`,
		{ site: site.siteId, sessions },
	);
	return new Set(recorded.map(({ session }) => session));
};

/** Stored sessions as the caller may see them, with traits and whether there is a recording. */
export const toSessionRows = async (
	context: Pick<ReportContext, "runSql" | "runPromptSql" | "site" | "isMember" | "query">,
	sessions: readonly StoredSession[],
	recorded?: ReadonlySet<string>,
): Promise<SessionRow[]> => {
	const playable =
		recorded ??
		(await recordedSessions(
			context,
			sessions.map(({ of_session_id }) => BigInt(`0x${of_session_id}`)),
		));
	const rows = sessions.map((session) => {
		const row = sessionOf(session);
		row.has_replay = playable.has(row.session_id) ? 1 : 0;
		if (!context.isMember) row.ip = null;
		return row;
	});
	return withTraits(context, rows);
};

/**
 * A page of the sessions of a query, the latest first unless sorted otherwise: their ids from few columns, then all columns of those alone.
 * @param restrictions what else a session's rows must meet, as aggregates over them
 */
export const listSessions = async (
	context: Pick<ReportContext, "runSql" | "runPromptSql" | "site" | "isMember" | "query" | "now">,
	querySql: QuerySql,
	restrictions: readonly string[],
	page: Page,
	sort: SessionSort = LATEST_FIRST,
): Promise<SessionRow[]> => {
	let { runSql } = context;
	const idsOf = (stretch: Stretch) => {
		runSql = stretch.runSql;
		const text = idsText(querySql, restrictions, sort, stretch.rows);
		return runSql<{ session: string }>(text, { ...querySql.parameters, ...page });
	};
	const { now, query } = context;
	// Only where every session counts does a part of the range have enough of them.
	const isLatestFirst = sort.by === "session_end" && sort.direction === "desc";
	const isPlain =
		isLatestFirst &&
		querySql.eventMatches === "1" &&
		querySql.sessionMatches === "1" &&
		restrictions.length === 0;
	const found = isPlain
		? await latestFirst(
				context,
				querySql,
				{ end: Math.min(query.period.to ?? now, now), many: page.limit },
				idsOf,
			)
		: await idsOf({ rows: undefined, runSql });
	const ids = found.map(({ session }) => BigInt(session));
	if (ids.length === 0) return [];
	const [sessions, recorded] = await Promise.all([
		sessionsByIds(runSql, querySql, ids),
		recordedSessions(context, ids),
	]);
	const rows = await toSessionRows(context, sessions, recorded);
	if (isLatestFirst) return rows;
	const places = new Map(ids.map((id, place) => [idOf(id), place]));
	const placeOf = ({ session_id }: SessionRow) => places.get(session_id) ?? ids.length;
	return rows.sort((one, other) => placeOf(one) - placeOf(other));
};

/** An id of the store as the wire has it. */
const idOf = (id: bigint) => id.toString(16).padStart(16, "0");
