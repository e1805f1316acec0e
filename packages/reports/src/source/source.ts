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
	run<Row>(textOf: TextOf, more?: Parameters): Promise<Row[]>;
	/** The statement of a text over the source; sums of days, on which it may rely, may have been removed meanwhile. */
	statementOf(textOf: TextOf, options: { hasTotals: boolean }): Promise<Statement>;
}

type TextOf = (source: Source) => string;
interface Statement {
	sql: string;
	parameters: Parameters;
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
	const sourceOf = (aggregates: Aggregates): Source => ({
		...rows,
		...aggregates,
		...{ querySql, run, statementOf },
	});
	const statementOf: Source["statementOf"] = async (textOf, { hasTotals }) => {
		const { parameters } = querySql;
		const textOver = (aggregates: Aggregates) => textOf(sourceOf(aggregates));
		if (!hasTotals || !sessionDays?.haveTotals || isFiltered)
			return { sql: textOver(sums), parameters };
		const textOfTotals = (keep: Keep) => textOver(fromDayTotals(sessionDays, { rows: sums, keep }));
		if (!runSql.keepsRows) return { sql: textOfTotals((sql) => sql), parameters };
		const { days } = sessionDays;
		return withKeptParts(textOfTotals, { runSql, parameters, site: site.siteId, days });
	};
	const run = <Row>(textOf: TextOf, more: Parameters = {}) =>
		withoutLostTotals(async (hasTotals) => {
			const { sql, parameters } = await statementOf(textOf, { hasTotals });
			return runSql<Row>(sql, { ...parameters, ...more }, { settings: rows.settings });
		});
	return sourceOf(sums);
};

/** Tries with sums of days, and without them if they were removed meanwhile. */
const withoutLostTotals = async <Result>(
	work: (hasTotals: boolean) => Promise<Result>,
): Promise<Result> => {
	try {
		return await work(true);
	} catch (error) {
		if (areTotalsGone(error)) return work(false);
		throw error;
	}
};

/** The same statement with names of its own for its parameters. */
const renamed = ({ sql, parameters }: Statement, prefix: string): Statement => ({
	sql: sql.replace(/\{(\w+):/g, `{${prefix}$1:`),
	parameters: Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [`${prefix}${name}`, value]),
	),
});

/**
 * Runs one statement over two sources, such as those of two periods.
 * @param textOf the part over each source
 * @param join the statement, given both parts
 */
export const runOverBoth = <Row>(
	runSql: ReportContext["runSql"],
	[one, other]: readonly [Source, Source],
	textOf: TextOf,
	{ join, more }: { join(one: string, other: string): string; more: Parameters },
): Promise<Row[]> =>
	withoutLostTotals(async (hasTotals) => {
		const [first, statement] = await Promise.all([
			one.statementOf(textOf, { hasTotals }),
			other.statementOf(textOf, { hasTotals }),
		]);
		const second = renamed(statement, "other_");
		const settings = [...new Set([one.settings, other.settings])].filter((some) => some !== "");
		return runSql<Row>(
			join(first.sql, second.sql),
			{ ...first.parameters, ...second.parameters, ...more },
			{ settings: settings.join(", ") },
		);
	});
