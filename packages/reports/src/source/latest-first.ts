import { SESSION_MAX_MS } from "@footfall/shared/limits";
import type { QuerySql, ReportQuery } from "../query/report-query.ts";
import type { ReportContext, RunSql } from "../report/report.ts";

const HOUR_MS = 3_600_000;
/** How far back from its end a range is read, step by step, until there are enough rows. */
const SPANS_MS = [HOUR_MS, 24 * HOUR_MS, 24 * 16 * HOUR_MS];

/** A part of a range, and how its rows are read. */
export interface Stretch {
	/** SQL for the rows of the range's last part; undefined for the whole range. */
	rows: string | undefined;
	/** SQL that is true for all rows of sessions with some rows in that part. */
	around: string;
	runSql: RunSql;
}

/**
 * The latest rows of a query, without reading a range of months for one screen of them: rows of the range's last part
 * come before all earlier ones, so a part that has `many` rows is enough.
 * @param end an instant at or before which the wanted rows are, ms since the epoch
 * @param rowsOf the latest rows of a stretch, at most `many` of them
 */
export const latestFirst = async <Row>(
	{
		runSql,
		runPromptSql,
		query: { period },
	}: Pick<ReportContext, "runSql" | "runPromptSql"> & { query: ReportQuery },
	{ bind, sessionMatches }: QuerySql,
	{ end, many }: { end: number; many: number },
	rowsOf: (stretch: Stretch) => Promise<Row[]>,
): Promise<Row[]> => {
	for (const [index, span] of SPANS_MS.entries()) {
		const since = end - span;
		if (since <= (period.from ?? 0)) break;
		const from = bind(since, "Int64");
		const rows = `timestamp >= fromUnixTimestamp64Milli(${from}, 'UTC')`;
		const around = `timestamp >= fromUnixTimestamp64Milli(${from} - ${SESSION_MAX_MS}, 'UTC')`;
		// Events that decide whether a session matches may lie anywhere in the range.
		const isLittle = index === 0 && sessionMatches === "1";
		const found = await rowsOf({ rows, around, runSql: isLittle ? runPromptSql : runSql });
		if (found.length >= many) return found;
	}
	return rowsOf({ rows: undefined, around: "1", runSql });
};
