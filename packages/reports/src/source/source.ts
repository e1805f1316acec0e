import type { Parameters } from "../query/binding.ts";
import { type QuerySql, toSql } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import { areTotalsGone, fromDayTotals } from "./day-totals.ts";
import { fromEvents } from "./from-events.ts";
import { fromRollups } from "./from-rollups.ts";
import { rolledUpDaysOf } from "./rolled-up-days.ts";
import { type Aggregates, aggregatesOf, type Rows } from "./rows.ts";
import { type Needs, sessionDaysOf } from "./session-days.ts";

/** Subqueries that answer a query, whichever rows they read. */
export interface Source extends Rows, Aggregates {
	querySql: QuerySql;
	/**
	 * Runs a statement over the source.
	 * @param textOf the statement without limits; called again where sums were removed in the meantime
	 */
	run<Row>(textOf: (source: Source) => string, more?: Parameters): Promise<Row[]>;
}

export type SourceContext = Pick<ReportContext, "runSql" | "site" | "query">;

/** Decides which rows answer a query: events, rows of a session and day, or sums of days. */
export const openSource = async (context: SourceContext, needs: Needs = {}): Promise<Source> => {
	const { runSql, site, query } = context;
	const querySql = toSql(site.siteId, query);
	const events = fromEvents(querySql, query);
	const isByEvents = (needs.people || needs.stepTimes) && query.filters.length > 0;
	const days = isByEvents ? undefined : await rolledUpDaysOf(runSql, querySql, query);
	const sessionDays = days && (await sessionDaysOf(context, querySql, days, needs));
	const rows = sessionDays ? fromRollups(querySql, sessionDays, events) : events;
	const sums = aggregatesOf(rows);
	const totals =
		sessionDays && days?.daysWithTotals !== undefined && query.filters.length === 0
			? fromDayTotals(querySql, { ...days, daysWithTotals: days.daysWithTotals }, sums)
			: undefined;
	const sourceOf = (aggregates: Aggregates): Source => ({ ...rows, ...aggregates, querySql, run });
	const run = async <Row>(textOf: (source: Source) => string, more: Parameters = {}) => {
		const runOver = (aggregates: Aggregates) =>
			runSql<Row>(
				textOf(sourceOf(aggregates)),
				{ ...querySql.parameters, ...more },
				{ settings: rows.settings },
			);
		try {
			return await runOver(totals ?? sums);
		} catch (error) {
			if (totals && areTotalsGone(error)) return runOver(sums);
			throw error;
		}
	};
	return sourceOf(sums);
};
