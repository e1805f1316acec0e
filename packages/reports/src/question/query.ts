import { refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Goals } from "../definitions/goal.ts";
import type { FittedPast } from "../past/fit-past.ts";
import { ImportedSums, importedAnswer } from "../past/imported-answer.ts";
import { ComparedRange, type Comparison, comparisonOf } from "../query/comparison.ts";
import { dividedTree, filtersWithin } from "../query/condition-tree.ts";
import { BOT_FILTER_PARAMETERS } from "../query/dimensions.ts";
import { periodOf } from "../query/period.ts";
import type { ReportQuery } from "../query/report-query.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { answerRows } from "./answer.ts";
import type { Asked } from "./groups.ts";
import { pastOf } from "./imported-days.ts";
import { GOAL, type Key, keyOf, SITE_KEY } from "./keys.ts";
import { METRIC_TYPES, type Metric } from "./metric.ts";
import { areasOfMetric, metricsOf } from "./metrics.ts";
import { CURRENCY, type Money, moneyOf, withoutRate } from "./money-metrics.ts";
import { type Place, placeOfSite, placeOfSites } from "./place.ts";
import { MAX_QUESTION_ROWS, Question, rowsAsked, treeOf } from "./question.ts";

/** Amounts are decimal texts. */
const figures = z.array(z.union([z.number(), z.string()]).nullable());

const Row = z
	.object({
		/** In the order of the question; "" where nothing is known. */
		dimensions: z.array(z.string()),
		metrics: figures,
		previous: figures.nullable().optional(),
		/** In a series: the bucket that `previous` is of. */
		previous_time: z.string().optional(),
		/** Imported days count in it. */
		imported: z.literal(true).optional(),
	})
	.meta({ component: "QuestionRow" });

/** The answer to a question. */
export const Answer = z
	.object({
		rows: z.array(Row),
		totals: z
			.object({ metrics: figures, previous: figures.nullable().optional() })
			.meta({ component: "QuestionTotals" })
			.optional(),
		total_rows: count().optional(),
		meta: z
			.object({
				range: z
					.object({ from: z.string().nullable(), to: z.string().nullable() })
					.meta({ component: "QuestionPeriod" }),
				time_zone: z.string(),
				comparison: ComparedRange.optional(),
				/** Metric → what it counts. */
				definitions: z.record(z.string(), z.string()),
				types: z.record(z.string(), z.enum(METRIC_TYPES)),
				/** Of amounts. */
				currency: z.string().optional(),
				imported: ImportedSums.optional(),
				/** What was asked for and is not part of the figures, each in a sentence. */
				left_out: z.array(z.string()),
				sampled: z.literal(false),
			})
			.meta({ component: "QuestionMeta" }),
	})
	.meta({ component: "QuestionAnswer" });

const queryOf = (question: Question, { query, now }: ReportContext): ReportQuery => {
	const { filters, conditions } = dividedTree(treeOf(question.filters));
	return {
		...query,
		...(question.range && { period: periodOf(question.range, now) }),
		filters: [...query.filters, ...filters],
		...(conditions.length > 0 && { conditions }),
	};
};

const leftOut = (metrics: readonly Metric[], query: ReportQuery): string[] => {
	if (!metrics.some(({ family }) => family === "bots")) return [];
	const { filters, conditions = [] } = query;
	const names = new Set(
		[
			...filters.filter(({ parameter }) => !BOT_FILTER_PARAMETERS.includes(parameter)),
			...conditions.flatMap(filtersWithin),
		].map(({ parameter }) => parameter),
	);
	return names.size === 0
		? []
		: [`The requests of bots are not filtered by ${[...names].join(", ")}.`];
};

const iso = (instant: number | undefined) =>
	instant === undefined ? null : new Date(instant).toISOString();

interface Prepared {
	keys: Asked["keys"];
	metrics: readonly Metric[];
	money: Money | undefined;
	query: ReportQuery;
	comparison: Comparison | undefined;
	/** Imported sums of the rows, and of the totals. */
	pasts?: Pick<Asked, "past" | "otherPast">;
	wholePasts?: Pick<Asked, "past" | "otherPast">;
}

const NO_PAST = { past: undefined, otherPast: undefined };

const comparisonFor = ({ compare, match_weekdays }: Question, query: ReportQuery, now: number) =>
	comparisonOf(
		{ compare, match_weekdays: match_weekdays === undefined ? undefined : String(match_weekdays) },
		query,
		now,
	);

/** The answer but for what was left out. */
const answerAt = async (
	place: Place,
	question: Question,
	{ keys, metrics, money, query, comparison, pasts = NO_PAST, wholePasts = NO_PAST }: Prepared,
) => {
	const { include = {} } = question;
	const asked: Asked = {
		...{ metrics, keys, ...pasts, order: question.order_by ?? [], ...rowsAsked(question) },
		isPaged: question.limit !== undefined || question.offset !== undefined,
	};
	const whole: Asked = {
		...{ ...asked, ...wholePasts, keys: [], order: [], limit: 1, offset: 0, isPaged: true },
	};
	const [found, totals] = await Promise.all([
		answerRows(place, asked, { query, comparison }),
		include.totals ? answerRows(place, whole, { query, comparison }) : undefined,
	]);
	const [total] = totals?.rows ?? [];
	const byName = <Value>(pick: (metric: Metric) => Value) =>
		Object.fromEntries(metrics.map((metric) => [metric.name, pick(metric)]));
	return {
		rows: found.rows,
		...(total && {
			totals: { metrics: total.metrics, ...(comparison && { previous: total.previous ?? null }) },
		}),
		...(include.total_rows && { total_rows: found.totalRows }),
		meta: {
			range: { from: iso(query.period.from), to: iso(query.period.to) },
			time_zone: query.period.timeZone,
			...(comparison && { comparison: comparison.range }),
			definitions: byName(({ definition }) => definition),
			types: byName(({ type }) => type),
			...(money !== undefined && money !== "own" && { currency: money.currency }),
			sampled: false as const,
		},
	};
};

