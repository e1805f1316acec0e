import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, expect, it } from "vitest";

const SITE = 1;
const STEPS = [
	{ type: "page", value: "/" },
	{ type: "page", value: "/cart" },
	{ type: "event", value: "purchase" },
];

/** Session, minute, page or event, amount, currency. */
const EVENTS = [
	...[1, 2, 3, 4, 5].map((session) => [session, 0, "/", "0", ""] as const),
	...[1, 2, 3].map((session) => [session, 1, "/cart", "0", ""] as const),
	[1, 2, "purchase", "10", "EUR"],
	[1, 3, "purchase", "5", "USD"],
	[2, 2, "purchase", "0.0001", "EUR"],
	// Bought something without the last step.
	[5, 2, "gift", "3", "EUR"],
	[5, 3, "gift", "1000", "JPY"],
] as const;

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
	const columns = ["site_id", "timestamp", "event_id", "type", "event_name", "pathname"];
	await store.insert(
		"events",
		[...columns, "session_id", "user_id", "revenue", "currency"],
		EVENTS.map(([session, minute, what, amount, currency], index) => [
			...[SITE, `2026-11-02 10:0${minute}:00.000`, `e${index}`],
			...(what.startsWith("/") ? ["pageview", "", what] : ["custom_event", what, "/"]),
			...[session, session, amount, currency],
		]),
	);
});
afterAll(() => store.close());

const RANGE = { start_date: "2026-11-02", end_date: "2026-11-02" };
const rowsOf = async (
	parameters: Record<string, string>,
	{ currency = "EUR", steps = STEPS }: { currency?: string | null; steps?: object[] } = {},
) => {
	const ask = createReportRunner(
		{ store, now: () => Date.parse("2026-11-03T12:00:00Z") },
		{ currency, rates: [{ date: "2026-11-01", from: "USD", to: "EUR", rate: "0.9" }] },
	);
	const { data } = (await ask(
		SITE,
		"/funnels/analyze",
		{ ...RANGE, ...parameters },
		{},
		{
			steps,
		},
	)) as {
		data: { visitors: number; revenue?: string; revenue_lost?: string; previous?: object }[];
	};
	return data;
};

it("a funnel has the revenue of the sessions at each step, and what those that left would have brought", async () => {
	const data = await rowsOf({ revenue: "true" });
	expect(
		data.map(({ visitors, revenue, revenue_lost }) => [visitors, revenue, revenue_lost]),
	).toEqual([
		[5, "17.5001", "14.5001"],
		// One left; two sessions brought 14.5001.
		[3, "14.5001", "7.2501"],
		[2, "14.5001", "0"],
	]);
});

it("nothing is lost where nobody has reached the last step, and a comparison has its own money", async () => {
	const steps = [...STEPS, { type: "event", value: "never" }];
	expect(
		(await rowsOf({ revenue: "true" }, { steps })).map(({ revenue_lost }) => revenue_lost),
	).toEqual([null, null, null, null]);
	const [row] = await rowsOf({ revenue: "true", compare: "previous" });
	expect(row?.previous).toMatchObject({ visitors: 0, revenue: "0", revenue_lost: null });
});

it.each([
	["unless it is asked for", {}, "EUR"],
	["on a site without a currency", { revenue: "true" }, null],
])("a funnel has no money %s", async (_, parameters, currency) => {
	const [row] = await rowsOf(parameters as Record<string, string>, { currency });
	expect([row?.visitors, row?.revenue, row?.revenue_lost]).toEqual([5, undefined, undefined]);
});
