import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillSite } from "./fill-site.ts";
import { LAST_LOOK_MS } from "./recording/recording.ts";
import { trafficOf } from "./traffic.ts";

const NOW = Date.parse("2026-11-20T15:30:00Z");
const OPTIONS = { seed: 3, days: 14, visitsPerDay: 120, now: NOW };

describe("example traffic", () => {
	const days = [...trafficOf(OPTIONS)];
	const events = days.flatMap((day) => day.events);

	it("is the same for the same seed, and different for another", () => {
		const [again] = trafficOf(OPTIONS);
		const [other] = trafficOf({ ...OPTIONS, seed: 4 });
		expect(again).toEqual(days[0]);
		expect(other?.events[0]).not.toEqual(days[0]?.events[0]);
	});

	it("has every requested day, each with visits and bots, and no event in the future", () => {
		expect(days).toHaveLength(14);
		for (const { events, bots } of days) {
			expect(events.length).toBeGreaterThan(50);
			expect(bots.length).toBeGreaterThan(10);
			expect([...events, ...bots].every(({ timestamp }) => Number(timestamp) <= NOW)).toBe(true);
		}
	});

	it("has releases, and an error that only one of them has", () => {
		const errors = [...trafficOf({ ...OPTIONS, days: 16 })]
			.flatMap((day) => day.events)
			.filter(({ type }) => type === "error");
		const releases = new Map<string, Set<unknown>>();
		for (const { properties, release } of errors) {
			const { message } = JSON.parse(String(properties)) as { message: string };
			releases.set(message, (releases.get(message) ?? new Set()).add(release));
		}
		expect([...(releases.get("this.draft is null") ?? [])]).toEqual(["1.8.1"]);
		expect([...(releases.get("The notebook could not be saved") ?? [])].sort()).toEqual([
			"1.8.0",
			"1.8.1",
			"1.9.0",
		]);
		expect(new Set(errors.map(({ error_group }) => error_group)).size).toBe(releases.size);
	});

	it("is quieter at weekends", () => {
		const visitsOn = (weekday: number) =>
			events.filter(({ timestamp, referrer }) => {
				const isDay = new Date(Number(timestamp)).getUTCDay() === weekday;
				return isDay && referrer !== undefined;
			}).length;
		expect(visitsOn(6)).toBeLessThan(visitsOn(2));
	});

	it("keeps a visit to one device, one place and half an hour between events", () => {
		const sessions = new Set(events.map((event) => event["session_id"]));
		for (const session of [...sessions].slice(0, 300)) {
			const visit = events.filter((event) => event["session_id"] === session);
			const distinct = (name: string) => new Set(visit.map((event) => event[name])).size;
			expect(["user_id", "browser", "city"].map(distinct)).toEqual([1, 1, 1]);
			const times = visit.map(({ timestamp }) => Number(timestamp));
			const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
			expect(Math.max(0, ...gaps)).toBeLessThan(30 * 60_000);
		}
	});

	it("contains every type of event, by people and by bots of every purpose", () => {
		expect(new Set(events.map(({ type }) => type))).toEqual(
			new Set([
				"pageview",
				"custom_event",
				"performance",
				"engagement",
				"outbound",
				"error",
				"button_click",
				"copy",
				"form_submit",
				"input_change",
			]),
		);
		const purposes = days.flatMap(({ bots }) => bots.map((bot) => bot["bot_purpose"]));
		expect(purposes).toEqual(
			expect.arrayContaining(["ai_training", "ai_search", "ai_agent", "search", "seo"]),
		);
	});
});

