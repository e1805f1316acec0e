import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EventStore, openStore, type WritableStore } from "../client/client.ts";
import { EVENT_TABLE } from "../rows/event-rows.ts";
import { deleteExpired, type Retention } from "./delete-expired.ts";
import { erasePerson } from "./erase-person.ts";
import { rollUpDays } from "./roll-up-days.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 10);
const TODAY = NOW - (NOW % DAY_MS);
const [SHORT, LONG, FOREVER] = [1, 2, 3] as const;
const KEPT: Retention = { events: undefined, users: undefined, bots: undefined };

let store: EventStore;
const directory = mkdtempSync(join(tmpdir(), "expired-"));
beforeAll(async () => {
	await copyEmptyStore(directory);
	store = openStore({ directory });
});
afterAll(async () => {
	await store.close();
	rmSync(directory, { recursive: true });
});
beforeEach(async () => {
	for (const table of [
		"events",
		"bots",
		"visits",
		"day_totals",
		"sealed_days",
		"traits",
		"aliases",
	])
		await store.command(`TRUNCATE TABLE ${table}`);
});

let lastId = 0;
/** One event per age in days, each a millisecond after its day began; fractions are ages within one day. */
const insertEvents = (
	site: number,
	ages: readonly number[],
	more: { identifiedUser?: string } = {},
) =>
	store.insert(
		"events",
		EVENT_TABLE.columns,
		ages.map((age) => {
			const occurredAt = TODAY - age * DAY_MS;
			const given = { site: site as SiteNumber, id: `id-${++lastId}`, occurredAt, ...more };
			const event = queuedEvent({ receivedAt: occurredAt, ...given });
			const { visitor } = event;
			return EVENT_TABLE.row(event, {
				session: `${lastId}`,
				visitor,
				source: "q/0",
				offset: lastId,
			});
		}),
	);

const agesOf = async (table: string, day: string) => {
	const rows = await store.query<{ site: number; ages: number[] }>(
		`SELECT site_id AS site, arraySort(groupUniqArray(toInt32(intDiv(${TODAY}, ${DAY_MS})) - toInt32(toUInt32(${day})))) AS ages
		FROM ${table} GROUP BY site_id ORDER BY site_id`,
	);
	return Object.fromEntries(rows.map(({ site, ages }) => [site, ages]));
};
const partsOf = async (table: string) => {
	const rows = await store.query<{ name: string }>(
		"SELECT name FROM system.parts WHERE active AND database = currentDatabase() AND table = {table:String} ORDER BY name",
		{ table },
	);
	return rows.map(({ name }) => name);
};

const mutationsOf = (table: string) =>
	store.query(
		"SELECT mutation_id FROM system.mutations WHERE database = currentDatabase() AND table = {table:String} ORDER BY ALL",
		{ table },
	);

const expire = (
	of: Record<number, Partial<Retention>>,
	now = NOW,
	through: WritableStore = store,
) =>
	deleteExpired(
		through,
		async () =>
			new Map(Object.entries(of).map(([site, some]) => [Number(site), { ...KEPT, ...some }])),
		now,
	);

