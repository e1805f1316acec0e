import type { EventStore } from "@footfall/store";
import { createReportComparison, WITHIN_MS } from "@footfall/testing/model/compare-report";
import {
	rangesOf,
	type SomeDays,
	someDays,
	withEarlierYear,
} from "@footfall/testing/model/compared-days";
import * as conversions from "@footfall/testing/model/conversions";
import { openTestStore } from "@footfall/testing/model/event-store";
import { errorSeries, eventSeries } from "@footfall/testing/model/events";
import { eventsCount, overviewSeries, type ReferenceQuery } from "@footfall/testing/model/expected";
import * as performance from "@footfall/testing/model/performance";
import { activities, withActivities } from "@footfall/testing/model/random-activity";
import type { SiteEvent } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { bucketStart } from "@footfall/testing/model/semantics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Goal } from "./definitions/goal.ts";

const goalOf = (goalId: number, eventName: string): Goal => ({
	goalId,
	siteId: 1,
	name: null,
	goalType: "event",
	config: { eventName },
	createdAt: new Date(0),
});
const BUY = goalOf(1, "buy");
const SIGN_UP = goalOf(2, "signup");
const GOALS = [BUY, SIGN_UP];

interface Row {
	time: string;
	[figure: string]: unknown;
}

/** A report over time, computed by hand. */
interface Series {
	path: string;
	asked?: Record<string, string>;
	/** The buckets that are not empty. */
	rowsOf(events: readonly SiteEvent[], question: ReferenceQuery, bucket: string): Row[];
	/** An empty bucket. */
	nothing: object;
}

const OVERVIEW: Series = {
	path: "/overview/time-series",
	rowsOf: (events, question, bucket) => overviewSeries(events, question, bucket, []),
	nothing: {
		...{ sessions: 0, pageviews: 0, users: 0, pages_per_session: 0 },
		...{ bounce_rate: 0, session_duration: 0 },
	},
};
const COUNTS: Series = {
	path: "/events/count",
	rowsOf: eventsCount,
	nothing: {
		...{ pageview_count: 0, custom_event_count: 0, performance_count: 0, outbound_count: 0 },
		...{ error_count: 0, button_click_count: 0, copy_count: 0, form_submit_count: 0 },
		...{ input_change_count: 0, event_count: 0 },
	},
};
const ONE_EVENT: Series = {
	path: "/events/time-series",
	asked: { event_name: "buy" },
	rowsOf: (events, question, bucket) =>
		eventSeries(events, question, bucket, Number.POSITIVE_INFINITY).filter(
			({ event_name }) => event_name === "buy",
		),
	nothing: { event_name: "buy", event_count: 0 },
};
const ERRORS: Series = {
	path: "/errors/time-series",
	asked: { errorId: "all" },
	rowsOf: (events, question, bucket) => errorSeries(events, question, undefined, bucket, []),
	nothing: { error_count: 0 },
};
const VITALS: Series = {
	path: "/performance/time-series",
	asked: { ratings: "true" },
	rowsOf: (events, question, bucket) =>
		performance.series(events, question, { bucket, isRated: true }, []),
	nothing: {
		event_count: 0,
		...Object.fromEntries(
			["lcp", "cls", "inp", "fcp", "ttfb"].flatMap((vital) =>
				["p50", "p75", "p90", "p99", "good", "needs_improvement", "poor"].map((figure) => [
					`${vital}_${figure}`,
					null,
				]),
			),
		),
	},
};
const goalSeries = (goal: Goal): Series => ({
	path: "/goals/time-series",
	asked: { goal_ids: "1,2" },
	rowsOf: (events, question, bucket) => conversions.goalSeries(events, question, [goal], bucket),
	nothing: { goal_id: goal.goalId, conversions: 0, total_sessions: 0, conversion_rate: 0 },
});

/** The time of the reports: all queries of a site share it. */
let now: number;
let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;
beforeAll(async () => {
	store = await openTestStore();
	const goals = { ofSite: async () => GOALS, one: async () => BUY };
	ask = createReportRunner({ store, now: () => now, goals });
	check = createReportComparison(store);
});
afterAll(async () => {
	await store.close();
});

/** Sums of fractions differ in their last digits. */
const rounded = (row: object): object =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name,
			typeof value === "number" ? Number(value.toPrecision(9)) : value,
		]),
	);

const HOUR_MS = 3_600_000;
/** The clocks change on a quarter of an hour. */
const STEP_MS = HOUR_MS / 4;
/** Around a world's present, farther than the days that are chosen. */
const AROUND_MS = 150 * HOUR_MS;

