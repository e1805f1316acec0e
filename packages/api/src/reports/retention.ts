import { z } from "zod";
import { bucketSql } from "../question/bucket.ts";
import { type Asked, countedRows, ask as inSql, type Question } from "../question/question.ts";
import { oneOf } from "./one-of.ts";
import { percentageOf } from "./percentage.ts";
import { PERSON_COLUMNS } from "./person.ts";
import { type Ask, count, LIMITS, report } from "./report.ts";
import { isWithinOne, type SealedVisits, sealedVisitsOf } from "./sealed-visits.ts";

const DAY_MS = 86_400_000;
const MODES = ["week", "day"] as const;
const PERIOD_DAYS = { day: 1, week: 7 } as const;
/** How far back people are looked at, in days. */
const [LEAST_RANGE, MOST_RANGE, USUAL_RANGE] = [7, 365, 90];

const Cohort = z.object({
	/** People. */
	size: count(),
	/** Of them, those who did anything so many periods later; null where nobody did. */
	percentages: z.array(z.number().min(0).max(100).nullable()),
});

const rangeOf = (text: string | undefined): number => {
	const days = text && /^-?\d{1,9}$/.test(text) ? Number(text) : USUAL_RANGE;
	return Math.min(Math.max(days, LEAST_RANGE), MOST_RANGE);
};

/** Weeks begin on Monday here: a day earlier than the store's, which are those of a series. */
const periodOf = (mode: keyof typeof PERIOD_DAYS, day: string) =>
	mode === "day" ? `toDate(${day})` : `toStartOfWeek(toDate(${day}), 1)`;

const timesOf = (rows: string, startOf: (instant: string) => string) => `
        SELECT ${PERSON_COLUMNS}, ${startOf("timestamp")} AS start FROM events WHERE ${rows}`;

const timesOfVisits = (
	{ inVisits, inEvents }: SealedVisits,
	startOf: (instant: string) => string,
) => `
        SELECT ${PERSON_COLUMNS}, ${startOf("began")} AS start FROM visits WHERE ${inVisits} AND ${isWithinOne(startOf)}
        UNION ALL
        SELECT ${PERSON_COLUMNS}, ${startOf("fromUnixTimestamp64Milli(time_ms, 'UTC')")} AS start
        FROM visits
        ARRAY JOIN times_ms AS time_ms
        WHERE ${inVisits} AND NOT ${isWithinOne(startOf)}${
					inEvents === undefined
						? ""
						: `
        UNION ALL ${timesOf(inEvents, startOf)}`
				}`;

/** Visits, unless one of them has events of several people, of whom its row names none. */
const peopleOfVisits = async (ask: Ask, asked: Asked, question: Question) => {
	const visits = await sealedVisitsOf(ask, asked, question);
	if (!visits) return undefined;
	const text = `SELECT 1 FROM visits WHERE ${visits.inVisits} AND people > 1 LIMIT 1 ${LIMITS}`;
	const [several] = await ask(text, asked.parameters);
	return several === undefined ? visits : undefined;
};

export const retention = report({
	path: "/retention",
	summary: "How many of those who came first in a week, or on a day, came again later",
	tag: "Insights",
	scope: "analytics:read",
	extra: {
		mode: z.string().optional().describe("`week` when absent, or `day`"),
		range: z
			.string()
			.optional()
			.describe(`Days back from now: ${USUAL_RANGE} when absent, ${LEAST_RANGE} to ${MOST_RANGE}`),
	},
	response: z.object({
		data: z.object({
			/** By the first day of the period in which they came first, `YYYY-MM-DD`. */
			cohorts: z.record(z.string(), Cohort),
			maxPeriods: count(),
			mode: z.enum(MODES),
			range: count(),
		}),
	}),
	answer: async ({ ask, site, question, given, now }) => {
		const mode = oneOf("mode", given.mode, MODES, "week");
		const range = rangeOf(given.range);
		const period = {
			from: now - range * DAY_MS,
			to: now + 1,
			timeZone: question.period.timeZone,
		};
		const recent: Question = { ...question, period };
		const asked = inSql(site.siteId, recent);
		const visits = await peopleOfVisits(ask, asked, recent);
		const dayOf = bucketSql("day", period, asked.parameters);
		const start = (instant: string) => periodOf(mode, dayOf(instant));
		const times = visits ? timesOfVisits(visits, start) : timesOf(countedRows(asked), start);
		const text = `
  SELECT toString(cohort) AS first_day, intDiv(period - cohort, ${PERIOD_DAYS[mode]}) AS later, count() AS people
  FROM (
    SELECT arrayMin(periods) AS cohort, arrayJoin(periods) AS period
    FROM (
      SELECT groupUniqArray(start) AS periods
      FROM (${times})
      GROUP BY device, identified_user_id
    )
  )
  GROUP BY cohort, later
  ORDER BY first_day, later
  ${LIMITS}`;
		const rows = await ask<{ first_day: string; later: number; people: number }>(
			text,
			asked.parameters,
		);
		const maxPeriods = Math.max(0, ...rows.map(({ later }) => later));
		const firsts = rows.filter(({ later }) => later === 0);
		const cohorts = firsts.map(({ first_day: cohort, people: size }) => {
			const percentages = Array.from({ length: maxPeriods + 1 }, (_, later) => {
				const found = rows.find((row) => row.first_day === cohort && row.later === later);
				return found ? percentageOf(found.people, size) : null;
			});
			return [cohort, { size, percentages }];
		});
		return { data: { cohorts: Object.fromEntries(cohorts), maxPeriods, mode, range } };
	},
});
