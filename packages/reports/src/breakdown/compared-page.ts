import type { FittedPast } from "../past/fit-past.ts";
import { usedOf } from "../past/imported-groups.ts";
import { type Comparison, changeNeedsComparison } from "../query/comparison.ts";
import type { Page } from "../query/page.ts";
import { pageOfRows } from "../report/rows.ts";
import { openSource, runOverBoth, type Source, type SourceContext } from "../source/source.ts";
import {
	type Breakdown,
	type Group,
	type GroupSelection,
	groupsOf,
	groupsSql,
	isOfChange,
	pageOfGroups,
	pageText,
	withLatestViews,
} from "./breakdowns.ts";

type Figure = "sessions" | "bounces" | "views" | "on_page_ms" | "measured_views";

const OF_VIEWS = ["sessions", "bounces", "views", "on_page_ms", "measured_views"] as const;
/** What is counted in the groups of each kind. */
const FIGURES: Readonly<Record<Breakdown["kind"], readonly Figure[]>> = {
	occurrences: ["sessions"],
	sessions: ["sessions", "bounces"],
	titles: OF_VIEWS,
	pages: OF_VIEWS,
};

/** A group with its counts in the other period; `is_own` is 0 for one that only that period has. */
type ChangedGroup = Group &
	Record<`other_${Figure | "total_sessions" | "total_views"}`, number> & {
		is_own: number;
	};

/** SQL for the groups of two periods side by side, those of one of them alone included. */
const sideBySide = ({ kind, latest }: Breakdown, own: string, other: string): string => {
	const figures = FIGURES[kind];
	// The text beside the value, or the time by which it is looked up.
	const text = kind !== "pages" && kind !== "titles" ? undefined : latest ? "latest_ms" : "shown";
	const rowsOf = (isOwn: 0 | 1, groups: string) => {
		const columns = figures.flatMap((name) => [
			`toInt64(${isOwn ? name : 0}) AS own_${name}`,
			`toInt64(${isOwn ? 0 : name}) AS before_${name}`,
		]);
		return `
        SELECT value, toUInt8(${isOwn}) AS side, ${text ? `${text} AS text, ` : ""}${columns.join(", ")}
        FROM (${groups}
        )`;
	};
	const sums = figures.flatMap((name) => [
		`sum(own_${name}) AS ${name}`,
		`sum(before_${name}) AS other_${name}`,
	]);
	return `
    SELECT
      *,
      ${figures.includes("views") ? "sum(other_views) OVER () AS other_total_views," : ""}
      sum(other_sessions) OVER () AS other_total_sessions
    FROM (
      SELECT value, max(side) AS is_own, ${text ? `argMax(text, side) AS ${text}, ` : ""}${sums.join(", ")}
      FROM (${rowsOf(1, own)}
        UNION ALL${rowsOf(0, other)}
      )
      GROUP BY value
    )`;
};

/** The group's counts in the other period. */
const otherOf = (group: ChangedGroup): Group => ({
	...group,
	sessions: group.other_sessions,
	bounces: group.other_bounces,
	views: group.other_views,
	on_page_ms: group.other_on_page_ms,
	measured_views: group.other_measured_views,
	total_sessions: group.other_total_sessions,
	total_views: group.other_total_views,
});

const byValue = <One extends Group>(groups: readonly One[]): ReadonlyMap<string, One> =>
	new Map(groups.map((group) => [group.value, group]));

/** A page of the groups of two periods, by how much they changed. */
const pageOfChanges = async (
	contexts: readonly [SourceContext, SourceContext],
	breakdown: Breakdown,
	page: Page,
	selection: GroupSelection,
) => {
	const [{ runSql }] = contexts;
	const [own, other] = await Promise.all([openSource(contexts[0]), openSource(contexts[1])]);
	const { kind } = breakdown;
	const { search } = selection;
	const found = await pageOfRows(page, (limit, offset) =>
		runOverBoth<ChangedGroup>(runSql, [own, other], groupsSql(breakdown), {
			join: (one, two) => pageText(sideBySide(breakdown, one, two), kind, selection),
			more: { limit, offset, ...(search !== undefined && { search }) },
		}),
	);
	const before = byValue(found.rows.map(otherOf));
	const partOf = (source: Source, isOwn: number) =>
		withLatestViews(
			runSql,
			source,
			breakdown,
			found.rows.filter(({ is_own }) => is_own === isOwn),
		);
	const shown = byValue((await Promise.all([partOf(own, 1), partOf(other, 0)])).flat());
	const rows = found.rows.map((group) => shown.get(group.value) ?? group);
	return { ...found, rows, before };
};

/** A search usually finds fewer values than this; their groups in both periods are read side by side then. */
const MOST_MATCHES = 1000;

/** All groups that a search finds; undefined without a search, and if they are too many. */
const matchesOf = async (source: Source, breakdown: Breakdown, { search }: GroupSelection) => {
	if (search === undefined) return undefined;
	const page = { limit: MOST_MATCHES, offset: 0 };
	const { rows, totalCount } = await pageOfGroups(source, breakdown, page, { search });
	return totalCount > rows.length ? undefined : rows;
};

/**
 * A page of a breakdown, and its groups in the comparison period, if there is one, by value.
 * @throws ApiError for an order by change without a comparison
 */
export const comparedPage = async (
	context: SourceContext,
	comparison: Comparison | undefined,
	{
		breakdown,
		page,
		selection = {},
		pasts,
	}: {
		breakdown: Breakdown;
		page: Page;
		selection?: GroupSelection;
		/** Imported sums that fit each of the two periods. */
		pasts?: Record<"own" | "other", FittedPast | undefined>;
	},
) => {
	const current = { ...context, past: usedOf(pasts?.own) };
	const other = comparison && {
		...{ ...context, query: comparison.query, past: usedOf(pasts?.other) },
	};
	if (isOfChange(selection)) {
		if (!other) throw changeNeedsComparison();
		return pageOfChanges([current, other], breakdown, page, selection);
	}
	const [own, before] = await Promise.all([openSource(current), other && openSource(other)]);
	const [found, matches] = await Promise.all([
		pageOfGroups(own, breakdown, page, selection),
		before && matchesOf(before, breakdown, selection),
	]);
	const values = found.rows.map(({ value }) => value);
	const [rows, groups] = await Promise.all([
		withLatestViews(context.runSql, own, breakdown, found.rows),
		before && (matches ?? groupsOf(before, breakdown, values)),
	]);
	return { ...found, rows, before: groups && byValue(groups) };
};
