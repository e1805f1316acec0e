import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { rangesOf, someDays, withEarlierYear } from "@footfall/testing/model/compared-days";
import * as conversions from "@footfall/testing/model/conversions";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as custom from "@footfall/testing/model/events";
import { errorFigures, errorNames } from "@footfall/testing/model/events";
import * as reference from "@footfall/testing/model/expected";
import { overview as vitalsOverview } from "@footfall/testing/model/performance";
import { activities, withActivities } from "@footfall/testing/model/random-activity";
import { createManyReportsRunner, createReportRunner } from "@footfall/testing/model/run-report";
import { bucketStart, wallClock } from "@footfall/testing/model/semantics";
import { listedVisits, sessionRow } from "@footfall/testing/model/sessions";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FunnelStep } from "./definitions/funnel-steps.ts";
import type { Goal } from "./definitions/goal.ts";

const HOUR_MS = 3_600_000;
const GOAL: Goal = {
	goalId: 1,
	siteId: 1,
	name: null,
	goalType: "event",
	config: { eventName: "buy" },
	createdAt: new Date(0),
};
const STEPS: FunnelStep[] = [
	{ type: "page", value: "/**" },
	{ type: "event", value: "buy" },
];
const DAY_MS = 24 * HOUR_MS;

/** The time of the reports: all queries of a site share it. */
let now: number;
let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let askMany: ReturnType<typeof createManyReportsRunner>;
let check: ReturnType<typeof createReportComparison>;
let checkRolledUp: ReturnType<typeof createReportComparison>;
beforeAll(async () => {
	store = await openTestStore();
	const goals = { ofSite: async () => [GOAL], one: async () => GOAL };
	const dependencies = { store, now: () => now, findSegment, goals };
	ask = createReportRunner(dependencies);
	askMany = createManyReportsRunner(dependencies);
	check = createReportComparison(store);
	checkRolledUp = createReportComparison(store, undefined, insertRolledUp);
});
afterAll(async () => {
	await store.close();
});

/** The fields of a row that are compared: all except those that name it. */
const figuresOf = ({ value, hostname, ...figures }: reference.Row) => figures;

/** The rows of two periods, by the difference between their counts; a row that is gone has zeros. */
const changedRows = ({
	current,
	other,
	order,
}: Record<"current" | "other", reference.Row[]> & { order: string }) => {
	const zerosOf = (row: reference.Row) =>
		Object.fromEntries(Object.keys(figuresOf(row)).map((name) => [name, 0]));
	const isGone = ({ value }: reference.Row) => current.every((row) => row.value !== value);
	const gone = other.filter(isGone).map((row): reference.Row => ({ ...row, ...zerosOf(row) }));
	const differenceOf = ({ value, count }: reference.Row) =>
		Math.abs(count - (other.find((row) => row.value === value)?.count ?? 0));
	const direction = order === "asc" ? 1 : -1;
	return [...current, ...gone]
		.map((row) => {
			const before = other.find(({ value }) => value === row.value);
			return { ...row, previous: before ? figuresOf(before) : zerosOf(row) };
		})
		.sort(
			(one, two) =>
				direction * (differenceOf(one) - differenceOf(two)) ||
				two.count - one.count ||
				Buffer.compare(Buffer.from(one.value), Buffer.from(two.value)),
		);
};

/** How often vitals were measured, and how fast pages were; sums of fractions differ in their last digits. */
const measured = (vitals: object) => {
	const { total_performance_events, lcp_p75 } = vitals as Record<string, number | null>;
	return [total_performance_events, lcp_p75?.toPrecision(9)];
};

