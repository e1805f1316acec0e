import {
	type DestinationDefinition,
	type DestinationProgress,
	NO_PROGRESS,
} from "@footfall/shared/destinations/destination";
import { testDatabases } from "@footfall/testing/api/databases";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { createDestinationRegistry } from "./destination-registry.ts";
import { insertDestination } from "./insert-destination.ts";
import type { DestinationPolicy } from "./permitted-targets.ts";

const KEY = "the key of an installation, for the tests";
const PASSWORD = "a password that nobody may read";
const HOUR_MS = 3_600_000;
const FREE: DestinationPolicy = { folder: "/exports", privateNetworks: true };

const WAREHOUSE: DestinationDefinition = {
	name: "Warehouse",
	target: {
		kind: "postgres",
		...{ host: "db.example.com", port: 5432, database: "events", user: "footfall" },
		...{ schema: "public", table: "events", tls: true },
	},
	filter: { hasBots: false },
	start: "now",
};
const FOLDER: DestinationDefinition = {
	name: "Folder",
	target: { kind: "folder", path: "/exports/events" },
	filter: { hasBots: true, sites: [1], types: ["pageview"] },
	columns: ["pathname"],
	start: "history",
};

describe.each(testDatabases)("the registry of destinations on $name", ({ open }) => {
	let engine: Awaited<ReturnType<typeof open>>;
	let opened: OpenDatabase;
	beforeAll(async () => {
		engine = await open();
		opened = await openDatabase(await engine.create(), () => {});
	});
	afterAll(async () => {
		await opened?.close();
		await engine?.close();
	});
	afterEach(() => opened.database.deleteFrom("destination").execute());

	const storage = (secret = KEY, policy = FREE) => ({ database: opened.database, secret, policy });
	const registry = (...given: Parameters<typeof storage>) =>
		createDestinationRegistry(storage(...given));
	const insert = (definition = WAREHOUSE, secret = PASSWORD) =>
		insertDestination(storage(), { definition, secret });
	const expire = () =>
		opened.database
			.updateTable("destination_progress")
			.set({ leaseUntil: sql<Date>`now() - interval '1 second'` })
			.execute();
	const delivered = (count: number): DestinationProgress => ({
		...NO_PROGRESS,
		delivered: count,
		position: `record ${count}`,
	});

	it("lists destinations in the order of their ids, with their secrets", async () => {
		const first = await insert();
		const second = await insert(FOLDER, "");
		expect(await registry().list()).toEqual([
			{ ...WAREHOUSE, id: first, version: 1, isPaused: false, secret: PASSWORD },
			{ ...FOLDER, id: second, version: 1, isPaused: false, secret: "" },
		]);
	});

	it("keeps secrets encrypted, each differently, so that a dump does not reveal them", async () => {
		await insert();
		await insert();
		const rows = await opened.database.selectFrom("destination").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(PASSWORD);
		expect(JSON.stringify(rows)).not.toContain(Buffer.from(PASSWORD).toString("base64url"));
		expect(new Set(rows.map(({ sealedSecret }) => sealedSecret)).size).toBe(2);
	});

	it("pauses a destination whose secret another installation has encrypted", async () => {
		await insert();
		await insert(FOLDER, "");
		const [warehouse, folder] = await registry("another key of an installation").list();
		expect([warehouse?.isPaused, warehouse?.secret, folder?.isPaused]).toEqual([true, "", false]);
	});

	it("pauses a folder that the operator no longer permits", async () => {
		await insert(FOLDER, "");
		const paused = async (folder: string | undefined) => {
			const [listed] = await registry(KEY, { folder, privateNetworks: false }).list();
			return listed?.isPaused;
		};
		expect([await paused("/exports"), await paused("/else"), await paused(undefined)]).toEqual([
			...[false, true, true],
		]);
	});

	it("gives a destination to one of two claimers, until it is released", async () => {
		const id = await insert();
		const [one, other] = [registry(), registry()];
		const both = await Promise.all([one.claim(id, HOUR_MS), other.claim(id, HOUR_MS)]);
		expect(both.filter((progress) => progress !== undefined)).toEqual([NO_PROGRESS]);
		const [holder, waiting] = both[0] === undefined ? [other, one] : [one, other];
		expect(await holder.claim(id, HOUR_MS)).toEqual(NO_PROGRESS);
		await waiting.release(id);
		expect(await waiting.claim(id, HOUR_MS)).toBeUndefined();
		await holder.release(id);
		expect(await waiting.claim(id, HOUR_MS)).toEqual(NO_PROGRESS);
	});

	it("gives a destination whose claimer is gone to another one, which continues where it was", async () => {
		const id = await insert();
		const [gone, next] = [registry(), registry()];
		await gone.claim(id, HOUR_MS);
		expect(await gone.save(id, delivered(7))).toBe(true);
		expect(await next.claim(id, HOUR_MS)).toBeUndefined();
		await expire();
		expect(await next.claim(id, HOUR_MS)).toEqual(delivered(7));
		expect(await gone.claim(id, HOUR_MS)).toBeUndefined();
	});

	it("writes no progress of a claimer that has lost the destination, or never had it", async () => {
		const id = await insert();
		const [lost, next] = [registry(), registry()];
		expect(await lost.save(id, delivered(1))).toBe(false);
		await lost.claim(id, HOUR_MS);
		await expire();
		await next.claim(id, HOUR_MS);
		expect(await next.save(id, delivered(3))).toBe(true);
		expect(await lost.save(id, delivered(2))).toBe(false);
		expect(await next.claim(id, HOUR_MS)).toEqual(delivered(3));
	});

	it("pauses a destination for the process that runs it, unless it was changed meanwhile", async () => {
		const id = await insert();
		const [runner, other] = [registry(), registry()];
		await runner.claim(id, HOUR_MS);
		const ended = { ...delivered(2), phase: "paused" as const };
		const isPaused = async () => (await runner.list())[0]?.isPaused;
		expect(await other.pause({ id, version: 1 }, ended)).toBe(false);
		expect(await runner.pause({ id, version: 0 }, ended)).toBe(true);
		expect(await isPaused()).toBe(false);
		expect(await runner.pause({ id, version: 1 }, ended)).toBe(true);
		expect(await isPaused()).toBe(true);
		expect(await runner.claim(id, HOUR_MS)).toEqual(ended);
	});

	it("has nothing to claim of a destination that was removed", async () => {
		const id = await insert();
		const claimer = registry();
		await claimer.claim(id, HOUR_MS);
		await opened.database.deleteFrom("destination").execute();
		expect(await claimer.claim(id, HOUR_MS)).toBeUndefined();
		expect(await claimer.save(id, delivered(1))).toBe(false);
	});
});
