import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { GOAL_TYPES, type Goal, GoalConfig } from "../definitions/goal.ts";
import { type Bucket, bucketOf, bucketParameter, MAX_SERIES_ROWS } from "../query/bucket.ts";
import { ComparedRange, comparisonParameters } from "../query/comparison.ts";
import { oneOf, textParameter } from "../query/parameters.ts";
import { passingSessions, type QuerySql, toSql } from "../query/report-query.ts";
import { compared, comparedRow, comparedSeries } from "../report/compared.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { meanOf } from "../report/rows.ts";
import { runSeries } from "../report/series.ts";
import { conversionOfGoal, converts } from "./conversion.ts";
import { goalValue } from "./goal-value.ts";

const MAX_PAGE_SIZE = 100;
/** Far more than a chart shows. */
const MAX_GOALS_OF_SERIES = 100;

const fraction = () => z.number().min(0).max(1);

const GoalFigures = z
	.object({
		/** Sessions that reached the goal. */
		total_conversions: count(),
		total_sessions: count(),
		conversion_rate: fraction(),
		/** Of a goal with a value: their value as a decimal text, in the site's currency. */
		total_value: z.string().optional(),
	})
	.meta({ component: "GoalFigures" });
const GoalRow = z
	.object({
		goalId: z.int(),
		siteId: z.int(),
		name: z.string().nullable(),
		goalType: z.enum(GOAL_TYPES),
		config: GoalConfig,
		createdAt: z.string(),
		...GoalFigures.shape,
		previous: GoalFigures.optional(),
	})
	.meta({ component: "Goal" });

/**
 * SQL for a row per session that began in the range: `began`, and for each goal whether any of its acts reached it.
 * Filters select sessions; all acts of a selected session are checked.
 */
const conversionsOf = (
	goals: readonly Goal[],
	querySql: QuerySql,
	worthOf: (goal: Goal, reached: string) => string | undefined = () => undefined,
): string =>
	passingSessions(querySql, ["began"], {
		condition: querySql.beganInRange,
		more: () =>
			goals.flatMap((goal, index) => {
				const reached = converts(conversionOfGoal(goal), querySql.bind);
				const value = worthOf(goal, `(${reached})`);
				return [
					`max(${reached}) AS reached_${index}`,
					...(value === undefined ? [] : [`${value} AS value_${index}`]),
				];
			}),
	});

/** The goals' columns of a statement over {@link conversionsOf}: for each goal, the number of its sessions. */
const conversionColumns = (goals: readonly Goal[]) =>
	goals.map((_, index) => `countIf(reached_${index}) AS goal_${index},`).join("\n    ");

/** Sessions of a range, and under `goal_0`, `goal_1` … those that reached each goal. */
type SessionCounts = { sessions: number } & Record<`goal_${number}`, number> &
	Partial<Record<`total_${number}`, string>>;

const ratesOf = (row: SessionCounts | undefined, index: number) => {
	const [reached = 0, sessions = 0] = [row?.[`goal_${index}`], row?.sessions];
	return { reached, sessions, rate: meanOf(reached, sessions) };
};

const figuresOf = (row: SessionCounts | undefined, index: number): z.infer<typeof GoalFigures> => {
	const { reached, sessions, rate } = ratesOf(row, index);
	const value = row?.[`total_${index}`];
	return {
		...{ total_conversions: reached, total_sessions: sessions, conversion_rate: rate },
		...(value !== undefined && { total_value: value }),
	};
};

/** How many sessions there were, how many of them reached each of some goals, and what that was worth. */
const countsOf = async (
	{ runSql, site, query }: Pick<ReportContext, "runSql" | "site" | "query">,
	goals: readonly Goal[],
): Promise<SessionCounts | undefined> => {
	if (goals.length === 0) return undefined;
	const querySql = toSql(site.siteId, query);
	const { bind } = querySql;
	const { currency, rates, timeZone } = site;
	const valued = new Set<number>();
	const sessions = conversionsOf(goals, querySql, (goal, reached) => {
		const value =
			currency === null
				? undefined
				: goalValue(goal, { currency, rates, timeZone }, { reached, bind });
		if (value !== undefined) valued.add(goals.indexOf(goal));
		return value;
	});
	const text = `
  SELECT
    ${conversionColumns(goals)}${[...valued].map((index) => `\n    toString(sum(value_${index})) AS total_${index},`).join("")}
    count() AS sessions
  FROM (${sessions})`;
	const [row] = await runSql<SessionCounts>(text, querySql.parameters);
	return row;
};

const pageNumber = (text: string | undefined, fallback: number): number =>
	text === undefined ? fallback : /^\d{1,9}$/.test(text) ? Number(text) : 0;

const SORTS = ["goalId", "name", "goalType", "createdAt"] as const;

const sorted = (goals: readonly Goal[], sort: (typeof SORTS)[number], order: "asc" | "desc") => {
	const keyOf = (goal: Goal) => goal[sort] ?? "";
	const sign = order === "asc" ? 1 : -1;
	return goals.toSorted((one, other) => {
		const [a, b] = [keyOf(one), keyOf(other)];
		return sign * (a < b ? -1 : a > b ? 1 : one.goalId - other.goalId);
	});
};