describe("a comparison matches two answers computed by hand", () => {
	it.each([
		["events", () => check],
		["rolled-up days", () => checkRolledUp],
	])(
		"matches them for the overview and its breakdowns, from %s",
		(_, checkOf) =>
			checkOf()(
				fc.record({ days: someDays, search: fc.constantFrom("", "a", "goo") }),
				async ({ site, events, question, moment, more: { days: more, search } }) => {
					const { timeZone, filters } = question;
					const ranges = rangesOf(more, moment, timeZone);
					now = ranges.now;
					const asked = { ...ranges.parameters, filters: JSON.stringify(filters) };
					const current = { ...question, isInRange: ranges.isInRange };
					const other = { ...question, isInRange: ranges.isInOther };
					expect(await ask(site, "/overview", asked)).toEqual({
						data: {
							...reference.overview(events, current),
							previous: reference.overview(events, other),
						},
						comparison: ranges.comparison,
					});
					const metric = (asked: typeof current): reference.Row[] =>
						reference.metric(events, asked, more.dimension);
					const before = new Map(metric(other).map((row) => [row.value, figuresOf(row)]));
					const rows = metric(current).map((row) => {
						const nothing = Object.keys(figuresOf(row)).map((name) => [name, 0]);
						const previous = before.get(row.value) ?? Object.fromEntries(nothing);
						return { ...row, previous };
					});
					const parameters = { ...asked, parameter: more.dimension };
					expect(await ask(site, "/metric", parameters)).toEqual({
						data: { data: rows, totalCount: rows.length },
						comparison: ranges.comparison,
					});
					const found = rows.filter(({ value }) => value.toLowerCase().includes(search));
					expect(await ask(site, "/metric", { ...parameters, search })).toEqual({
						data: { data: found, totalCount: found.length },
						comparison: ranges.comparison,
					});
				},
				(world, { days }) => withEarlierYear(world, days),
			),
		WITHIN_MS,
	);

	it.each([
		["events", () => check],
		["rolled-up days", () => checkRolledUp],
	])(
		"matches them for lists by change, with the rows that are gone, from %s",
		(_, checkOf) =>
			checkOf()(
				fc.record({
					days: someDays,
					order: fc.constantFrom("asc", "desc"),
					search: fc.constantFrom("", "a", "goo"),
				}),
				async ({ site, events, question, moment, more: { days, order, search } }) => {
					const { timeZone, filters } = question;
					const ranges = rangesOf(days, moment, timeZone);
					now = ranges.now;
					const rows = changedRows({
						current: reference.metric(
							events,
							{ ...question, isInRange: ranges.isInRange },
							days.dimension,
						),
						other: reference.metric(
							events,
							{ ...question, isInRange: ranges.isInOther },
							days.dimension,
						),
						order,
					}).filter(({ value }) => value.toLowerCase().includes(search));
					const { data } = (await ask(site, "/metric", {
						...ranges.parameters,
						filters: JSON.stringify(filters),
						parameter: days.dimension,
						...{ sort_by: "change", sort_order: order, search, totals: "true", limit: "4" },
					})) as { data: { data: object[]; totalCount: number; totals: object } };
					expect(data.totalCount).toBe(rows.length);
					expect(data.data).toEqual(rows.slice(0, 4));
					expect(data.totals).toMatchObject({ count: reference.sum(rows.map((row) => row.count)) });
				},
				(world, { days }) => withEarlierYear(world, days),
			),
		WITHIN_MS,
	);

	it.each(["/metric", "/page-titles"])("rejects %s by change without a comparison", async (path) =>
		expect(ask(1, path, { parameter: "country", sort_by: "change" })).rejects.toThrow(
			"sort_by=change needs compare",
		),
	);

	it(
		"matches them for custom events, goals and funnels",
		() =>
			check(
				fc.record({ days: someDays, happened: activities("custom") }),
				async ({ site, events, question, moment, more }) => {
					const { timeZone, filters } = question;
					const ranges = rangesOf(more.days, moment, timeZone);
					now = ranges.now;
					const asked = { ...ranges.parameters, filters: JSON.stringify(filters) };
					const current = { ...question, isInRange: ranges.isInRange };
					const other = { ...question, isInRange: ranges.isInOther };
					const { comparison } = ranges;
					const names = custom.eventNamesWithPeople(events, other);
					const nothing = { count: 0, sessions: 0, users: 0 };
					expect(await ask(site, "/events/names", { ...asked, people: "true" })).toEqual({
						data: custom.eventNamesWithPeople(events, current).map((row) => {
							const before = names.find(({ eventName }) => eventName === row.eventName);
							const { eventName: _, ...previous } = before ?? { eventName: "", ...nothing };
							return { ...row, previous };
						}),
						comparison,
					});
					const { data: goals, ...rest } = (await ask(site, "/goals", asked)) as {
						data: object[];
						comparison: object;
					};
					expect(rest.comparison).toEqual(comparison);
					expect(goals).toMatchObject([
						{
							...conversions.goalNumbers(events, current, GOAL),
							previous: conversions.goalNumbers(events, other, GOAL),
						},
					]);
					const before = conversions.funnel(events, other, STEPS);
					const inAddress = { ...asked, steps: JSON.stringify(STEPS) };
					expect(await ask(site, "/funnels/analyze", inAddress)).toEqual({
						data: conversions.funnel(events, current, STEPS).map((row, index) => {
							const { visitors, conversion_rate, dropoff_rate } = before[index] ?? row;
							return { ...row, previous: { visitors, conversion_rate, dropoff_rate } };
						}),
						comparison,
					});
				},
				(world, { days, happened }) => withEarlierYear(withActivities(world, happened), days),
			),
		WITHIN_MS,
	);

	it(
		"matches them for errors and web vitals",
		() =>
			check(
				fc.record({ days: someDays, happened: activities("error", "performance") }),
				async ({ site, events, question, moment, more }) => {
					const { timeZone, filters } = question;
					const ranges = rangesOf(more.days, moment, timeZone);
					now = ranges.now;
					const asked = { ...ranges.parameters, filters: JSON.stringify(filters) };
					const current = { ...question, isInRange: ranges.isInRange };
					const other = { ...question, isInRange: ranges.isInOther };
					expect(await ask(site, "/errors/overview", asked)).toEqual({
						data: { ...errorFigures(events, current), previous: errorFigures(events, other) },
						comparison: ranges.comparison,
					});
					const before = new Map(
						errorNames(events, other).map(({ value, count, sessionCount, userCount }) => [
							value,
							{ count, sessionCount, userCount },
						]),
					);
					const never = { count: 0, sessionCount: 0, userCount: 0 };
					const names = errorNames(events, current).map((row) => ({
						...row,
						errorId: expect.any(String),
						previous: before.get(row.value) ?? never,
					}));
					expect(await ask(site, "/errors/names", asked)).toEqual({
						data: names.slice(0, 10),
						comparison: ranges.comparison,
					});
					const { data } = (await ask(site, "/performance/overview", asked)) as {
						data: { previous: Record<string, number> };
					};
					const { previous, ...vitals } = data;
					expect([vitals, previous].map(measured)).toEqual(
						[vitalsOverview(events, current), vitalsOverview(events, other)].map(measured),
					);
				},
				(world, { days, happened }) => withEarlierYear(withActivities(world, happened), days),
			),
		WITHIN_MS,
	);
});

