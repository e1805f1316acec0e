import { deletePerson, type EventStore, rollUpDays } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { SEED } from "@footfall/testing/setup/property-seed";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = Date.parse("2026-03-09T00:00:00Z");
const NOW = FIRST + 3 * DAY_MS + 12 * HOUR_MS;
const RANGE = { start_date: "2026-03-09", end_date: "2026-03-12" };
const WRITES = 8;

let store: EventStore;
let read: string[] = [];
let ask: ReturnType<typeof createReportRunner>;
let askAnew: ReturnType<typeof createReportRunner>;

beforeAll(async () => {
	store = await openTestStore();
	const query: EventStore["query"] = (sql, ...more) => {
		read.push(sql);
		return store.query(sql, ...more);
	};
	ask = createReportRunner({ store: { ...store, query }, now: () => NOW });
	askAnew = createReportRunner({ store: { query: store.query }, now: () => NOW });
}, 240_000);
afterAll(() => store.close());

let events = 0;
const insert = (site: number, { hour, session, person }: Record<string, number>) => {
	events++;
	const names = ["site_id", "timestamp", "event_id", "type", "pathname", "country", "session_id"];
	const row = [
		...[site, FIRST + (hour ?? 0) * HOUR_MS + events, `event-${events}`, "pageview"],
		...[`/${session}`, ["DE", "FR"][(person ?? 0) % 2], String(session), String(person)],
	];
	return store.insert("events", [...names, "user_id"], [row]);
};
const rollUp = () => rollUpDays(store, { now: NOW, leastEvents: 1 });

const reportsOf = (runner: typeof ask, site: number, zone: string) =>
	Promise.all([
		...["overview", "journeys"].map((path) =>
			runner(site, `/${path}`, { ...RANGE, time_zone: zone }),
		),
		...["hour", "day", "week"].map((bucket) =>
			runner(site, "/overview/time-series", { ...RANGE, time_zone: zone, bucket }),
		),
		...["pathname", "country", "channel"].map((parameter) =>
			runner(site, "/metric", { ...RANGE, time_zone: zone, parameter }),
		),
	]);

const number = (max: number) => fc.integer({ min: 0, max });
const event = fc.record({ hour: number(83), session: number(9), person: number(4) });
const write = fc.oneof(
	{ arbitrary: event.map((row) => ({ kind: "event" as const, row })), weight: 6 },
	{ arbitrary: fc.constant({ kind: "roll-up" as const }), weight: 3 },
	{ arbitrary: number(4).map((person) => ({ kind: "erasure" as const, person })), weight: 1 },
);

describe("rows that are cached", () => {
	let site = 0;
	it("equal the store's answer, whatever is written in between", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(event, { minLength: 10, maxLength: 20 }),
				fc.array(write, { minLength: WRITES, maxLength: WRITES }),
				fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York"),
				async (first, writes, zone) => {
					site++;
					for (const row of first) await insert(site, row);
					await rollUp();
					for (const one of writes) {
						if (one.kind === "event") await insert(site, one.row);
						else if (one.kind === "roll-up") await rollUp();
						else {
							const device = one.person.toString(16).padStart(16, "0");
							await deletePerson(store, { site, user: `user-${one.person}`, devices: [device] });
						}
						const expected = await reportsOf(askAnew, site, zone);
						expect(await reportsOf(ask, site, zone)).toEqual(expected);
						expect(await reportsOf(ask, site, zone)).toEqual(expected);
					}
				},
			),
			{ numRuns: 2, seed: SEED },
		);
	}, 240_000);

	it("are not read again after an event on a day that is not rolled up", async () => {
		site++;
		for (let hour = 0; hour < 72; hour++) await insert(site, { hour, session: hour, person: 1 });
		await rollUp();
		const overview = () => ask(site, "/overview", { ...RANGE, time_zone: "UTC" });
		const isOfDays = (sql: string) => sql.includes("FROM sealed_days FINAL");
		await overview();
		await insert(site, { hour: 80, session: 80, person: 2 });
		read = [];
		expect(await overview()).toMatchObject({ data: { sessions: 73, users: 2 } });
		expect(read.some(isOfDays)).toBe(!store.changes?.isAlone);
		await insert(site, { hour: 30, session: 81, person: 3 });
		read = [];
		expect(await overview()).toMatchObject({ data: { sessions: 74, users: 3 } });
		expect(read.some(isOfDays)).toBe(true);
	}, 240_000);
});
