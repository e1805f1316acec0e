import { z } from "zod";
import { importedMonthSums, type MonthOfSums } from "../past/imported-sums.ts";
import { doubleDaysOf, pastOfSite } from "../past/past-of-site.ts";
import { count, report } from "../report/report.ts";
import { ownRows } from "./overview-time-series.ts";

const Month = z
	.object({
		/** `YYYY-MM` */
		month: z.string(),
		/** What the other product counted. */
		imported: z
			.object({
				days: count(),
				/** Visitors of each day: one on two days counts twice. */
				daily_visitors: count(),
				sessions: count(),
				pageviews: count(),
			})
			.meta({ component: "ImportedMonthFigures" }),
		/** What the site's own events say of the same month. */
		own: z
			.object({ users: count(), sessions: count(), pageviews: count() })
			.meta({ component: "OwnMonthFigures" }),
		/** Days that both counted: reports use the events. */
		double_days: count(),
	})
	.meta({ component: "ImportedMonth" });

const NO_SUMS = { days: 0, daily_visitors: 0, sessions: 0, pageviews: 0 };
const NO_EVENTS = { users: 0, sessions: 0, pageviews: 0 };

const monthOfDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 7);

/** Months from the first to the last with sums. */
const monthsBetween = (first: number, last: number): string[] => {
	const months: string[] = [];
	const end = monthOfDay(last);
	const date = new Date(first * 86_400_000);
	date.setUTCDate(1);
	for (; ; date.setUTCMonth(date.getUTCMonth() + 1)) {
		const month = date.toISOString().slice(0, 7);
		if (month > end) return months;
		months.push(month);
	}
};

const countsOf = ({ days, daily_visitors, sessions, pageviews }: MonthOfSums) => ({
	...{ days, daily_visitors, sessions, pageviews },
});

export const importedMonths = report({
	path: "/imported-months",
	summary: "What another product counted in each month, beside the site's own figures",
	description: "To judge how far figures of before and after a change of products can be compared.",
	tag: "Overview",
	response: z.object({
		data: z.array(Month),
		/** Imported sums count for days before this one; null while the site has no event. */
		until: z.iso.date().nullable(),
	}),
	answer: async (context) => {
		const { runSql, site } = context;
		const past = await pastOfSite(context);
		const days = past?.dimensions.get("");
		if (!past || !days) return { data: [], until: null };
		// The table is about all sums, whatever range the page shows.
		const { timeZone, weekStart } = context.query.period;
		const period = {
			...{ from: undefined, to: undefined, timeZone },
			...(weekStart !== undefined && { weekStart }),
		};
		const query = { ...context.query, period, filters: [] };
		const [sums, own, double] = await Promise.all([
			importedMonthSums(runSql, site.siteId),
			ownRows({ ...context, query }, "month"),
			doubleDaysOf(context, { first: days.first, end: days.last + 1 }),
		]);
		const sumsOf = new Map(sums.map((row) => [row.month, countsOf(row)]));
		const ownOf = new Map(own.map((row) => [row.time.slice(0, 7), row]));
		return {
			data: monthsBetween(days.first, days.last).map((month) => {
				const { users, sessions, pageviews } = ownOf.get(month) ?? NO_EVENTS;
				return {
					month,
					imported: sumsOf.get(month) ?? NO_SUMS,
					own: { users, sessions, pageviews },
					double_days: double.filter((day) => monthOfDay(day) === month).length,
				};
			}),
			until:
				past.until === undefined
					? null
					: new Date(past.until * 86_400_000).toISOString().slice(0, 10),
		};
	},
});