const FIGURES = ["value", "count", "bounce_rate", "pageviews", "time_on_page_seconds"] as const;

const byBytes = (one: string, other: string) =>
	Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Rows in the usual order, sorted by one of their fields. */
const sortedBy = <Row extends { [name: string]: unknown }>(
	rows: readonly Row[],
	by: string,
	order: string,
) => {
	const compare = (one: unknown, other: unknown) =>
		typeof one === "string" ? byBytes(one, String(other)) : Number(one) - Number(other);
	return [...rows].sort((one, other) => (order === "asc" ? 1 : -1) * compare(one[by], other[by]));
};

describe("rows match the same rows computed by hand", () => {
	const selection = fc.record({
		dimension: fc.constantFrom("pathname", "referrer", "country", "exit_page", "app_version"),
		by: fc.constantFrom(...FIGURES),
		order: fc.constantFrom("asc", "desc"),
		search: fc.constantFrom("", "A", "Ä%", "_\\", "GOOGLE", "us", "(7)"),
	});

	it(
		"match when sorted, searched and totalled",
		() =>
			check(selection, async ({ site, events, parameters, question, more }) => {
				now = Date.parse("2027-06-01T12:00:00Z");
				const { dimension, order, search } = more;
				const isPage = dimension === "pathname" || dimension === "exit_page";
				const by = isPage || more.by !== "time_on_page_seconds" ? more.by : "count";
				const all: reference.Row[] = reference.metric(events, question, dimension);
				const found = all.filter(({ value }) => value.toLowerCase().includes(search.toLowerCase()));
				const rows = sortedBy(found, by, order);
				const asked = { ...parameters, parameter: dimension, sort_by: by, sort_order: order };
				expect(await ask(site, "/metric", { ...asked, search, totals: "true" })).toEqual({
					data: {
						data: rows,
						totalCount: rows.length,
						totals: {
							count: reference.sum(rows.map(({ count }) => count)),
							pageviews: reference.sum(rows.map((row) => Number(row["pageviews"]))),
						},
					},
				});
			}),
		WITHIN_MS,
	);

	it(
		"match for sessions",
		() =>
			check(
				fc.record({
					by: fc.constantFrom(
						"session_end",
						"session_start",
						"session_duration",
						"pageviews",
						"events",
						"errors",
						"entry_page",
						"exit_page",
					),
					order: fc.constantFrom("asc", "desc"),
					page: fc.constantFrom(1, 2),
				}),
				async ({ site, events, parameters, question, more: { by, order, page } }) => {
					now = Date.parse("2027-06-01T12:00:00Z");
					const rows = listedVisits(events, question).map(({ rows }) => sessionRow(rows));
					const sorted = sortedBy(rows, by, order);
					const paging = { sort_by: by, sort_order: order, page: String(page), limit: "3" };
					expect(
						await ask(site, "/sessions", { ...parameters, ...paging, totals: "true" }),
					).toEqual({
						data: sorted.slice((page - 1) * 3, page * 3),
						totalCount: rows.length,
					});
				},
			),
		WITHIN_MS,
	);
});