describe("events with a retention of some days", () => {
	it("are deleted by whole days (UTC), for sites with a shorter retention", async () => {
		for (const site of [SHORT, LONG, FOREVER]) await insertEvents(site, [0, 9, 10, 11, 40, 400]);
		expect(await expire({ [SHORT]: { events: 10 }, [LONG]: { events: 100 } })).toEqual(["events"]);
		expect(await agesOf("events", "toDate(timestamp)")).toEqual({
			[SHORT]: [0, 9, 10],
			[LONG]: [0, 9, 10, 11, 40],
			[FOREVER]: [0, 9, 10, 11, 40, 400],
		});
		expect(await expire({ [SHORT]: { events: 10 }, [LONG]: { events: 100 } })).toEqual([]);
	});

	it("are deleted with the whole day, to its last millisecond", async () => {
		await insertEvents(SHORT, [10, 10 + 1 / DAY_MS, 11]);
		await expire({ [SHORT]: { events: 10 } });
		expect(await store.query("SELECT toUnixTimestamp64Milli(timestamp) AS at FROM events")).toEqual(
			[{ at: TODAY - 10 * DAY_MS }],
		);
	});

	it("are deleted as whole parts if no site keeps any of them, and other months stay untouched", async () => {
		await store.command("SYSTEM STOP MERGES events");
		try {
			await insertEvents(SHORT, [100]);
			await insertEvents(LONG, [100]);
			await insertEvents(LONG, [60]);
			await insertEvents(SHORT, [0]);
			const before = await partsOf("events");
			const statements = await mutationsOf("events");
			await expire({ [SHORT]: { events: 10 }, [LONG]: { events: 90 } });
			const after = await partsOf("events");
			expect(before).toHaveLength(4);
			// A mutation would have rewritten rows.
			expect(await mutationsOf("events")).toEqual(statements);
			expect(after).toEqual(before.filter((name) => !name.startsWith("202603")));
		} finally {
			await store.command("SYSTEM START MERGES events");
		}
	});

	it("are deleted also if their parts are merged between the look and the deletion", async () => {
		for (const age of [100, 100, 101]) await insertEvents(SHORT, [age]);
		let merges = 0;
		const command: EventStore["command"] = async (statement, ...more) => {
			if (statement.includes("DROP PART") && merges++ === 0)
				await store.command("OPTIMIZE TABLE events FINAL");
			return store.command(statement, ...more);
		};
		expect(await expire({ [SHORT]: { events: 10 } }, NOW, { ...store, command })).toEqual([
			"events",
		]);
		expect(merges).toBeGreaterThan(1);
		expect(await agesOf("events", "toDate(timestamp)")).toEqual({});
	});

	it("take along their roll-ups, and nothing else", async () => {
		for (const site of [SHORT, FOREVER]) await insertEvents(site, [1, 10, 11, 45]);
		await rollUpDays(store, { now: NOW, leastEvents: 1 });
		await expire({ [SHORT]: { events: 10 } });
		for (const table of ["visits", "day_totals", "sealed_days"])
			expect(await agesOf(table, "day"), table).toEqual({
				[SHORT]: [1, 10],
				[FOREVER]: [1, 10, 11, 45],
			});
		expect(await rollUpDays(store, { now: NOW, leastEvents: 1 })).toBe(0);
	});

	it("stay if the site is unknown or has no retention", async () => {
		await insertEvents(SHORT, [400]);
		expect(await expire({})).toEqual([]);
		expect(await expire({ [SHORT]: {} })).toEqual([]);
		expect(await agesOf("events", "toDate(timestamp)")).toEqual({ [SHORT]: [400] });
	});
});

describe("bot records", () => {
	it("have a retention separate from that of events", async () => {
		// By the machine's clock: the engine itself deletes those of three months ago.
		const today = Date.now() - (Date.now() % DAY_MS);
		await store.insert(
			"bots",
			["site_id", "timestamp"],
			[0, 5, 6, 30].map((age) => [SHORT, today - age * DAY_MS]),
		);
		await insertEvents(SHORT, [30]);
		const events = await agesOf("events", "toDate(timestamp)");
		expect(await expire({ [SHORT]: { bots: 5 } }, today + 1)).toEqual(["bots"]);
		expect(
			await store.query(
				"SELECT toUnixTimestamp64Milli(timestamp) AS at FROM bots ORDER BY timestamp DESC",
			),
		).toEqual([{ at: today }, { at: today - 5 * DAY_MS }]);
		expect(await agesOf("events", "toDate(timestamp)")).toEqual(events);
	});
});

