import type { UsedPast } from "../past/fit-past.ts";
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
	/** Imported daily sums that count beside the rows; statements of the source may contain their SQL. */
	past: UsedPast | undefined;
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

export type SourceContext = Pick<ReportContext, "runSql" | "site" | "query"> & {
	past?: UsedPast | undefined;
};

/**
 * Decides which rows answer a query: events, rows of a session and day, or sums of days.
 * @param ofEvents whether reading the events of matching sessions, which are few, is faster
 */
export const openSource = async (
	context: SourceContext,
	{ ofEvents = false }: { ofEvents?: boolean } = {},
): Promise<Source> => {
	const { runSql, site, query, past } = context;
	const querySql = toSql(site.siteId, query);
	Object.assign(querySql.parameters, past?.parameters);
	const events = fromEvents(querySql);
	const isFiltered = !countsEverything(querySql);
	const isOfEvents = query.isShort || (ofEvents && isFiltered);
	const days = isOfEvents ? undefined : await rolledUpDaysOf(runSql, querySql, query);
	const sessionDays = days && { ...days, filters: sessionDayFiltersOf(querySql, query), querySql };
	const rows = sessionDays ? fromSessionDays(sessionDays, events) : events;
	const sums = aggregatesOf(rows, querySql.isInRange);
	const sourceOf = (aggregates: Aggregates): Source => ({
		...rows,
		...aggregates,
		...{ querySql, past, run, statementOf },
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
export const renamed = ({ sql, parameters }: Statement, prefix: string): Statement => ({
	sql: sql.replace(/\{(\w+):/g, `{${prefix}$1:`),
	parameters: Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [`${prefix}${name}`, value]),
	),
});

/** A part of a statement over several sources. */
export interface SourcePart {
	source: Source;
	textOf: TextOf;
	/** In front of the names of its parameters. */
	prefix: string;
}

/**
 * Runs one statement over several sources, such as those of two periods or of several sites.
 * @param join the statement, given the part over each source
 */
export const runOverAll = <Row>(
	runSql: ReportContext["runSql"],
	parts: readonly SourcePart[],
	{
		join,
		more,
		isOfManySites = false,
	}: { join(texts: readonly string[]): string; more: Parameters; isOfManySites?: boolean },
): Promise<Row[]> =>
	withoutLostTotals(async (hasTotals) => {
		const statements = await Promise.all(
			parts.map(async ({ source, textOf, prefix }) => {
				const statement = await source.statementOf(textOf, { hasTotals });
				return prefix === "" ? statement : renamed(statement, prefix);
			}),
		);
		const settings = new Set(parts.map(({ source }) => source.settings));
		settings.delete("");
		return runSql<Row>(
			join(statements.map(({ sql }) => sql)),
			Object.assign({}, ...statements.map(({ parameters }) => parameters), more),
			{ settings: [...settings].join(", "), isOfManySites },
		);
	});

/**
 * The same over two sources.
 * @param textOf the part over each source
 */
export const runOverBoth = <Row>(
	runSql: ReportContext["runSql"],
	[one, other]: readonly [Source, Source],
	textOf: TextOf,
	{ join, more }: { join(one: string, other: string): string; more: Parameters },
): Promise<Row[]> =>
	runOverAll(
		runSql,
		[
			{ source: one, textOf, prefix: "" },
			{ source: other, textOf, prefix: "other_" },
		],
		{ join: ([first = "", second = ""]) => join(first, second), more },
	);