describe("weeks", () => {
	it(
		"start on the requested day",
		() =>
			check(fc.integer({ min: 0, max: 6 }), async ({ site, events, question, more: weekStart }) => {
				now = Date.parse("2027-06-01T12:00:00Z");
				const week_start = [
					...["sunday", "monday", "tuesday", "wednesday"],
					...["thursday", "friday", "saturday"],
				][weekStart];
				const { timeZone, filters } = question;
				const asked = {
					time_zone: timeZone,
					filters: JSON.stringify(filters),
					bucket: "week",
					week_start: week_start ?? "",
				};
				const all = { ...question, isInRange: () => true, weekStart };
				expect(await ask(site, "/events/count", asked)).toEqual({
					data: reference.eventsCount(events, all, "week"),
				});
				const [start_date, end_date] = ["2024-02-01", "2026-12-31"];
				const inRange = (at: number) => {
					const day = wallClock(at, timeZone).slice(0, 10);
					return day >= start_date && day <= end_date;
				};
				const times = new Set<string>();
				for (let day = Date.parse(start_date); day <= Date.parse(end_date); day += DAY_MS)
					times.add(bucketStart(day, "week", "UTC", weekStart));
				expect(
					await ask(site, "/overview/time-series", { ...asked, start_date, end_date }),
				).toEqual({
					data: reference.overviewSeries(events, { ...all, isInRange: inRange }, "week", [
						...times,
					]),
				});
			}),
		WITHIN_MS,
	);
});

it.each([
	["few values", "page-1234", 1],
	["more values than are read at once", "page", 1500],
])(
	"compares the rows of a search that finds %s",
	async (_, search, paths) => {
		now = Date.parse("2026-11-21T00:00:00Z");
		const site = 4_000_000_000 + paths;
		await store.command(`
			INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, event_id, source, source_offset,
				pathname, hostname, channel)
			SELECT ${site}, toDateTime64('2026-11-10 12:00:00', 3, 'UTC') + intDiv(number, 3000) * 86400 AS at, at, 'pageview',
				number + 1, number + 1, toString(number), 'test', number, concat('/page-', toString(number % 1500)),
				'www.example.com', 'Direct'
			FROM numbers(6000) WHERE number < 4500 OR number % 2 = 0`);
		const asked = { start_date: "2026-11-11", end_date: "2026-11-11", compare: "previous" };
		const { data } = (await ask(site, "/metric", {
			...asked,
			...{ time_zone: "UTC", parameter: "pathname", search, sort_by: "value", limit: "1000" },
		})) as { data: { data: reference.Row[]; totalCount: number } };
		expect(data.totalCount).toBe(paths);
		for (const { value, count, previous } of data.data as (reference.Row & { previous: object })[])
			expect([count, previous]).toEqual([
				Number(value.slice("/page-".length)) % 2 === 0 ? 2 : 1,
				expect.objectContaining({ count: 2, pageviews: 2 }),
			]);
	},
	WITHIN_MS,
);

describe("several reports in one request", () => {
	const DIMENSIONS = [
		...["channel", "referrer", "country", "region", "city", "browser", "device_type"],
		...["utm_source", "utm_campaign", "language", "hostname", "app_version", "pathname"],
	];

	it.each([
		["events", () => check],
		["rolled-up days", () => checkRolledUp],
	])(
		"are answered like single requests, from %s",
		(_, checkOf) =>
			checkOf()(
				fc.record({
					days: someDays,
					some: fc.subarray(DIMENSIONS, { minLength: 4, maxLength: 6 }),
				}),
				async ({ site, question, moment, more: { days, some } }) => {
					const ranges = rangesOf(days, moment, question.timeZone);
					now = ranges.now;
					const range = ranges.parameters;
					const { compare, match_weekdays, ...plain } = range;
					const isCompared = days.matchesWeekdays;
					const filters = days.days === 1 ? [] : question.filters;
					const shared = { ...(isCompared ? range : plain), filters };
					const questions = [
						...some.map((parameter, index) => ({
							id: parameter,
							report: "metric",
							parameters: { parameter, limit: 1 + (index % 3), totals: true },
						})),
						{ id: "figures", report: "/overview", parameters: {} },
						{ id: "chart", report: "overview-bucketed", parameters: { bucket: "day" } },
						{ id: "sessions", report: "sessions", parameters: { limit: 3 } },
					];
					const lines = await askMany(site, { parameters: shared, questions });
					expect(lines.map(({ id }) => id).sort()).toEqual(questions.map(({ id }) => id).sort());
					for (const { id, status, body } of lines) {
						const { report = "", parameters = {} } = questions.find((one) => one.id === id) ?? {};
						const path = report === "overview-bucketed" ? "/overview/time-series" : report;
						const asked = { ...shared, ...parameters, filters: JSON.stringify(filters) };
						const texts = Object.entries(asked).map(([name, value]) => [name, String(value)]);
						const alone = await ask(
							site,
							path.startsWith("/") ? path : `/${path}`,
							Object.fromEntries(texts),
						);
						expect([id, status, body]).toEqual([id, 200, alone]);
					}
				},
			),
		WITHIN_MS,
	);
});