describe("the recordings of example traffic", () => {
	const days = [...trafficOf(OPTIONS)];
	const visitOf = (recording: Readonly<Record<string, unknown>>) =>
		days
			.flatMap(({ events }) => events)
			.filter((event) => event["session_id"] === recording["session_id"]);

	it("show at most two visits a day from their first page to their last event, within some kilobytes", () => {
		expect(Math.max(...days.map(({ recordings }) => recordings.length))).toBe(2);
		for (const recording of days.flatMap(({ recordings }) => recordings)) {
			const visit = visitOf(recording);
			const pages = visit.filter(({ type }) => type === "pageview");
			const events = (recording["events"] as string[]).map(
				(text) => JSON.parse(text) as { type: number; timestamp: number; data: { href?: string } },
			);
			expect(
				events.flatMap(({ data: { href } }) =>
					href === undefined ? [] : [new URL(href).pathname],
				),
			).toEqual(pages.map(({ pathname }) => pathname));
			expect(events.map(({ timestamp }) => timestamp)).toEqual(recording["times"]);
			expect(Number(recording["last_time"])).toBeLessThanOrEqual(
				Number(visit.at(-1)?.["timestamp"]) + LAST_LOOK_MS,
			);
			expect(Number(recording["byte_count"])).toBeLessThan(100_000);
		}
	});

	it("contain visits with errors", () => {
		const failed = days
			.flatMap(({ recordings }) => recordings)
			.filter((recording) => visitOf(recording).some(({ type }) => type === "error"));
		expect(failed.length).toBeGreaterThan(2);
	});
});

describe("the money in example traffic", () => {
	it("is an amount with a currency on each purchase", () => {
		const purchases = [...trafficOf(OPTIONS)]
			.flatMap(({ events }) => events)
			.filter((event) => event["event_name"] === "purchase")
			.map(({ properties }) => JSON.parse(String(properties)) as object);
		expect(purchases.length).toBeGreaterThan(3);
		for (const purchase of purchases)
			expect(purchase).toEqual({
				plan: expect.any(String),
				amount: expect.any(Number),
				currency: "EUR",
			});
	});

	it("is stored with each purchase, and a few of them are refunded later", () => {
		const paid = [...trafficOf(OPTIONS)]
			.flatMap(({ events }) => events)
			.filter((event) => event["currency"] === "EUR");
		const named = (name: string) => paid.filter((event) => event["event_name"] === name);
		const orders = new Map(named("purchase").map((event) => [event["order_id"], event]));
		expect(orders.size).toBe(named("purchase").length);
		const refunds = named("refund");
		expect(refunds.length).toBeGreaterThan(0);
		expect(refunds.length).toBeLessThan(orders.size / 2);
		for (const refund of refunds) {
			const order = orders.get(refund["order_id"]);
			expect(refund["revenue"]).toBe(`-${String(order?.["revenue"])}`);
			expect(Number(refund["timestamp"])).toBeGreaterThan(Number(order?.["timestamp"]));
		}
	});
});

describe("a filled site", () => {
	let store: EventStore;
	let filled: Awaited<ReturnType<typeof fillSite>>;
	beforeAll(async () => {
		store = await openTestStore();
		filled = await fillSite(store, 7, OPTIONS);
	});
	afterAll(() => store.close());

	const count = async (sql: string) => (await store.query<{ n: number }>(sql))[0]?.n;

	it("contains all generated rows, each with its own id", async () => {
		expect(await count("SELECT uniqExact(event_id) AS n FROM events WHERE site_id = 7")).toBe(
			filled.events,
		);
		expect(await count("SELECT count() AS n FROM bots WHERE site_id = 7")).toBe(filled.bots);
		expect(await count("SELECT count() AS n FROM replay_chunks WHERE site_id = 7")).toBe(
			filled.recordings,
		);
	});

	it("includes its users: their traits, devices, and activity before sign-up", async () => {
		expect(filled.users).toBeGreaterThan(5);
		expect(await count("SELECT uniqExact(user_id) AS n FROM traits WHERE key = 'plan'")).toBe(
			filled.users,
		);
		expect(
			await count(`SELECT countIf(identified_user_id = '') AS n FROM events
				WHERE user_id IN (SELECT device FROM aliases)`),
		).toBe(0);
	});
});
