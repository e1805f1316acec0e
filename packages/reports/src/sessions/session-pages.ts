import { SESSION_DURATION_MS } from "../query/dimensions.ts";
import { readAhead } from "../report/read-ahead.ts";
import type { ReportContext } from "../report/report.ts";
import { type SelectedSessions, selectedSessions, toSessionRows } from "./list-sessions.ts";
import { type StoredSession, storedSessions } from "./session-attributes.ts";
import type { SessionRow } from "./session-row.ts";

type ExportContext = Pick<
	ReportContext,
	"runSql" | "runPromptSql" | "site" | "isMember" | "query" | "now"
>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const instant = (bound: string) => `fromUnixTimestamp64Milli(${bound}, 'UTC')`;

/** Sessions by the hour in which they ended, the latest first. */
const hoursText = (sessions: string) => `
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), ${HOUR_MS}) AS hour,
    count() AS sessions,
    max(${SESSION_DURATION_MS}) AS longest_ms
  FROM (${sessions})
  GROUP BY hour
  ORDER BY hour DESC`;

const pageText = (
	rows: string,
	sessions: string,
	isOfPage: string,
	limit: string,
) => `${storedSessions(
	`${rows}
    AND session_id IN (
      SELECT session_id
      FROM (${sessions})
      WHERE ${isOfPage}
      ORDER BY ended DESC, session_id
      LIMIT ${limit})`,
)}
  ORDER BY ended_ms DESC, of_session_id`;

interface Hour {
	hour: number;
	sessions: number;
	longest_ms: number;
}

/** Stretches of whole hours, the latest first, in each of which about this many sessions ended. */
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

type Select = (query: ExportContext["query"]) => SelectedSessions | undefined;

const storedInPages = async function* (
	context: ExportContext,
	select: Select,
	rowsAtOnce: number,
): AsyncGenerator<StoredSession[]> {
	/** Fragments for one statement, with parameters of its own. */
	const fresh = () => {
		const selected = select(context.query);
		if (!selected) return undefined;
		const { querySql } = selected;
		const received = `received_at <= ${instant(querySql.bind(context.now, "Int64"))}`;
		return {
			querySql,
			rows: `${querySql.around} AND ${received}`,
			sessionsAmong: (rows = "1") =>
				selectedSessions(selected, undefined, `${received} AND ${rows}`),
		};
	};
	const whole = fresh();
	if (!whole) return;
	const hours = await context.runSql<Hour>(
		hoursText(whole.sessionsAmong()),
		whole.querySql.parameters,
	);
	const longestMs = hours.reduce((most, { longest_ms }) => Math.max(most, longest_ms), 0);
	for (const { from, to } of stretchesOf(hours, rowsAtOnce)) {
		let last: StoredSession | undefined;
		for (;;) {
			const query = fresh();
			if (!query) return;
			const { querySql, rows, sessionsAmong } = query;
			const at = (ms: number) => instant(querySql.bind(ms, "Int64"));
			const isBehind =
				last &&
				`(ended < ${at(last.ended_ms)} OR ended = ${at(last.ended_ms)}
        AND session_id > ${querySql.bind(BigInt(`0x${last.of_session_id}`).toString(), "UInt64")})`;
			const isOfPage = [
				`ended >= ${at(from)} AND ended < ${at(to)}`,
				...(isBehind ? [isBehind] : []),
			].join("\n        AND ");
			// Times on a page may be reported long after it was left.
			const near = `timestamp >= ${at(Math.max(0, from - longestMs))} AND timestamp < ${at(to + DAY_MS)}`;
			const limit = querySql.bind(rowsAtOnce, "UInt32");
			const found = await context.runSql<StoredSession>(
				pageText(`${rows} AND ${near}`, sessionsAmong(near), isOfPage, limit),
				querySql.parameters,
			);
			yield found;
			last = found.at(-1);
			if (found.length < rowsAtOnce) break;
		}
	}
};

/**
 * Every session of a query in pages, the latest end first. A session that ends within some hours began at most the
 * longest session's duration before them, so each page reads only a stretch of the range. Events received after the
 * export began are in none of its pages: otherwise a late event could move its session from a page still to come to
 * one already written.
 */
export const sessionsInPages = async function* (
	context: ExportContext,
	select: Select,
	rowsAtOnce: number,
): AsyncGenerator<SessionRow[]> {
	for await (const page of readAhead(storedInPages(context, select, rowsAtOnce)))
		yield await toSessionRows(context, page);
};
