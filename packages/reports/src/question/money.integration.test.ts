import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SITE = 1;
const DAY = "2026-11-02";

/** Amount, currency, time, session and its channel, user. */
const MONEY = [
	["10.1", "EUR", "08:00:00", 1, "Email", 1],
	["0.2", "EUR", "08:10:00", 1, "Email", 1],
	["-3.3333", "EUR", "09:00:00", 2, "Direct", 2],
	["20", "USD", "09:10:00", 2, "Direct", 2],
	["1000", "JPY", "17:00:00", 3, "Direct", 1],
] as const;

let store: EventStore;
let run: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	const columns = [
		"site_id",
		"timestamp",
		"event_id",
		"type",
		"event_name",
		"session_id",
		"user_id",
	];
	await store.insert(
		"events",
		[...columns, "channel", "pathname", "revenue", "currency"],
		[
			...MONEY.map(([amount, currency, time, session, channel, user], index) => [
				...[SITE, `${DAY} ${time}.000`, `e${index}`, "custom_event", "purchase", session, user],
				...[channel, "/pay", amount, currency],
			]),
			...[4, 5].map((session) => [
				...[SITE, `${DAY} 10:00:00.000`, `v${session}`, "pageview", "", session, session],
				...["Direct", "/", "0", ""],
			]),
		],
	);
	run = createReportRunner(
		{ store, now: () => Date.parse("2026-11-03T12:00:00Z") },
		{
			currency: "EUR",
			rates: [{ date: "2026-11-01", from: "USD", to: "EUR", rate: "0.9" }],
		},
	);
});
afterAll(() => store.close());

const RANGE = { start_date: DAY, end_date: DAY };
const ask = (body: object) =>
	run(SITE, "/query", RANGE, {}, body) as Promise<{
		rows: { dimensions: string[]; metrics: unknown[]; previous?: unknown[] }[];
		totals: { metrics: unknown[] };
		meta: { currency?: string; left_out: string[]; types: Record<string, string> };
	}>;
const rowsOf = async (body: object) =>
	(await ask(body)).rows.map(({ dimensions, metrics }) => [...dimensions, ...metrics]);

describe("money", () => {
	it("is summed up exactly in one currency, and what has no rate is told", async () => {
		const { rows, meta } = await ask({
			metrics: ["revenue", "orders", "average_order", "revenue_per_user", "revenue_per_session"],
		});
		// 10.1 + 0.2 - 3.3333 + 20 × 0.9
		expect(rows[0]?.metrics).toEqual(["24.9667", 3, "9.4333", "6.2416", "4.9933"]);
		expect(meta).toMatchObject({
			currency: "EUR",
			types: { revenue: "money", orders: "count" },
			left_out: [
				"1000 JPY of one event are left out, because the site has no rate from JPY to EUR for their days.",
			],
		});
	});

	it("is told by its own currencies, which are never added", async () => {
		expect(
			await rowsOf({
				metrics: ["revenue", "orders"],
				dimensions: ["currency"],
				order_by: [["currency", "asc"]],
			}).then((rows) => rows.filter(([code]) => code !== "")),
		).toEqual([
			["EUR", "6.9667", 2],
			["JPY", "1000", 1],
			["USD", "20", 1],
		]);
	});

	it("belongs to the session in which it was spent, beside figures of other kinds", async () => {
		const { rows, totals } = await ask({
			metrics: ["revenue", "sessions", "revenue_per_session"],
			dimensions: ["channel"],
			order_by: [["revenue", "desc"]],
			include: { totals: true },
		});
		expect(rows.map(({ dimensions, metrics }) => [...dimensions, ...metrics])).toEqual([
			["Direct", "14.6667", 4, "3.6666"],
			["Email", "10.3", 1, "10.3"],
		]);
		expect(totals.metrics.slice(0, 2)).toEqual(["24.9667", 5]);
	});

	it("is worth what people paid in all time, whatever the range and the filters", async () => {
		const later = { range: { start_date: "2026-11-03", end_date: "2026-11-03" } };
		const metrics = ["lifetime_value", "users"];
		// People 1 to 5: 10.3 and 14.6667 of persons 1 and 2; 1000 JPY has no rate.
		expect(await rowsOf({ metrics })).toEqual([["6.2416", 4]]);
		expect(await rowsOf({ metrics, dimensions: ["channel"] })).toEqual([
			["Email", "10.3", 1],
			["Direct", "6.2416", 4],
		]);
		expect(await rowsOf({ metrics, filters: ["is", "channel", ["Email"]] })).toEqual([["10.3", 1]]);
		expect(await rowsOf({ ...later, metrics })).toEqual([["0", 0]]);
	});

	it("over time has a text for each bucket, and for those of another period", async () => {
		const { rows } = await ask({
			metrics: ["revenue"],
			dimensions: ["time:hour"],
			compare: "previous",
		});
		expect(rows).toHaveLength(24);
		expect(rows[8]).toEqual({
			...{ dimensions: [`${DAY} 08:00:00`], metrics: ["10.3"] },
			...{ previous: ["0"], previous_time: "2026-11-01 08:00:00" },
		});
		const [row] = (
			await ask({ metrics: ["revenue"], dimensions: ["channel"], compare: "previous", limit: 1 })
		).rows;
		expect(row).toEqual({ dimensions: ["Direct"], metrics: ["14.6667"], previous: ["0"] });
	});

	it.each<[string, object, string]>([
		[
			"a currency that does not exist",
			{ metrics: ["revenue"], currency: "EURO" },
			'"EURO" is not an ISO 4217 currency code, such as EUR',
		],
		[
			"people by currency",
			{ metrics: ["revenue", "users"], dimensions: ["currency"] },
			"users cannot be broken down by currency: revenue, orders and average_order can",
		],
	])("is refused for %s", async (_, body, message) => {
		await expect(ask(body)).rejects.toMatchObject({ message });
	});
});