const usedPast = (past: FittedPast | undefined) => (past?.isUsed ? past : undefined);

/** Answers a question about a site. @throws ApiError that names what cannot be asked, and what can */
export const answerQuestion = async (
	context: ReportContext,
	question: Question,
): Promise<z.infer<typeof Answer>> => {
	const { site, goals, now } = context;
	const { siteId } = site;
	const dividing = question.dimensions.includes(GOAL) ? await goals.ofSite(siteId) : [];
	const keys = question.dimensions.map((name) => keyOf(name, dividing));
	const money = moneyOf(context, question);
	const metrics = await metricsOf(question.metrics, { goals, siteId, money });
	const query = queryOf(question, context);
	const comparison = comparisonFor(question, query, now);
	const isSwitchedOff = question.include?.imported === false;
	const pastBy = (asked: readonly Key[], other?: ReportQuery) =>
		pastOf({ ...context, query }, other ?? query, { keys: asked, metrics, isSwitchedOff });
	const [past, previous] = await Promise.all([
		pastBy(keys),
		comparison && pastBy(keys, comparison.query),
	]);
	const [wholePast, wholeOther] = await Promise.all([
		past?.isUsed ? pastBy([]) : undefined,
		previous?.isUsed ? pastBy([], comparison?.query) : undefined,
	]);
	const [answer, unpriced] = await Promise.all([
		answerAt(placeOfSite(context), question, {
			...{ keys, metrics, money, query, comparison },
			pasts: { past: usedPast(past), otherPast: usedPast(previous) },
			wholePasts: { past: usedPast(wholePast), otherPast: usedPast(wholeOther) },
		}),
		withoutRate({ ...context, query }, money),
	]);
	return {
		...answer,
		meta: {
			...answer.meta,
			...importedAnswer(past, { previous, hasUsers: question.metrics.includes("users") }),
			left_out: [...leftOut(metrics, query), ...unpriced],
		},
	};
};

/** Goals belong to single sites. */
const refuseGoals = async () => {
	throw refusedParameters("Goals belong to single sites: ask the site of the goal");
};
const NO_GOALS: Goals = { ofSite: refuseGoals, one: refuseGoals };

/** Several sites as they are asked at once. */
export interface ManySites extends Pick<ReportContext, "runSql" | "now"> {
	sites: readonly ReportContext["site"][];
	leavesOutSuspected(site: ReportContext["site"]): boolean;
}

/**
 * Answers a question about several sites. People are counted by site, amounts only in the wanted currency, and imported
 * sums not at all.
 * @throws ApiError that names what cannot be asked, and what can
 */
export const answerQuestionOfSites = async (
	{ runSql, sites, leavesOutSuspected, now }: ManySites,
	question: Question,
): Promise<z.infer<typeof Answer>> => {
	if (question.dimensions.includes(GOAL)) await refuseGoals();
	const keys = question.dimensions.map((name) => (name === SITE_KEY.name ? SITE_KEY : keyOf(name)));
	const [currency = null, ...others] = new Set(sites.map((site) => site.currency));
	const shared = { currency: others.length > 0 ? null : currency, rates: [], timeZone: "UTC" };
	const money = moneyOf({ site: shared }, question);
	const metrics = await metricsOf(question.metrics, { goals: NO_GOALS, siteId: 0, money });
	const period = periodOf(question.range ?? {}, now);
	const { filters, conditions } = dividedTree(treeOf(question.filters));
	const query = { period, filters, conditions, pseudonyms: undefined };
	const comparison = comparisonFor(question, query, now);
	const place = placeOfSites(runSql, sites, leavesOutSuspected);
	const answer = await answerAt(place, question, { keys, metrics, money, query, comparison });
	const amounts =
		money === undefined || money === "own"
			? []
			: [
					`Amounts in other currencies than ${money.currency} are left out: rates belong to single sites.`,
				];
	const left_out = [...leftOut(metrics, query), ...amounts];
	return { ...answer, meta: { ...answer.meta, left_out } };
};

/** What a question names, for checks of who may see it. */
export const asksOf = (question: Question) => ({
	dimensions: [
		...question.dimensions.filter(
			(name) => name !== CURRENCY && name !== SITE_KEY.name && keyOf(name).kind !== "time",
		),
		...[dividedTree(treeOf(question.filters))].flatMap(({ filters, conditions }) =>
			[...filters, ...conditions.flatMap(filtersWithin)].map(({ parameter }) => parameter),
		),
	],
	areas: question.metrics.flatMap(areasOfMetric),
});

export const query = report({
	method: "post",
	path: "/query",
	summary: `Any metrics by up to three dimensions, at most ${MAX_QUESTION_ROWS} rows at once; a single time has a row for each bucket`,
	description:
		"For questions that no other report answers. `dimensions` and `metrics` of each row are in the order of the question; `meta.definitions` says what each metric counts. 400 names an unknown metric or dimension.",
	tag: "General",
	areas: ["overview"],
	body: Question,
	asks: asksOf,
	response: Answer,
	answer: (context) => answerQuestion(context as unknown as ReportContext, context.body),
});
