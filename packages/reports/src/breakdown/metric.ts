import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import type { FittedPast } from "../past/fit-past.ts";
import { ImportedSums, importedAnswer, importedParameter } from "../past/imported-answer.ts";
import { pastsOf, usedOf } from "../past/imported-groups.ts";
import {
	ComparedRange,
	type Comparison,
	type ComparisonParameters,
	comparisonOf,
	comparisonParameters,
} from "../query/comparison.ts";
import { BREAKDOWN_PARAMETERS } from "../query/dimensions.ts";
import { type Page, pageOf, pageParameters } from "../query/page.ts";
import { dimensionParameter } from "../query/parameters.ts";
import {
	searchOf,
	searchParameter,
	sortOf,
	sortParameters,
	totalsParameter,
	wantsTotals,
} from "../query/selection.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { meanOf, percentageOf } from "../report/rows.ts";
import {
	type Breakdown,
	breakdownBy,
	type Group,
	type GroupSelection,
	SORT_FIELDS,
} from "./breakdowns.ts";
import { comparedPage } from "./compared-page.ts";
import { pastRequestOf } from "./past-request.ts";
import { isShareable, sharedGroups } from "./shared-breakdowns.ts";

const percentage = () => z.number().min(0).max(100);

/** A row; its fields beside the first three depend on the parameter. */
const PlainRow = z.object({
	value: z.string(),
	count: count(),
	percentage: percentage(),
	pageviews: count().optional(),
	pageviews_percentage: percentage().optional(),
	bounce_rate: percentage().optional(),
	hostname: z.string().optional(),
	pathname: z.string().optional(),
	time_on_page_seconds: z.number().optional(),
});
const MetricFigures = PlainRow.omit({ value: true, hostname: true, pathname: true }).meta({
	component: "MetricFigures",
});
type MetricFigures = z.infer<typeof MetricFigures>;

/** A row of a breakdown, with the figures of the same value in the comparison period. */
export const MetricRow = PlainRow.extend({ previous: MetricFigures.optional() }).meta({
	component: "MetricRow",
});
export type MetricRow = z.infer<typeof MetricRow>;

const figuresOf = (kind: Breakdown["kind"], group: Group): MetricFigures => {
	const share = percentageOf(group.sessions, group.total_sessions);
	const figures = { count: group.sessions, percentage: share };
	if (kind === "occurrences") return figures;
	const bounce_rate = percentageOf(group.bounces, group.sessions);
	if (kind === "titles") return { ...figures, bounce_rate };
	if (kind === "sessions")
		return { ...figures, pageviews: group.sessions, pageviews_percentage: share, bounce_rate };
	return {
		...figures,
		pageviews: group.views,
		pageviews_percentage: percentageOf(group.views, group.total_views),
		bounce_rate,
		time_on_page_seconds: meanOf(group.on_page_ms, group.measured_views) / 1000,
	};
};

const NOTHING: Group = {
	value: "",
	sessions: 0,
	bounces: 0,
	views: 0,
	latest_ms: 0,
	shown: "",
	on_page_ms: 0,
	measured_views: 0,
	total_sessions: 0,
	total_views: 0,
	total_rows: 0,
};

const rowOf = (kind: Breakdown["kind"], group: Group): MetricRow => {
	const { count, percentage, ...figures } = figuresOf(kind, group);
	const first = { value: group.value, count, percentage };
	if (kind === "titles") return { ...first, pathname: group.shown, ...figures };
	if (kind === "pages") return { ...first, hostname: group.shown, ...figures };
	return { ...first, ...figures };
};

const Totals = z
	.object({ count: count(), pageviews: count().optional() })
	.meta({ component: "MetricTotals" });

/** Sums over the rows of all pages. */
export const totalsOf = (
	kind: Breakdown["kind"],
	known: Group | undefined,
): z.infer<typeof Totals> => {
	const { total_sessions, total_views, listed_sessions, listed_views } = known ?? NOTHING;
	const sessions = listed_sessions ?? total_sessions;
	if (kind === "occurrences" || kind === "titles") return { count: sessions };
	return {
		count: sessions,
		pageviews: kind === "pages" ? (listed_views ?? total_views) : sessions,
	};
};

/** The answer of a breakdown. */
export const response = z
	.object({
		data: z
			.object({ data: z.array(MetricRow), totalCount: count(), totals: Totals.optional() })
			.meta({ component: "MetricPage" }),
		comparison: ComparedRange.optional(),
		imported: ImportedSums.optional(),
	})
	.meta({ component: "MetricResponse" });

const ACCEPTED = `parameter: one of ${BREAKDOWN_PARAMETERS.join(", ")}`;

/** Part of the OpenAPI description of dimensions. */
export const ATTRIBUTION =
	"A session counts under the value of its first event that matches the filters and has one; its channel depends on all its events";

/** The breakdown by a parameter. @throws ApiError naming the parameters where there is none */
export const requiredBreakdown = (
	parameter: string | undefined,
): { parameter: string; breakdown: Breakdown } => {
	if (!parameter) throw refusedParameters("parameter is required", ACCEPTED);
	const breakdown = breakdownBy(parameter);
	if (!breakdown)
		throw refusedParameters(`Invalid parameter: ${parameter.slice(0, 100)}`, ACCEPTED);
	return { parameter, breakdown };
};