export const goals = report({
	path: "/goals",
	summary: "The goals of a site and how many sessions reached each",
	description:
		"`conversion_rate` is a fraction of the sessions in the range, 0 to 1. Goals themselves do not depend on the range.",
	tag: "Goals",
	extra: {
		page: textParameter("Page, from 1"),
		page_size: textParameter(`Goals per page: 10 by default, 1 to ${MAX_PAGE_SIZE}`),
		sort: textParameter(`One of ${SORTS.join(", ")}; createdAt by default`),
		order: textParameter("`desc` (default) or `asc`"),
		...comparisonParameters,
	},
	response: z.object({
		data: z.array(GoalRow),
		meta: z
			.object({ total: count(), page: count(), pageSize: count(), totalPages: count() })
			.meta({ component: "GoalPaging" }),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { site, given, goals } = context;
		const page = pageNumber(given.page, 1);
		if (page < 1) throw refusedParameters("Invalid page number", "page: a whole number from 1");
		const pageSize = pageNumber(given.page_size, 10);
		if (pageSize < 1 || pageSize > MAX_PAGE_SIZE)
			throw new ApiError(
				"INVALID_REQUEST",
				`Invalid page size, must be between 1 and ${MAX_PAGE_SIZE}`,
			);
		const sort = oneOf("sort", given.sort, SORTS, "createdAt");
		const order = oneOf("order", given.order, ["asc", "desc"], "desc");
		const all = await goals.ofSite(site.siteId);
		const shown = sorted(all, sort, order).slice((page - 1) * pageSize, page * pageSize);
		const { answer, comparison, previous } = await compared(context, async (asked) => ({
			row: await countsOf(asked, shown),
		}));
		return {
			data: shown.map((goal, index) => ({
				...goal,
				createdAt: goal.createdAt.toISOString(),
				...figuresOf(answer.row, index),
				...(previous && { previous: figuresOf(previous.row, index) }),
			})),
			meta: { total: all.length, page, pageSize, totalPages: Math.ceil(all.length / pageSize) },
			...(comparison && { comparison: comparison.range }),
		};
	},
});

/** `1,2` or `[1,2]`. */
const idsOf = (text: string | undefined): number[] => {
	const parts = (text ?? "").trim().replace(/^\[(.*)\]$/s, "$1");
	if (parts.trim() === "") return [];
	const ids = parts.split(",").map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
	if (!ids.every((id) => /^[1-9]\d{0,8}$/.test(id)) || ids.length > MAX_GOALS_OF_SERIES)
		throw new ApiError(
			"INVALID_REQUEST",
			`Invalid goal_ids. Use up to ${MAX_GOALS_OF_SERIES} ids such as 1,2 or [1,2]`,
		);
	return [...new Set(ids.map(Number))];
};

const GoalPoint = z
	.object({
		time: z.string(),
		goal_id: z.int(),
		conversions: count(),
		total_sessions: count(),
		conversion_rate: fraction(),
	})
	.meta({ component: "GoalPoint" });

type CountedBucket = SessionCounts & { time: string };

/** The same as {@link countsOf}, by bucket. */
const countsByBucket = (
	context: Pick<ReportContext, "runSql" | "site" | "query">,
	goals: readonly Goal[],
	{ bucket, hasGaps }: { bucket: Bucket; hasGaps: boolean },
): Promise<CountedBucket[]> => {
	const querySql = toSql(context.site.siteId, context.query);
	return runSeries<CountedBucket>(context, querySql, {
		bucket,
		text: (startOf) => `
  SELECT
    ${startOf("began")} AS time,
    ${conversionColumns(goals)}
    count() AS sessions
  FROM (${conversionsOf(goals, querySql)})
  GROUP BY time
  ORDER BY time`,
		rowsPerBucket: goals.length,
		maxRows: Math.floor(MAX_SERIES_ROWS / goals.length),
		...(!hasGaps && { emptyAt: (time) => ({ time, sessions: 0 }) }),
	});
};

const pointOf = (row: CountedBucket, goal: Goal, index: number): z.infer<typeof GoalPoint> => {
	const { reached, sessions, rate } = ratesOf(row, index);
	return {
		time: row.time,
		goal_id: goal.goalId,
		conversions: reached,
		total_sessions: sessions,
		conversion_rate: rate,
	};
};

/** Sessions are counted in the bucket in which they began, with the goals they reached. */
export const goalsTimeSeries = report({
	path: "/goals/time-series",
	summary: "Conversions of goals over time; a comparison includes buckets without sessions",
	description: "A row for each goal and bucket; `conversion_rate` is a fraction, 0 to 1.",
	tag: "Goals",
	extra: {
		goal_ids: textParameter("Ids of goals: `1,2` or `[1,2]`"),
		bucket: bucketParameter("hour"),
		...comparisonParameters,
	},
	response: z.object({
		data: z.array(comparedRow(GoalPoint)),
		comparison: ComparedRange.optional(),
	}),
	answer: async (context) => {
		const { site, given, goals } = context;
		const ids = idsOf(given.goal_ids);
		const bucket = bucketOf(given.bucket, "hour");
		const all = ids.length === 0 ? [] : await goals.ofSite(site.siteId);
		const chosen = all.filter(({ goalId }) => ids.includes(goalId));
		if (chosen.length === 0) return { data: [] };
		const series = await comparedSeries(context, bucket, (asked) =>
			// An empty bucket may be compared with one that has sessions.
			countsByBucket(asked, chosen, { bucket, hasGaps: !asked.given.compare }),
		);
		const pointsOf = (row: CountedBucket) => chosen.map((goal, index) => pointOf(row, goal, index));
		const data = series.data.flatMap((row) => {
			const { previous, previous_whole } = row;
			const before = previous && pointsOf(previous);
			const whole = previous_whole && pointsOf(previous_whole);
			return pointsOf(row).map((point, index) => ({
				...point,
				...(previous !== undefined && { previous: before?.[index] ?? null }),
				...(whole && { previous_whole: whole[index] }),
			}));
		});
		return { ...series, data };
	},
});
