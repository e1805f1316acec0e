import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Bind } from "../query/binding.ts";
import { textParameter } from "../query/parameters.ts";
import { meetsPath } from "../query/pattern.ts";
import { count, report } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";
import type { Rows } from "../source/rows.ts";
import { openSource } from "../source/source.ts";

const Journey = z
	.object({
		path: z.array(z.string()),
		/** Sessions. */
		count: count(),
		/** Of all sessions of the query. */
		percentage: z.number().min(0).max(100),
	})
	.meta({ component: "Journey" });

/** Pages of a step, counted over all journeys, not only the listed ones. */
const Step = z
	.object({
		/** Sessions that reach this step. */
		count: count(),
		/** Different pages at this step. */
		page_count: count(),
		/** The most frequent ones. */
		pages: z.array(
			z.object({ page: z.string(), count: count() }).meta({ component: "JourneyPage" }),
		),
	})
	.meta({ component: "JourneyStep" });

const PAGES_OF_STEP = 20;

const within = (
	name: string,
	text: string | undefined,
	[least, most, fallback]: readonly [least: number, most: number, fallback: number],
): number => {
	if (!text) return fallback;
	const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
	if (number >= least && number <= most) return number;
	throw new ApiError("INVALID_REQUEST", `${name} must be a whole number from ${least} to ${most}`);
};

const StepFilters = z.record(z.string().regex(/^\d{1,2}$/), z.string().min(1).max(2048));

/** Conditions on the steps, as SQL over the array `visited`. */
const stepConditions = (text: string | undefined, steps: number, bind: Bind): string[] => {
	const refusal = () =>
		new ApiError(
			"INVALID_REQUEST",
			'Invalid stepFilters. Use JSON such as {"0":"/"}: the index of a step, from 0, and a path or pattern',
		);
	if (!text) return [];
	let sent: unknown;
	try {
		sent = JSON.parse(text);
	} catch {
		throw refusal();
	}
	const checked = StepFilters.safeParse(sent);
	if (!checked.success) throw refusal();
	return Object.entries(checked.data).map(([index, pattern]) => {
		if (Number(index) >= steps) throw refusal();
		// The engine returns "" for a missing array element, and no step is "".
		const step = `visited[${Number(index) + 1}]`;
		return `(${step} != '' AND ${meetsPath(step, pattern, bind)})`;
	});
};

/** A row for each session: the paths of its pageviews, with immediate repeats removed. */
const waysOf = ({ sessions }: Rows) => `
      SELECT arrayCompact(arrayFilter(path -> path != '', paths)) AS visited
      FROM (${sessions(["paths"])})`;

/** Separates the steps of a journey that is stored as one text: a byte that UTF-8 never contains. */
const BETWEEN = "char(255)";

/**
 * Journeys are counted as texts, which takes two thirds of the time that arrays take; only those that may be shown
 * are sorted as arrays. The journey of a session that is not counted is "". The different journeys are then counted
 * again page by page: `step` is 0 for a whole journey, and counts from 1 for its pages.
 */
const textOf = (ways: string, conditions: readonly string[]) => `
  SELECT step, splitByString(${BETWEEN}, part) AS steps, parts.count AS count, sessions, reached, page_count
  FROM (
    SELECT
      position - 1 AS step, part,
      sum(ways.count) AS count,
      any(sessions) AS sessions,
      sum(count) OVER (PARTITION BY step) AS reached,
      count() OVER (PARTITION BY step) AS page_count,
      rank() OVER (PARTITION BY step ORDER BY count DESC) AS place
    FROM (
      SELECT
        if(${["length(visited) > 1", ...conditions].join(" AND ")}, arrayStringConcat(arraySlice(visited, 1, {steps:UInt32}), ${BETWEEN}), '') AS way,
        count() AS count,
        sum(count) OVER () AS sessions
      FROM (${ways})
      GROUP BY way
    ) AS ways
    ARRAY JOIN arrayPushFront(splitByString(${BETWEEN}, way), way) AS part, arrayEnumerate(arrayPushFront(splitByString(${BETWEEN}, way), way)) AS position
    WHERE way != ''
    GROUP BY step, part
  ) AS parts
  WHERE place <= if(step = 0, {limit:UInt32}, {most:UInt32})
  ORDER BY step, count DESC, steps
  LIMIT {rows:UInt32} BY step`;

interface CountedPart {
	step: number;
	steps: string[];
	count: number;
	/** All sessions of the query. */
	sessions: number;
	reached: number;
	page_count: number;
}

export const journeys = report({
	path: "/journeys",
	summary: "The paths that sessions take through the pages",
	description: "The most frequent ones; `percentage` is of all sessions of the query.",
	tag: "Insights",
	areas: ["journeys"],
	extra: {
		steps: textParameter("Pages of each path: 3 by default, from 2 to 10"),
		limit: textParameter("Paths: 100 by default, from 1 to 500"),
		stepFilters: textParameter(
			'JSON such as `{"0":"/"}`: the index of a step and its path or pattern',
		),
	},
	response: z.object({ journeys: z.array(Journey), steps: z.array(Step) }),
	answer: async (context) => {
		const { given } = context;
		const steps = within("steps", given.steps, [2, 10, 3]);
		const limit = within("limit", given.limit, [1, 500, 100]);
		const source = await openSource(context);
		const conditions = stepConditions(given.stepFilters, steps, source.querySql.bind);
		const rows = await source.run<CountedPart>((from) => textOf(waysOf(from), conditions), {
			...{ steps, limit, most: PAGES_OF_STEP, rows: Math.max(limit, PAGES_OF_STEP) },
		});
		const ofStep = (step: number) => rows.filter((row) => row.step === step);
		const last = Math.max(0, ...rows.map(({ step }) => step));
		return {
			journeys: ofStep(0)
				.slice(0, limit)
				.map((row) => ({
					path: row.steps,
					count: row.count,
					percentage: percentageOf(row.count, row.sessions),
				})),
			steps: Array.from({ length: last }, (_, index) => {
				const pages = ofStep(index + 1).slice(0, PAGES_OF_STEP);
				return {
					count: pages[0]?.reached ?? 0,
					page_count: pages[0]?.page_count ?? 0,
					pages: pages.map((row) => ({ page: row.steps[0] ?? "", count: row.count })),
				};
			}),
		};
	},
});