type Asked = Pick<ReportContext, "runSql" | "site" | "query" | "now"> & {
	given: ComparisonParameters & { totals?: string | undefined; imported?: string | undefined };
};

const answerFrom = (
	{ given }: Pick<Asked, "given">,
	kind: Breakdown["kind"],
	found: { rows: readonly Group[]; totalCount: number; known: Group | undefined },
	pasts: Record<"own" | "other", FittedPast | undefined>,
	comparison?: { comparison: Comparison; groups: ReadonlyMap<string, Group> },
) => ({
	data: {
		data: found.rows.map((group) => ({
			...rowOf(kind, group),
			...(comparison && {
				previous: figuresOf(kind, comparison.groups.get(group.value) ?? NOTHING),
			}),
		})),
		totalCount: found.totalCount,
		...(wantsTotals(given.totals) && { totals: totalsOf(kind, found.known) }),
	},
	...(comparison && { comparison: comparison.comparison.range }),
	...importedAnswer(pasts.own, { previous: pasts.other }),
});

/** Answers with a page of a breakdown. */
export const answerOf = async (
	context: Asked,
	{ parameter, breakdown }: ReturnType<typeof requiredBreakdown>,
	page: Page,
	selection: GroupSelection = {},
) => {
	const { given, query, now } = context;
	wantsTotals(given.totals);
	const comparison = comparisonOf(given, query, now);
	const request = pastRequestOf(parameter, breakdown.kind, given);
	const pasts = await pastsOf(context, comparison?.query, request);
	const found = await comparedPage(context, comparison, { breakdown, page, selection, pasts });
	const groups = found.before;
	const compared = comparison && groups && { comparison, groups };
	return answerFrom(context, breakdown.kind, found, pasts, compared);
};

type MetricContext = Asked & {
	given: {
		[name in "parameter" | "page" | "limit" | "search" | "sort_by" | "sort_order"]?:
			| string
			| undefined;
	};
};

/** Requests that ask for the first rows of a dimension in the usual order are answered together. */
const sharedKeyOf = ({ given, query }: MetricContext): string | undefined => {
	const { parameter, page = "1", search, sort_by = "count", sort_order = "desc" } = given;
	const isPlain = page === "1" && !search && sort_by === "count" && sort_order === "desc";
	if (!isPlain || !parameter || !isShareable(parameter)) return undefined;
	const { period, filters } = query;
	const { compare, match_weekdays, imported } = given;
	return JSON.stringify([period, filters, compare, match_weekdays, imported]);
};

const answerTogether = async (contexts: readonly MetricContext[]) => {
	const [first] = contexts;
	if (!first) return [];
	for (const { given } of contexts) wantsTotals(given.totals);
	const comparison = comparisonOf(first.given, first.query, first.now);
	const pasts = await Promise.all(
		contexts.map(({ given }, index) =>
			pastsOf(first, comparison?.query, {
				...pastRequestOf(given.parameter ?? "", "sessions", given),
				prefix: `past${index}_`,
			}),
		),
	);
	const parts = contexts.map(({ given }, index) => ({
		parameter: given.parameter ?? "",
		limit: pageOf(given, 100).limit,
		past: usedOf(pasts[index]?.own),
	}));
	const found = await sharedGroups(first, parts);
	const before =
		comparison &&
		(await sharedGroups(
			{ ...first, query: comparison.query },
			parts.map((part, index) => ({
				...part,
				past: usedOf(pasts[index]?.other),
				values: (found[index] ?? []).map(({ value }) => value),
			})),
		));
	return contexts.map((context, index) => {
		const rows = found[index] ?? [];
		const [known] = rows;
		const groups = new Map(before?.[index]?.map((group) => [group.value, group]));
		return answerFrom(
			context,
			"sessions",
			{ rows, totalCount: known?.total_rows ?? 0, known },
			pasts[index] ?? { own: undefined, other: undefined },
			comparison && { comparison, groups },
		);
	});
};

/** Part of the OpenAPI description of lists that can be sorted by change. */
export const SORTED_BY =
	"Any figure of the rows, `value`, or with `compare` also `change`: the difference of `count` from the other period, in either direction, with the values that only that period has";

/** The order and the search that a request for a breakdown asks for. */
export const selectionOf = (
	given: {
		search?: string | undefined;
		sort_by?: string | undefined;
		sort_order?: string | undefined;
	},
	{ kind }: Breakdown,
): GroupSelection => ({
	sort: sortOf(given, SORT_FIELDS[kind], "count"),
	search: searchOf(given.search),
});

export const metric = report({
	path: "/metric",
	summary: "Sessions by dimension",
	description:
		"The table behind pages, sources, places and devices: `parameter` names the dimension. `percentage` is of all sessions of the query, times are in seconds.",
	tag: "Overview",
	areas: [],
	extra: {
		parameter: dimensionParameter(
			`Dimension: any filter parameter except session_duration. Required. ${ATTRIBUTION}`,
		),
		...pageParameters(100),
		...searchParameter,
		...sortParameters(SORTED_BY, "`count`"),
		...totalsParameter("the sums over the rows of all pages"),
		...comparisonParameters,
		...importedParameter,
	},
	response,
	answer: (context) => {
		const asked = requiredBreakdown(context.given.parameter);
		const selection = selectionOf(context.given, asked.breakdown);
		return answerOf(context, asked, pageOf(context.given, 100), selection);
	},
	together: { keyOf: sharedKeyOf, answer: answerTogether },
});