/** The buckets of some instants, found by trial. */
const bucketsTried = (
	isIn: (at: number) => boolean,
	{ from, to, bucket, timeZone }: { from: number; to: number; bucket: string; timeZone: string },
): Set<string> => {
	const found = new Set<string>();
	for (let at = Math.floor(from / STEP_MS) * STEP_MS; at <= to; at += STEP_MS)
		if (isIn(at)) found.add(bucketStart(at, bucket, timeZone));
	return found;
};

type ComparedRow = Row & { previous: Row | null; previous_whole?: Row };

/** The last bucket of a comparison that is cut at this time of day, if it is over by now. */
const wholeBucketOf = ({
	ranges: { other, now: present, isInRange },
	days: { compare },
	bucket,
	timeZone,
}: {
	ranges: ReturnType<typeof rangesOf>;
	days: SomeDays;
	bucket: string;
	timeZone: string;
}) => {
	const bucketOf = (at: number) => bucketStart(at, bucket, timeZone);
	const time = bucketOf(other.to - 1);
	const isCut =
		isInRange(present) &&
		other.to > other.from &&
		compare !== "own of another length" &&
		bucketOf(other.to) === time;
	if (!isCut || bucketOf(present) === time) return undefined;
	return { time, isIn: (at: number) => at >= other.from && bucketOf(at) === time };
};

/** Each bucket has the figures of its own time and, beside them, those of the comparison period. */
const expectSeries = (
	answered: readonly ComparedRow[],
	{ rowsOf, nothing }: Series,
	{
		events,
		question,
		moment,
		days,
		ranges,
		bucket,
	}: {
		events: readonly SiteEvent[];
		question: ReferenceQuery;
		moment: number;
		days: SomeDays;
		ranges: ReturnType<typeof rangesOf>;
		bucket: string;
	},
) => {
	const byTime = (isInRange: (at: number) => boolean) =>
		new Map(rowsOf(events, { ...question, isInRange }, bucket).map((row) => [row.time, row]));
	const current = byTime(ranges.isInRange);
	const other = byTime(ranges.isInOther);
	const { timeZone } = question;
	const around = { from: moment - AROUND_MS, to: moment + AROUND_MS, bucket, timeZone };
	const times = bucketsTried(ranges.isInRange, around);
	expect(answered.map(({ time }) => time)).toEqual([...times].sort());
	const otherTimes = bucketsTried(ranges.isInOther, { ...ranges.other, bucket, timeZone });
	const whole = wholeBucketOf({ ranges, days, bucket, timeZone });
	const wholeRow =
		whole && (byTime(whole.isIn).get(whole.time) ?? { time: whole.time, ...nothing });
	const left = new Set(other.keys());
	for (const { previous, previous_whole, ...row } of answered) {
		const { time } = row;
		expect(previous_whole && rounded(previous_whole)).toEqual(
			previous && previous.time === whole?.time ? wholeRow && rounded(wholeRow) : undefined,
		);
		expect(rounded(row)).toEqual(rounded(current.get(time) ?? { time, ...nothing }));
		const before = ranges.timeBefore(time);
		expect(previous && rounded(previous)).toEqual(
			otherTimes.has(before) ? rounded(other.get(before) ?? { time: before, ...nothing }) : null,
		);
		left.delete(before);
	}
	// Buckets of a longer period, of a leap day and of skipped hours have no counterpart.
	const hasRoom = days.compare !== "own of another length" && days.compare !== "year";
	if (hasRoom && bucket === "day") expect([...left]).toEqual([]);
};

describe("a comparison over time matches two answers computed by hand", () => {
	it.each([
		["the overview", OVERVIEW, ["custom"]],
		["events by type", COUNTS, ["custom", "captured", "error", "performance"]],
		["one event", ONE_EVENT, ["custom"]],
		["errors", ERRORS, ["error"]],
		["web vitals", VITALS, ["performance"]],
		["goals", undefined, ["custom"]],
	] as const)(
		"of %s",
		(_, series, kinds) =>
			check(
				fc.record({ days: someDays, happened: activities(...kinds) }),
				async ({ site, events, question, moment, more: { days } }) => {
					const ranges = rangesOf(days, moment, question.timeZone);
					now = ranges.now;
					const { path, asked } = series ?? goalSeries(BUY);
					for (const bucket of ["hour", "day"]) {
						const { data, comparison } = (await ask(site, path, {
							...{ ...ranges.parameters, ...asked, bucket },
							filters: JSON.stringify(question.filters),
						})) as { data: ComparedRow[]; comparison: object };
						expect(comparison).toEqual(ranges.comparison);
						const given = { events, question, moment, days, ranges, bucket };
						if (series) expectSeries(data, series, given);
						else
							for (const goal of GOALS)
								expectSeries(
									data.filter((row) => row["goal_id"] === goal.goalId),
									goalSeries(goal),
									given,
								);
					}
				},
				(world, { days, happened }) => withEarlierYear(withActivities(world, happened), days),
			),
		WITHIN_MS,
	);
});
