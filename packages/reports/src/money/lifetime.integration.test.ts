import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { hex } from "@footfall/testing/model/semantics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SITE = 1;

/** Day of November, device, user id, amount, currency. */
const EVENTS = [
	[1, 1, "", "5", "EUR"],
	[1, 2, "anna", "10", "USD"],
	[2, 3, "anna", "30.5", "EUR"],
	[2, 3, "anna", "-30.5", "EUR"],
	[3, 1, "", "0", ""],
	[3, 2, "anna", "0", ""],
	[3, 4, "bob", "0", ""],
	[3, 5, "", "700", "JPY"],
] as const;

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
	const columns = ["site_id", "timestamp", "event_id", "type", "session_id", "user_id"];
	await store.insert(
		"events",
		[...columns, "identified_user_id", "revenue", "currency"],
		[SITE, 2].flatMap((site) =>
			EVENTS.map(([day, device, user, amount, currency], index) => [
				...[site, `2026-11-0${day} 10:00:00.000`, `${site}e${index}`, "custom_event", index + 1],
				...[device, user, site === SITE ? amount : "0", site === SITE ? currency : ""],
			]),
		),
	);
});
afterAll(() => store.close());

const RANGE = { start_date: "2026-11-03", end_date: "2026-11-03" };
const asked = (currency: string | null) =>
	createReportRunner(
		{ store, now: () => Date.parse("2026-11-03T12:00:00Z") },
		{ currency, rates: [{ date: "2026-11-01", from: "USD", to: "EUR", rate: "0.9" }] },
	);

interface Person {
	effective_user_id: string;
	revenue?: string;
	orders?: number;
	last_order?: string | null;
}
const people = async (
	parameters: Record<string, string>,
	{ currency = "EUR", site = SITE }: { currency?: string | null; site?: number } = {},
) => {
	const { data } = (await asked(currency)(site, "/users", { ...RANGE, ...parameters })) as {
		data: Person[];
	};
	return data.map(({ effective_user_id, revenue, orders, last_order }) => [
		...[effective_user_id, revenue, orders, last_order],
	]);
};

const ANNA = ["anna", "9", 2, "2026-11-02T10:00:00.000Z"];

describe("the money of people", () => {
	it("is of all time, by whatever devices, and without what has no rate", async () =>
		expect(await people({ revenue: "true", sort_by: "revenue" })).toEqual([
			ANNA,
			[hex(1), "5", 1, "2026-11-01T10:00:00.000Z"],
			[hex(5), "0", 0, null],
			["bob", "0", 0, null],
		]));

	it("sorts them, also if it is not shown", async () =>
		expect(
			(await people({ sort_by: "revenue", sort_order: "asc", page_size: "3" })).map(([id]) => id),
		).toEqual([hex(5), "bob", hex(1)]));

	it("is shown of one person", async () => {
		const { data } = (await asked("EUR")(
			SITE,
			"/users/{userId}",
			{ ...RANGE, revenue: "true" },
			{ userId: "anna" },
		)) as { data: Person };
		expect([data.effective_user_id, data.revenue, data.orders, data.last_order]).toEqual(ANNA);
	});

	it.each([
		["is not told unless it is asked for", {}, {}],
		["is not told on a site without a currency", { revenue: "true" }, { currency: null }],
	])("%s", async (_, parameters, of) =>
		expect((await people(parameters, of)).flatMap(([, ...money]) => money)).toEqual(
			Array(12).fill(undefined),
		),
	);

	it("is nothing on a site without amounts", async () => {
		const orders = (await people({ revenue: "true", sort_by: "revenue" }, { site: 2 })).map(
			([, revenue]) => revenue,
		);
		expect(orders).toEqual(["0", "0", "0", "0"]);
		const { rows } = (await asked("EUR")(
			2,
			"/query",
			RANGE,
			{},
			{
				metrics: ["lifetime_value"],
			},
		)) as { rows: { metrics: string[] }[] };
		expect(rows[0]?.metrics).toEqual(["0"]);
	});

	it("adds up to all revenue, and has the mean that a question gives", async () => {
		const { rows } = (await asked("EUR")(
			SITE,
			"/query",
			{},
			{},
			{
				metrics: ["revenue", "lifetime_value", "users"],
			},
		)) as { rows: { metrics: [string, string, number] }[] };
		const [revenue, mean, users] = rows[0]?.metrics ?? ["", "", 0];
		const all = await people({ ...{ start_date: "", end_date: "" }, revenue: "true" });
		const sum = all.reduce((total, [, amount]) => total + Number(amount), 0);
		expect([sum, all.length]).toEqual([Number(revenue), users]);
		expect(Number(mean)).toBe(sum / all.length);
	});
});
