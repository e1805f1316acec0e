import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	type Given,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Goal } from "../definitions/goal.ts";

const goalsFrom = (some: readonly Pick<Goal, "goalType" | "config">[]): Goal[] =>
	some.map((goal, place) => ({
		...goal,
		...{ goalId: place + 1, siteId: 1, name: null, createdAt: new Date(0) },
	}));
const dependenciesOf = (store: EventStore, now: string, all: readonly Goal[]) => ({
	store,
	now: () => Date.parse(now),
	findSegment,
	goals: {
		ofSite: async () => [...all],
		one: async (_: number, id: string) => all[Number(id) - 1] as Goal,
	},
});

interface Answer {
	rows: { dimensions: [string]; metrics: number[]; previous?: number[] | null }[];
	totals?: { metrics: number[] };
	total_rows?: number;
	meta: { left_out: string[] };
}

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
});
afterAll(() => store.close());

describe.each([
	["events", undefined],
	["rolled-up days", insertRolledUp],
])("sessions by goal from %s", (_, insert) => {
	const NOW = "2027-06-01T12:00:00Z";
	const GOALS = goalsFrom([
		{ goalType: "event", config: { eventName: "signup" } },
		{ goalType: "path", config: { pathPattern: "/a" } },
		{ goalType: "path", config: { pathPattern: "/**" } },
		{
			goalType: "event",
			config: { eventName: "signup", propertyFilters: [{ key: "price", value: 10 }] },
		},
		{ goalType: "path", config: { pathPattern: "/never" } },
		{ goalType: "outbound", config: {} },
	]);
	let ask: ReturnType<typeof createReportRunner>;
	let check: (property: (given: Given<string>) => Promise<void>) => Promise<void>;
	beforeAll(() => {
		ask = createReportRunner(dependenciesOf(store, NOW, GOALS));
		const checkWith = createReportComparison(store, Date.parse(NOW), insert);
		check = (property) =>
			checkWith(fc.constantFrom("country", "channel", "user_id", "prop:plan"), property);
	});
	const query = (site: number, parameters: Record<string, string>, body: object) =>
		ask(site, "/query", parameters, {}, { limit: 10_000, ...body }) as Promise<Answer>;
	const goalsOf = async (site: number, parameters: Record<string, string>) => {
		const { data } = (await ask(site, "/goals", { ...parameters, page_size: "100" })) as {
			data: {
				goalId: number;
				total_conversions: number;
				previous?: { total_conversions: number };
			}[];
		};
		return data.filter((goal) => goal.total_conversions > 0);
	};
	/** The sums of all figures by the first dimension. */
	const sumsOf = ({ rows }: Answer) => {
		const sums: Record<string, number[]> = {};
		for (const { dimensions, metrics } of rows) {
			const before = sums[dimensions[0]] ?? metrics.map(() => 0);
			sums[dimensions[0]] = metrics.map((figure, place) => figure + (before[place] ?? 0));
		}
		return sums;
	};

	it(
		"are the conversions of each goal, and add up over days and over another dimension",
		() =>
			check(async ({ site, parameters, more }) => {
				const goals = await goalsOf(site, parameters);
				const expected = goals.map((goal) => [String(goal.goalId), [goal.total_conversions]]);
				const alone = await query(site, parameters, {
					...{ metrics: ["sessions"], dimensions: ["goal"] },
				});
				expect(sumsOf(alone)).toEqual(Object.fromEntries(expected));
				const body = { metrics: ["sessions", "pageviews", "events", "conversions(1)"] };
				const whole = await query(site, parameters, { ...body, dimensions: ["goal"] });
				for (const others of [["time:day"], [more, "time:hour"]])
					expect(
						sumsOf(await query(site, parameters, { ...body, dimensions: ["goal", ...others] })),
					).toEqual(sumsOf(whole));
			}),
		WITHIN_MS,
	);

	it(
		"are compared with the conversions of the other period",
		() =>
			check(async ({ site, parameters, moment }) => {
				const day = new Date(moment).toISOString().slice(0, 10);
				const { filters = "", segment_id = "" } = parameters;
				const range = { filters, segment_id, start_date: day, end_date: day, time_zone: "UTC" };
				const goals = await goalsOf(site, { ...range, compare: "previous" });
				const { rows } = await query(site, range, {
					...{ metrics: ["sessions"], dimensions: ["goal"], compare: "previous" },
				});
				expect(
					rows.map((row) => [row.dimensions[0], row.metrics[0], row.previous?.[0]]).sort(),
				).toEqual(
					goals
						.map((goal) => [
							...[String(goal.goalId), goal.total_conversions, goal.previous?.total_conversions],
						])
						.sort(),
				);
			}),
		WITHIN_MS,
	);
});

