import { SESSION_DURATION_MS } from "../query/dimensions.ts";
import { type QuerySql, sessionCounts } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import { toSessionRows } from "./list-sessions.ts";
import { SESSION_COLUMNS, type StoredSession } from "./session-attributes.ts";
import type { SessionRow } from "./session-row.ts";

/** Sessions of a query with further conditions on them, as aggregates over their rows. */
export interface SelectedSessions {
	querySql: QuerySql;
	restrictions: readonly string[];
}

type ExportContext = Pick<
	ReportContext,
	"runSql" | "runPromptSql" | "site" | "isMember" | "query" | "now"
>;

const HOUR_MS = 3_600_000;
const instant = (bound: string) => `fromUnixTimestamp64Milli(${bound}, 'UTC')`;

/** Sessions by the hour in which they ended, the latest first; `longest_ms` is of all of them, selected or not. */
const hoursText = (rows: string, isSelected: string) => `
  SELECT
    intDiv(ended_ms, ${HOUR_MS}) AS hour,
    countIf(is_selected) AS sessions,
    max(duration_ms) AS longest_ms
  FROM (
    SELECT
      toUnixTimestamp64Milli(max(timestamp)) AS ended_ms,
      ${SESSION_DURATION_MS} AS duration_ms,
      (${isSelected}) AS is_selected
    FROM events
    WHERE ${rows}
    GROUP BY session_id
  )
  GROUP BY hour
  ORDER BY hour DESC`;

const pageText = (rows: string, isOfPage: string, limit: string) => `
  SELECT
    ${SESSION_COLUMNS}
  FROM events
  WHERE ${rows}
    AND session_id IN (
      SELECT session_id FROM events
      WHERE ${rows}
      GROUP BY session_id
      HAVING ${isOfPage}
      ORDER BY max(timestamp) DESC, session_id
      LIMIT ${limit})
  GROUP BY session_id
  ORDER BY ended_ms DESC, session_id`;

interface Hour {
	hour: number;
	sessions: number;
	longest_ms: number;
}

/** Stretches of whole hours, the latest first, in each of which about so many sessions ended. */
const stretchesOf = (hours: readonly Hour[], sessions: number): { from: number; to: number }[] => {
	const stretches: { from: number; to: number; sessions: number }[] = [];
	for (const one of hours.filter((hour) => hour.sessions > 0)) {
		const last = stretches.at(-1);
		const from = one.hour * HOUR_MS;
		if (last && last.sessions + one.sessions <= sessions) {
			last.from = from;
			last.sessions += one.sessions;
		} else stretches.push({ from, to: from + HOUR_MS, sessions: one.sessions });
	}
	return stretches;
};

/**
 * Every session of a query in pages, the latest end first. A session that ends within some hours
 * has no event that is further from them than the longest session lasts, so each page reads a stretch of the range
 * and not all of it. What is received after the export began is in none of its pages: otherwise a late event could
 * move its session from a page that is still to come to one that has been written.
 */
export const sessionsInPages = async function* (
	context: ExportContext,
	select: (query: ExportContext["query"]) => SelectedSessions | undefined,
	rowsAtOnce: number,
): AsyncGenerator<SessionRow[]> {
	/** Fragments for one statement, with parameters of its own. */
	const fresh = () => {
		const selected = select(context.query);
		if (!selected) return undefined;
		const { querySql, restrictions } = selected;
		const received = `received_at <= ${instant(querySql.bind(context.now, "Int64"))}`;
		return {
			querySql,
			rows: `${querySql.inRange} AND ${received}`,
			isSelected: [sessionCounts(querySql), ...restrictions].join(" AND "),
		};
	};
	const whole = fresh();
	if (!whole) return;
	const hours = await context.runSql<Hour>(
		hoursText(whole.rows, whole.isSelected),
		whole.querySql.parameters,
	);
	const longestMs = hours.reduce((most, { longest_ms }) => Math.max(most, longest_ms), 0);
	for (const { from, to } of stretchesOf(hours, rowsAtOnce)) {
		let last: StoredSession | undefined;
		for (;;) {
			const query = fresh();
			if (!query) return;
			const { querySql, rows, isSelected } = query;
			const at = (ms: number) => instant(querySql.bind(ms, "Int64"));
			const isBehind =
				last &&
				`(max(timestamp) < ${at(last.ended_ms)} OR max(timestamp) = ${at(last.ended_ms)}
        AND session_id > ${querySql.bind(BigInt(`0x${last.of_session_id}`).toString(), "UInt64")})`;
			const isOfPage = [
				`max(timestamp) >= ${at(from)} AND max(timestamp) < ${at(to)}`,
				isSelected,
				...(isBehind ? [isBehind] : []),
			].join("\n        AND ");
			const near = `${rows} AND timestamp >= ${at(Math.max(0, from - longestMs))} AND timestamp < ${at(to + longestMs)}`;
			const limit = querySql.bind(rowsAtOnce, "UInt32");
			const found = await context.runSql<StoredSession>(
				pageText(near, isOfPage, limit),
				querySql.parameters,
			);
			yield await toSessionRows(context, found);
			last = found.at(-1);
			if (found.length < rowsAtOnce) break;
		}
	}
};
