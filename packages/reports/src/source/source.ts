import type { Parameters } from "../query/binding.ts";
import { countsEverything, type QuerySql, toSql } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import { areTotalsGone, fromDayTotals } from "./day-totals.ts";
import { fromEvents } from "./from-events.ts";
import { fromSessionDays } from "./from-session-days.ts";
import { type Keep, withKeptParts } from "./kept-parts.ts";
import { rolledUpDaysOf } from "./rolled-up-days.ts";
import { type Aggregates, aggregatesOf, type Rows } from "./rows.ts";
import { sessionDayFiltersOf } from "./session-day-filters.ts";

/** Subqueries that answer a query, whichever rows they read. */
export interface Source extends Rows, Aggregates {
	querySql: QuerySql;
	/**
	 * Runs a statement over the source.
	 * @param textOf the statement without limits; called again for its parts, and if sums were removed in the meantime
	 */
	run<Row>(textOf: (source: Source) => string, more?: Parameters): Promise<Row[]>;
}

export type SourceContext = Pick<ReportContext, "runSql" | "site" | "query">;

/**
 * Decides which rows answer a query: events, rows of a session and day, or sums of days.
 * @param ofEvents whether reading the events of matching sessions, which are few, is faster
 */
export const openSource = async (
	context: SourceContext,
	{ ofEvents = false }: { ofEvents?: boolean } = {},
): Promise<Source> => {
	const { runSql, site, query } = context;
	const querySql = toSql(site.siteId, query);
	const events = fromEvents(querySql);
	const isFiltered = !countsEverything(querySql);
	const days = ofEvents && isFiltered ? undefined : await rolledUpDaysOf(runSql, querySql, query);
	const sessionDays = days && { ...days, filters: sessionDayFiltersOf(querySql, query), querySql };
	const rows = sessionDays ? fromSessionDays(sessionDays, events) : events;
	const sums = aggregatesOf(rows, querySql.isInRange);
	const sourceOf = (aggregates: Aggregates): Source => ({ ...rows, ...aggregates, querySql, run });
	const run = async <Row>(textOf: (source: Source) => string, more: Parameters = {}) => {
		const runText = ({ sql, parameters }: { sql: string; parameters: Parameters }) =>
			runSql<Row>(sql, { ...parameters, ...more }, { settings: rows.settings });
		const runOver = (aggregates: Aggregates) =>
			runText({ sql: textOf(sourceOf(aggregates)), parameters: querySql.parameters });
		if (!sessionDays?.haveTotals || isFiltered) return runOver(sums);
		const totals = (keep: Keep) => fromDayTotals(sessionDays, { rows: sums, keep });
		try {
			if (!runSql.keepsRows) return await runOver(totals((sql) => sql));
			const { parameters } = querySql;
			const statement = await withKeptParts((keep) => textOf(sourceOf(totals(keep))), {
				runSql,
				parameters,
				site: site.siteId,
				days: sessionDays.days,
			});
			return await runText(statement);
		} catch (error) {
			if (areTotalsGone(error)) return runOver(sums);
			throw error;
		}
	};
	return sourceOf(sums);
};