describe("a question by goal", () => {
	const SITE = 1_000_001;
	const DAY = "2026-11-02";
	const NOW = "2026-11-03T12:00:00Z";
	const GOALS = goalsFrom([
		{
			goalType: "event",
			config: { eventName: "purchase", value: { amount: "5", currency: "EUR" } },
		},
		{ goalType: "path", config: { pathPattern: "/pay" } },
		{ goalType: "path", config: { pathPattern: "/never" } },
	]);
	/** Session, user, time, path, and the amount of a purchase. */
	const EVENTS = [
		[1, 1, `${DAY} 08:00:00.000`, "/", ""],
		[1, 1, `${DAY} 08:01:00.000`, "/pay", ""],
		[1, 1, `${DAY} 08:02:00.000`, "/pay", "10"],
		[2, 1, `${DAY} 12:00:00.000`, "/pay", ""],
		[3, 2, `${DAY} 13:00:00.000`, "/", ""],
		// It began on the day before.
		[4, 3, "2026-11-01 23:50:00.000", "/", "3"],
		[4, 3, `${DAY} 00:05:00.000`, "/", ""],
	] as const;
	beforeAll(() =>
		store.insert(
			"events",
			[
				...["site_id", "event_id", "type", "event_name", "session_id", "user_id", "timestamp"],
				...["pathname", "revenue", "currency"],
			],
			EVENTS.map(([session, user, time, path, amount], place) => [
				...[SITE, `e${place}`, amount === "" ? "pageview" : "custom_event"],
				...[amount === "" ? "" : "purchase", session, user, time, path],
				...[amount === "" ? "0" : amount, amount === "" ? "" : "EUR"],
			]),
		),
	);
	const ask = (body: object, goals: readonly Goal[] = GOALS) =>
		createReportRunner(dependenciesOf(store, NOW, goals), { currency: "EUR", rates: [] })(
			SITE,
			"/query",
			{ start_date: DAY, end_date: DAY },
			{},
			{ dimensions: ["goal"], ...body },
		) as Promise<Answer>;

	it("has the figures of sessions that reached it, and of everything in them", async () => {
		const { rows, totals } = await ask({
			metrics: [
				...["sessions", "users", "pageviews", "events", "bounce_rate", "revenue"],
				...["conversions(1)", "conversion_rate(1)", "conversion_value(1)"],
			],
			order_by: [["goal", "asc"]],
			include: { totals: true },
		});
		expect(rows).toEqual([
			{ dimensions: ["1"], metrics: [1, 2, 3, 1, 0, "10", 1, 1, "5"] },
			{ dimensions: ["2"], metrics: [2, 1, 3, 1, 50, "10", 1, 0.5, "5"] },
		]);
		expect(totals?.metrics.slice(0, 4)).toEqual([3, 3, 5, 1]);
	});

	it("has no rows on a site without goals", async () => {
		const answer = await ask({ metrics: ["sessions", "users"], include: { total_rows: true } }, []);
		expect(answer).toMatchObject({ rows: [], total_rows: 0, meta: { left_out: [] } });
	});

	it.each([
		["time_on_page", "time_on_page cannot be broken down by goal"],
		["bots", "bots cannot be broken down by goal"],
	])("is refused for %s", (metric, sentence) =>
		expect(ask({ metrics: [metric] })).rejects.toMatchObject({
			...{ status: 400, message: expect.stringContaining(sentence) },
		}),
	);

	const many = (count: number, config: object = {}) =>
		goalsFrom(
			Array.from({ length: count }, (_, place) => ({
				goalType: "path",
				config: { pathPattern: `/pay${"é".repeat(place)}`, ...config },
			})),
		);

	it("checks 200 goals with long addresses in two periods", async () => {
		const metrics = ["sessions", "users", "events"];
		const { rows } = await ask({ metrics, compare: "previous" }, many(200));
		expect(rows).toEqual([{ dimensions: ["1"], metrics: [2, 1, 1], previous: [0, 0, 0] }]);
	});

	it("is refused for more conditions than a statement can have", () => {
		const propertyFilters = Array.from({ length: 20 }, (_, place) => ({
			...{ key: `key${place}`, value: "a" },
		}));
		return expect(
			ask({ metrics: ["sessions"] }, many(100, { propertyFilters })),
		).rejects.toMatchObject({
			message:
				"The conditions of the site's 100 goals are too long for the dimension goal: ask for the metric conversions(…) of some",
		});
	});
});
