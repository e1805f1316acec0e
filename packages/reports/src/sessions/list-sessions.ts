import type { SessionColumn } from "@footfall/store";
import { withTraits } from "../people/traits.ts";
import { hexId, SESSION_DURATION_MS } from "../query/dimensions.ts";
import type { Page } from "../query/page.ts";
import { countsEverything, passingSessions, type QuerySql } from "../query/report-query.ts";
import { LEAST_EVENTS } from "../replays/replay-row.ts";
import { PLAIN_COLUMNS, type ReportContext, type RunSql } from "../report/report.ts";
import { latestFirst, type Stretch } from "../source/latest-first.ts";
import {
	SESSION_EVENT_COLUMNS,
	type SessionEvent,
	type StoredSession,
	storedSessions,
} from "./session-attributes.ts";
import { type SessionRow, sessionOf } from "./session-row.ts";
import { sessionsFromEvents } from "./sessions-from-events.ts";

/** Sessions with more events are assembled by the engine: one that never ended may have any number of them. */
const MOST_EVENTS = 10_000;

const CUSTOM_EVENTS = "countIf(events.type = 'custom_event') AS custom_events";

/** A figure of a session, over these columns of it. */
export interface SessionFigure {
	sql: string;
	columns?: readonly SessionColumn[];
	/** An aggregate over its events, as a further column. */
	more?: string;
}

/** What sessions are sorted by, in the words of the wire format. */
export const SESSION_FIGURES = {
	session_end: { sql: "ended" },
	session_start: { sql: "began" },
	session_duration: { sql: SESSION_DURATION_MS },
	pageviews: { sql: "pageviews", columns: ["pageviews"] },
	events: { sql: "custom_events", more: CUSTOM_EVENTS },
	errors: { sql: "errors", more: "countIf(events.type = 'error') AS errors" },
	entry_page: { sql: "entry_page", columns: ["entry_page"] },
	exit_page: { sql: "exit_page", columns: ["exit_page"] },
} as const satisfies Record<string, SessionFigure>;
type SessionSortField = keyof typeof SESSION_FIGURES;
export const SESSION_SORT_FIELDS = Object.keys(SESSION_FIGURES) as SessionSortField[];

/** The order of a list of sessions; ties are sorted by latest end. */
export interface SessionSort {
	by: SessionSortField;
	direction: "asc" | "desc";
}

/** The sessions of a query that meet further conditions. */
export interface SelectedSessions {
	querySql: QuerySql;
	/** Conditions on figures of sessions. */
	restrictions: readonly SessionFigure[];
}

const LATEST_FIRST: SessionSort = { by: "session_end", direction: "desc" };

/**
 * SQL for the selected sessions: `session_id`, `began`, `ended` and the columns of a figure.
 * @param rows which rows are read; all of the range's sessions unless given
 */
export const selectedSessions = (
	{ querySql, restrictions }: SelectedSessions,
	figure: SessionFigure = SESSION_FIGURES.session_end,
	rows?: string,
): string => {
	const figures = [...restrictions, figure];
	const more = [...new Set(figures.flatMap((one) => one.more ?? []))];
	return passingSessions(querySql, ["ended", ...figures.flatMap(({ columns = [] }) => columns)], {
		...(rows !== undefined && { rows }),
		condition: [querySql.beganInRange, ...restrictions.map(({ sql }) => sql)].join(" AND "),
		more: () => more,
	});
};

const idsText = (selected: SelectedSessions, { by, direction }: SessionSort, rows?: string) => `
  SELECT toString(session_id) AS session
  FROM (${selectedSessions(selected, SESSION_FIGURES[by], rows)})
  ORDER BY ${SESSION_FIGURES[by].sql} ${direction}, ended DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

/** The number of selected sessions. */
export const countSessions = async (
	runSql: RunSql,
	selected: SelectedSessions,
): Promise<number> => {
	const [row] = await runSql<{ sessions: number }>(
		`
  SELECT count() AS sessions FROM (${selectedSessions(selected)})`,
		selected.querySql.parameters,
	);
	return row?.sessions ?? 0;
};

const ofSessions = ({ around }: QuerySql) => `${around} AND session_id IN {sessions:Array(UInt64)}`;

const eventsText = (querySql: QuerySql) => `
  SELECT ${SESSION_EVENT_COLUMNS}
  FROM events
  WHERE ${ofSessions(querySql)} AND type != 'performance'
  LIMIT ${MOST_EVENTS + 1}`;

const sessionsText = (querySql: QuerySql) => `${storedSessions(ofSessions(querySql))}
  ORDER BY ended_ms DESC, of_session_id`;

/** All columns of these sessions, the latest end first. */
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

/** The sessions among these that have a playable recording, by their ids in the wire format. */
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

/** Stored sessions as the caller may see them, with traits and whether they have a recording. */
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

/** A page of sessions, by default the latest first: their ids from few columns, then all columns for only those. */
export const listSessions = async (
	context: Pick<ReportContext, "runSql" | "runPromptSql" | "site" | "isMember" | "query" | "now">,
	selected: SelectedSessions,
	page: Page,
	sort: SessionSort = LATEST_FIRST,
): Promise<SessionRow[]> => {
	const { querySql, restrictions } = selected;
	let { runSql } = context;
	const idsOf = (stretch: Stretch) => {
		runSql = stretch.runSql;
		const rows =
			stretch.rows &&
			`${stretch.around} AND session_id IN (
        SELECT session_id FROM events WHERE ${querySql.around} AND ${stretch.rows})`;
		return runSql<{ session: string }>(idsText(selected, sort, rows), {
			...querySql.parameters,
			...page,
		});
	};
	const { now, query } = context;
	// Only if every session counts does a part of the range have enough of them.
	const isLatestFirst = sort.by === "session_end" && sort.direction === "desc";
	const isPlain = isLatestFirst && countsEverything(querySql) && restrictions.length === 0;
	const found = isPlain
		? await latestFirst(
				context,
				querySql,
				{ end: Math.min(query.period.to ?? now, now), many: page.limit },
				idsOf,
			)
		: await idsOf({ rows: undefined, around: "1", runSql });
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

/** An id of the store in the wire format. */
const idOf = (id: bigint) => id.toString(16).padStart(16, "0");
