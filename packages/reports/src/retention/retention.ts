import { z } from "zod";
import { oneOf, textParameter } from "../query/parameters.ts";
import { count, report } from "../report/report.ts";
import { percentageOf } from "../report/rows.ts";
import { openSource } from "../source/source.ts";
import { cohortsText, periodsOf } from "./cohorts.ts";

const DAY_MS = 86_400_000;
const MODES = ["week", "day", "month"] as const;
/** How many days back people are tracked. */
const [LEAST_RANGE, MOST_RANGE, USUAL_RANGE] = [7, 365, 90];

const Cohort = z
	.object({
		/** People. */
		size: count(),
		/** Of them, those who were active that many periods later; null if nobody was. */
		percentages: z.array(z.number().min(0).max(100).nullable()),
	})
	.meta({ component: "Cohort" });

const rangeOf = (text: string | undefined): number => {
	const days = text && /^-?\d{1,9}$/.test(text) ? Number(text) : USUAL_RANGE;
	return Math.min(Math.max(days, LEAST_RANGE), MOST_RANGE);
};

export const Retention = z.object({
	data: z
		.object({
			/** By the first day of the period in which they were first active, `YYYY-MM-DD`. */
			cohorts: z.record(z.string(), Cohort),
			maxPeriods: count(),
			mode: z.enum(MODES),
			range: count(),
		})
		.meta({ component: "Retention" }),
});

export const retention = report({
	path: "/retention",
	summary:
		"How many of the people who first came on a day, or in a week or month, came again later",
	description:
		"A cohort for each first period; its `percentages` begin with 100, and null stands for a period without anybody.",
	tag: "Insights",
	areas: ["retention"],
	extra: {
		mode: textParameter(
			"`week` (default; from Monday, or the day of `week_start`), `day` or `month`",
		),
		range: textParameter(
			`Days back from now: ${USUAL_RANGE} by default, from ${LEAST_RANGE} to ${MOST_RANGE}`,
		),
	},
	response: Retention,
	answer: async (context) => {
		const { query, given, now } = context;
		const mode = oneOf("mode", given.mode, MODES, "week");
		const range = rangeOf(given.range);
		const { timeZone, weekStart } = query.period;
		const period = {
			...{ from: now - range * DAY_MS, to: now + 1, timeZone },
			...(weekStart !== undefined && { weekStart }),
		};
		const source = await openSource(
			{ ...context, query: { ...query, period } },
			{ ofEvents: true },
		);
		const periods = periodsOf(mode, period, source.querySql.parameters);
		const rows = await source.run<{ cohort: number; later: number; people: number }>((from) =>
			cohortsText(from, periods),
		);
		const maxPeriods = Math.max(0, ...rows.map(({ later }) => later));
		const firsts = rows.filter(({ later }) => later === 0);
		const sizes = firsts.map(({ cohort, people: size }) => {
			const back = new Map(
				rows.filter((row) => row.cohort === cohort).map(({ later, people }) => [later, people]),
			);
			const percentages = Array.from({ length: maxPeriods + 1 }, (_, later) => {
				const people = back.get(later);
				return people === undefined ? null : percentageOf(people, size);
			});
			return [periods.firstDayOf(cohort), { size, percentages }];
		});
		return { data: { cohorts: Object.fromEntries(sizes), maxPeriods, mode, range } };
	},
});
