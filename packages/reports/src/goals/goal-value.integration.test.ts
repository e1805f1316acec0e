import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Goal, GoalBody } from "../definitions/goal.ts";
import type { FileAnswer } from "../export/file-answer.ts";

const SITE = 1;
const DAY = "2026-11-02";

/** Session, time, event name, amount, currency, and the property `price`. */
const EVENTS = [
	[1, "08:00:00", "purchase", "10.1", "EUR", "3"],
	[1, "08:10:00", "purchase", "0.2", "EUR", "4.5"],
	[2, "09:00:00", "purchase", "-3.3333", "EUR", "much"],
	[2, "09:10:00", "purchase", "20", "USD", "1"],
	[3, "17:00:00", "purchase", "1000", "JPY", ""],
	[4, "18:00:00", "signup", "0", "", "7"],
] as const;

const goalOf = (goalId: number, config: object, goalType: Goal["goalType"] = "event"): Goal => ({
	...GoalBody.parse({ goalType, config }),
	...{ goalId, siteId: SITE, name: null, createdAt: new Date(0) },
});
const PURCHASE = { eventName: "purchase" };
const GOALS = [
	goalOf(1, PURCHASE),
	goalOf(2, { ...PURCHASE, value: { amount: "29.90", currency: "EUR" } }),
	goalOf(3, { ...PURCHASE, value: { amount: 10, currency: "USD" } }),
	goalOf(4, { ...PURCHASE, value: { amount: 10, currency: "JPY" } }),
	goalOf(5, { ...PURCHASE, valueFrom: "revenue" }),
	goalOf(6, { ...PURCHASE, valueFrom: "prop:price" }),
	goalOf(7, { eventName: "nothing", valueFrom: "revenue" }),
	goalOf(8, { pathPattern: "/pay", valueFrom: "prop:total" }, "path"),
];

let store: EventStore;
beforeAll(async () => {
	store = await openTestStore();
	const columns = [
		...["site_id", "timestamp", "event_id", "type", "event_name", "session_id", "user_id"],
		...["pathname", "revenue", "currency", "properties", "url_parameters"],
	];
	await store.insert("events", columns, [
		...EVENTS.map(([session, time, name, amount, currency, price], index) => [
			...[SITE, `${DAY} ${time}.000`, `e${index}`, "custom_event", name, session, session],
			...["/pay", amount, currency, JSON.stringify({ price }), {}],
		]),
		[
			...[SITE, `${DAY} 18:30:00.000`, "v", "pageview", "", 4, 4],
			...["/pay", "0", "", "{}", { total: "12.5" }],
		],
	]);
});
afterAll(() => store.close());

const ask = (
	currency: string | null,
	path: string,
	parameters: Record<string, string>,
	body?: object,
) =>
	createReportRunner(
		{
			store,
			now: () => Date.parse("2026-11-03T12:00:00Z"),
			goals: {
				ofSite: async () => GOALS,
				one: async (_, id) => GOALS[Number(id) - 1] ?? goalOf(1, PURCHASE),
			},
		},
		{ currency, rates: [{ date: "2026-11-01", from: "USD", to: "EUR", rate: "0.9" }] },
	)(SITE, path, { start_date: DAY, end_date: DAY, ...parameters }, {}, body);

const valuesOf = async (currency: string | null) => {
	const { data } = (await ask(currency, "/goals", {
		...{ sort: "goalId", order: "asc", compare: "previous" },
	})) as { data: { total_value?: string; previous: { total_value?: string } }[] };
	return data.map(({ total_value, previous }) => [total_value, previous.total_value]);
};

it("the value of goals counts once per session if it is fixed, and otherwise with each event, in the site's currency", async () =>
	expect(await valuesOf("EUR")).toEqual([
		[undefined, undefined],
		// 3 sessions.
		["89.7", "0"],
		["27", "0"],
		// There is no rate.
		["0", "0"],
		// 10.1 + 0.2 - 3.3333 + 20 × 0.9
		["24.9667", "0"],
		["8.5", "0"],
		["0", "0"],
		["12.5", "0"],
	]));

it("a question has the same values, exactly", async () => {
	const metrics = [2, 3, 4, 5, 6, 7, 8].map((id) => `conversion_value(${id})`);
	const { rows, meta } = (await ask("EUR", "/query", {}, { metrics })) as {
		rows: { metrics: string[] }[];
		meta: { types: Record<string, string> };
	};
	expect(rows[0]?.metrics).toEqual((await valuesOf("EUR")).slice(1).map(([value]) => value));
	expect(meta.types["conversion_value(5)"]).toBe("money");
	const byDay = (await ask(
		"EUR",
		"/query",
		{},
		{
			...{ metrics: ["conversion_value(2)", "conversions(2)"], dimensions: ["time:day"] },
		},
	)) as typeof rows & { rows: unknown };
	expect(byDay.rows).toEqual([{ dimensions: [`${DAY} 00:00:00`], metrics: ["89.7", 3] }]);
});

it("files of a question have amounts as texts, and counts as numbers", async () => {
	const body = {
		metrics: ["conversion_value(2)", "lifetime_value", "orders"],
		compare: "previous",
	};
	const fileOf = async (format: string) => {
		const { pieces } = (await ask("EUR", "/export/query", { format }, body)) as FileAnswer;
		const read: Buffer[] = [];
		for await (const piece of pieces) read.push(Buffer.from(piece));
		return Buffer.concat(read);
	};
	const [row] = JSON.parse(String(await fileOf("json")));
	expect(row).toMatchObject({ "conversion_value(2)": "89.7", "previous conversion_value(2)": "0" });
	expect(row).toMatchObject({ lifetime_value: expect.any(String), orders: expect.any(Number) });
	const path = join(mkdtempSync(join(tmpdir(), "footfall-goal-value-")), "file");
	writeFileSync(path, await fileOf("parquet"));
	expect(await store.query(`SELECT * FROM file('${path}', Parquet)`)).toEqual([row]);
	rmSync(dirname(path), { recursive: true });
});

it.each([
	["EUR", "conversion_value(1)", "goal 1 has no value"],
	[null, "conversion_value(2)", "Amounts need a currency"],
])("in %s the question of %s is refused: %s", (currency, metric, message) =>
	expect(ask(currency, "/query", {}, { metrics: [metric] })).rejects.toMatchObject({
		...{ status: 400, message: expect.stringContaining(message) },
	}),
);

it("goals have no value on a site without a currency", async () =>
	expect((await valuesOf(null)).flat()).toEqual(Array(16).fill(undefined)));

it("the amounts of all events with money add up to the site's revenue", async () => {
	const { rows } = (await ask("EUR", "/query", {}, { metrics: ["revenue"] })) as {
		rows: { metrics: string[] }[];
	};
	expect((await valuesOf("EUR"))[4]?.[0]).toBe(rows[0]?.metrics[0]);
});
