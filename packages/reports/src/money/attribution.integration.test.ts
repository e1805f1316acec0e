import { amountOfTicks, ticksOfAmount } from "@footfall/shared/money/amount";
import type { ExchangeRate } from "@footfall/shared/site";
import type { EventStore } from "@footfall/store";
import { attribution } from "@footfall/testing/model/attribution";
import {
	createReportComparison,
	findSegment,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import type { RandomSite } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ZONE = "America/New_York";
/** Around the moments of the random sites; yen have no rate. */
const RATES: ExchangeRate[] = [
	{ date: "2020-01-01", from: "USD", to: "EUR", rate: "0.9" },
	{ date: "2026-03-29", from: "USD", to: "EUR", rate: "0.9234567891" },
	{ date: "2026-04-24", from: "USD", to: "EUR", rate: "1.00005" },
	{ date: "2026-10-03", from: "GBP", to: "EUR", rate: "1.17" },
	{ date: "2020-01-01", from: "EUR", to: "USD", rate: "1.1" },
];

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;
beforeAll(async () => {
	store = await openTestStore();
	check = createReportComparison(store);
	const now = () => Date.parse("2027-06-01T12:00:00Z");
	ask = createReportRunner({ store, now, findSegment }, { rates: RATES, timeZone: ZONE });
});
afterAll(() => store.close());

interface Answer {
	data: {
		data: { value: string; currency: string; sessions: number; orders: number; revenue: string }[];
		totalCount: number;
		totals: { currency: string; orders: number; revenue: string }[];
		left_out: { currency: string; events: number; revenue: string }[];
	};
}

/** Sessions of the world further in the past, so that people have some before the range and the lookback. */
const spread = (world: RandomSite, days: readonly number[]): RandomSite => {
	const shiftOf = (session: number) => (days[session % days.length] ?? 0) * 86_400_000;
	return {
		...world,
		events: world.events.map((event) => ({ ...event, at: event.at - shiftOf(event.session) })),
	};
};

const sumOf = (amounts: readonly string[]) =>
	amountOfTicks(amounts.reduce((sum, text) => sum + (ticksOfAmount(text) ?? 0n), 0n));

describe("attribution", () => {
	it.each(["first", "last", "last_non_direct", "linear"])(
		"by the model %s matches the reference computed by hand, and its rows add up to the revenue",
		(model) =>
			check(
				fc.record({
					parameter: fc.constantFrom(
						...["channel", "utm_source", "utm_campaign", "referrer", "entry_page"],
						...["country", "pathname", "url_param:ref"],
					),
					lookback: fc.constantFrom(30, 90),
					currency: fc.constantFrom(undefined, undefined, "EUR", "USD", "JPY"),
					days: fc.array(fc.constantFrom(0, 0, 1, 29, 30, 31, 89, 95), {
						minLength: 1,
						maxLength: 5,
					}),
				}),
				async ({ site, events, parameters, question, more }) => {
					const { currency, lookback, parameter } = more;
					const { data } = (await ask(site, "/revenue/attribution", {
						...parameters,
						...{ model, parameter, lookback: String(lookback), limit: "1000" },
						...(currency !== undefined && { currency }),
					})) as Answer;
					const expected = attribution(events, question, {
						...{ model, parameter, lookback, rates: RATES, timeZone: ZONE },
						...(currency !== undefined && { currency }),
					});
					expect(data.data).toHaveLength(expected.rows.length);
					expect(data.data).toEqual(expect.arrayContaining(expected.rows));
					expect(data.totalCount).toBe(expected.rows.length);
					expect(data.totals).toEqual(expected.totals);
					for (const total of data.totals) {
						const rows = data.data.filter((row) => row.currency === total.currency);
						expect(sumOf(rows.map(({ revenue }) => revenue))).toBe(total.revenue);
						const orders = rows.reduce((sum, row) => sum + Math.round(row.orders * 10_000), 0);
						expect(orders).toBe(total.orders * 10_000);
					}
				},
				(world, { days }) => spread(world, days),
			),
		WITHIN_MS,
	);
});

const SITE = 900_001;
const DAY_MS = 86_400_000;
const AT = Date.parse("2026-05-10T10:00:00Z");

describe("an order after three visits", () => {
	beforeAll(async () => {
		const visit = (number: number, daysBefore: number, more: Record<string, unknown>) => ({
			...{ site_id: SITE, session_id: String(number), user_id: "7", type: "pageview" },
			...{ timestamp: AT - daysBefore * DAY_MS, event_id: `v${number}`, source_offset: number },
			...more,
		});
		const order = { type: "custom_event", event_name: "purchase", event_id: "o", source_offset: 9 };
		const rows = [
			visit(1, 40, { channel: "Email", url_parameters: { utm_source: "letter" } }),
			visit(2, 20, { channel: "Paid Search", url_parameters: { utm_source: "ads" } }),
			visit(3, 0, { channel: "Direct" }),
			visit(3, 0, { ...order, channel: "Internal", revenue: "10", currency: "USD" }),
			visit(3, 0, { ...order, event_id: "r", channel: "", revenue: "-0.0001", currency: "JPY" }),
		];
		for (const row of rows) await store.insert("events", Object.keys(row), [Object.values(row)]);
	});

	const rowsOf = async (parameters: Record<string, string>) => {
		const { data } = (await ask(SITE, "/revenue/attribution", {
			...{ start_date: "2026-05-10", end_date: "2026-05-10" },
			...parameters,
		})) as Answer;
		return data;
	};
	const dollars = async (parameters: Record<string, string>) =>
		(await rowsOf(parameters)).data
			.filter(({ currency }) => currency === "USD")
			.map(({ value, orders, revenue }) => [value, orders, revenue]);

	it("belongs to one of them, or to all in parts whose last one has the remainder", async () => {
		expect(await dollars({ model: "first" })).toEqual([["Paid Search", 1, "10"]]);
		expect(await dollars({ model: "first", lookback: "90" })).toEqual([["Email", 1, "10"]]);
		expect(await dollars({})).toEqual([["Direct", 1, "10"]]);
		expect(await dollars({ model: "last_non_direct" })).toEqual([["Paid Search", 1, "10"]]);
		expect(await dollars({ model: "linear", lookback: "90" })).toEqual([
			["Direct", 0.3334, "3.3334"],
			["Email", 0.3333, "3.3333"],
			["Paid Search", 0.3333, "3.3333"],
		]);
		expect(await dollars({ model: "last", parameter: "utm_source" })).toEqual([["", 1, "10"]]);
	});

	it("is converted by the rate of its day, and what has no rate is named", async () => {
		const { totals, left_out } = await rowsOf({ currency: "eur" });
		expect(totals).toEqual([{ currency: "EUR", orders: 1, revenue: "10.0005" }]);
		expect(left_out).toEqual([
			{
				...{ currency: "JPY", first: "2026-05-10", last: "2026-05-10" },
				...{ events: 1, revenue: "-0.0001" },
			},
		]);
	});

	it.each([
		[{ model: "best" }, "model must be one of first, last, last_non_direct, linear"],
		[{ lookback: "7" }, "lookback must be one of 30, 90"],
		[{ currency: "EURO" }, 'Invalid currency "EURO"'],
		[{ parameter: "event_name" }, "parameter must be one of"],
		[{ parameter: "weather:Berlin" }, "parameter must be one of"],
	])("is refused for %j with what to change", (parameters, message) =>
		expect(rowsOf(parameters)).rejects.toThrow(message),
	);
});