describe("users", () => {
	const left = async () => ({
		traits: await store.query(
			"SELECT DISTINCT site_id AS site, user_id AS user FROM traits ORDER BY site, user",
		),
		links: await store.query(
			"SELECT DISTINCT site_id AS site, user_id AS user FROM aliases ORDER BY site, user",
		),
	});

	it("are deleted once they have been inactive for that long, except for their events", async () => {
		await store.insert(
			"traits",
			["site_id", "user_id", "key", "value", "written_at", "version"],
			[
				[SHORT, "gone", "plan", '"pro"', NOW - 50 * DAY_MS, 1],
				[SHORT, "active", "plan", '"pro"', NOW - 50 * DAY_MS, 2],
				[SHORT, "changed", "plan", '"pro"', NOW - 5 * DAY_MS, 3],
				[FOREVER, "gone", "plan", '"pro"', NOW - 50 * DAY_MS, 4],
			],
		);
		await store.insert(
			"aliases",
			["site_id", "device", "user_id", "linked_at", "version"],
			[
				[SHORT, 1, "gone", NOW - 50 * DAY_MS, 1],
				[SHORT, 2, "active", NOW - 60 * DAY_MS, 1],
				// Reassigned: the earlier link must not come back.
				[SHORT, 3, "active", NOW - 60 * DAY_MS, 1],
				[SHORT, 3, "gone", NOW - 50 * DAY_MS, 2],
				[FOREVER, 1, "gone", NOW - 50 * DAY_MS, 1],
			],
		);
		await insertEvents(SHORT, [2], { identifiedUser: "active" });
		await insertEvents(SHORT, [50], { identifiedUser: "gone" });
		expect(await expire({ [SHORT]: { users: 30 } })).toEqual(["users"]);
		expect(await left()).toEqual({
			traits: [
				{ site: SHORT, user: "active" },
				{ site: SHORT, user: "changed" },
				{ site: FOREVER, user: "gone" },
			],
			links: [
				{ site: SHORT, user: "active" },
				{ site: FOREVER, user: "gone" },
			],
		});
		expect(
			await store.query("SELECT toUInt32(device) AS device FROM aliases WHERE site_id = 1"),
		).toEqual([{ device: 2 }]);
		expect(await agesOf("events", "toDate(timestamp)")).toEqual({ [SHORT]: [2, 50] });
		expect(await expire({ [SHORT]: { users: 30 } })).toEqual([]);
	});
});

describe("a person erased after older days were deleted", () => {
	it("is in no table anymore, whether or not traits and devices were already deleted", async () => {
		const tables = ["events", "visits", "traits", "aliases"];
		const rowsLeft = async (user: string) => {
			const counts = tables.map(async (table) => {
				const column = ["traits", "aliases"].includes(table) ? "user_id" : "identified_user_id";
				const [row] = await store.query<{ rows: number }>(
					`SELECT count() AS rows FROM ${table} WHERE ${column} = {user:String}`,
					{ user },
				);
				return [table, row?.rows];
			});
			return Object.fromEntries(await Promise.all(counts));
		};
		for (const [user, linkedAgo] of [
			["forgotten", 50],
			["known", 1],
		] as const) {
			await insertEvents(SHORT, [5, 20, 60], { identifiedUser: user });
			await store.insert(
				"traits",
				["site_id", "user_id", "key", "value", "written_at", "version"],
				[[SHORT, user, "plan", '"pro"', NOW - linkedAgo * DAY_MS, 1]],
			);
			await store.insert(
				"aliases",
				["site_id", "device", "user_id", "linked_at", "version"],
				[[SHORT, linkedAgo, user, NOW - linkedAgo * DAY_MS, 1]],
			);
		}
		await rollUpDays(store, { now: NOW, leastEvents: 1 });
		await expire({ [SHORT]: { events: 30, users: 3 } });
		expect(await rowsLeft("forgotten")).toEqual({ events: 2, visits: 2, traits: 0, aliases: 0 });
		expect(await rowsLeft("known")).toEqual({ events: 2, visits: 2, traits: 1, aliases: 1 });
		const nothing = { events: 0, visits: 0, traits: 0, aliases: 0 };
		for (const user of ["forgotten", "known"]) {
			await erasePerson(store, SHORT, user);
			expect(await rowsLeft(user)).toEqual(nothing);
		}
	});
});
