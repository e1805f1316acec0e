import type { Logger } from "@footfall/shared/logger";
import { type EventStore, startReplayRetention } from "@footfall/store";
import { embeddedDatabase, type TestDatabases } from "@footfall/testing/api/databases";
import { startPopulatedApi } from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import { openTestStore } from "@footfall/testing/model/event-store";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { insertSite } from "../sites/create-site.ts";
import { createReplayDaysOf } from "./replay-days.ts";

const DAY_MS = 86_400_000;

let store: EventStore;
let opened: OpenDatabase;
let databases: Awaited<ReturnType<TestDatabases["open"]>>;
let [kept, shortened, neighbour] = [0, 0, 0];

const configure = (site: number, days: number) =>
	opened.database
		.updateTable("site")
		.set({ settings: JSON.stringify({ replayRetentionDays: days }) })
		.where("siteId", "=", site)
		.execute();

beforeAll(async () => {
	databases = await embeddedDatabase.open();
	store = await openTestStore();
	opened = await openDatabase(await databases.create(), () => {});
	await opened.database
		.insertInto("organization")
		.values({ id: "acme", name: "Acme", slug: "acme", createdAt: new Date() })
		.execute();
	const numberOfNew = async (name: string) => {
		const columns = { name, domain: `${name}.example.com`, organizationId: "acme", createdBy: "" };
		return (await insertSite(opened.database, { ...columns, settings: {} })).siteId;
	};
	kept = await numberOfNew("kept");
	shortened = await numberOfNew("shortened");
	neighbour = await numberOfNew("neighbour");
});
afterAll(async () => {
	await opened.close();
	await store.close();
	await databases.close();
});

/** Stores a chunk for each age in days, with a retention of 30 days. */
const record = (site: number, ...ages: number[]) =>
	store.insert(
		"replay_chunks",
		["site_id", "session_id", "received_at", "keep_until"],
		ages.map((age) => {
			const receivedAt = Date.now() - age * DAY_MS;
			return [site, age, receivedAt, Math.trunc((receivedAt + 30 * DAY_MS) / 1000)];
		}),
	);

const ages = async () => {
	const rows = await store.query<{ site: number; ages: number[] }>(
		`SELECT site_id AS site, arrayMap(age -> toUInt32(age), arraySort(groupArray(session_id))) AS ages
		FROM replay_chunks GROUP BY site_id`,
	);
	return Object.fromEntries(rows.map((row) => [row.site, row.ages]));
};

const retention = (
	events: Pick<EventStore, "query" | "command"> = store,
	limitDays: number | undefined = undefined,
) => {
	const logged: { fields: object; message: string }[] = [];
	const log = (fields: object, message: string) => void logged.push({ fields, message });
	const logger: Logger = { info: log, warn: log, error: log };
	return {
		logged,
		...startReplayRetention({
			...{ daysOf: createReplayDaysOf(opened.database, limitDays), store: events, logger },
		}),
	};
};

beforeEach(async () => {
	await store.command("TRUNCATE TABLE replay_chunks");
	for (const site of [kept, shortened, neighbour]) await configure(site, 30);
});

describe("stored recordings", () => {
	it("are deleted once their site's retention is shortened, by whole days, and only that site's", async () => {
		for (const site of [kept, shortened, neighbour]) await record(site, 0, 6, 8, 20);
		await configure(shortened, 7);
		await configure(neighbour, 10);
		const { now, close, logged } = retention();
		await now();
		await close();
		expect(await ages()).toEqual({
			[kept]: [0, 6, 8, 20],
			[shortened]: [0, 6],
			[neighbour]: [0, 6, 8],
		});
		expect(logged).toEqual([
			{
				fields: { sites: [shortened, neighbour] },
				message: "Recordings beyond a shortened retention period were removed",
			},
		]);
	});

	it("stay until their original date where their site's retention was extended", async () => {
		await record(kept, 1, 29);
		await configure(kept, 365);
		const { now, close, logged } = retention();
		await now();
		await close();
		expect([await ages(), logged]).toEqual([{ [kept]: [1, 29] }, []]);
	});

	it("are deleted after the installation's limit, where a site's is longer", async () => {
		for (const site of [kept, shortened]) await record(site, 0, 6, 8, 20);
		await configure(shortened, 7);
		const { now, close } = retention(store, 10);
		await now();
		await close();
		expect(await ages()).toEqual({ [kept]: [0, 6, 8], [shortened]: [0, 6] });
	});

	it("are checked again after the store was unreachable, which is logged", async () => {
		await record(shortened, 3);
		await configure(shortened, 1);
		const away = new Error("The store is away");
		let isAway = true;
		const { now, close, logged } = retention({
			query: store.query,
			command: async (...given) => {
				if (isAway) throw away;
				await store.command(...given);
			},
		});
		await now();
		expect(logged).toEqual([
			{
				fields: { err: away },
				message: "Recordings beyond their retention period could not be removed; retrying later",
			},
		]);
		isAway = false;
		await now();
		await close();
		expect(await ages()).toEqual({});
	});

	it("are deleted automatically after an administrator changes the setting", async () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const api = await startPopulatedApi(await databases.create(), { store });
		try {
			const { siteId } = api.site;
			await record(siteId, 0, 5);
			const { status } = await api.ask(`/api/sites/${siteId}/config`, {
				method: "PUT",
				headers: api.as.owner,
				body: { replayRetentionDays: 3 },
			});
			expect(status).toBe(200);
			vi.advanceTimersByTime(10 * 60 * 1000);
			const left = await eventually(
				async () => (await ages())[siteId],
				(found) => found?.length !== 2,
			);
			expect(left).toEqual([0]);
		} finally {
			await api.close();
			vi.useRealTimers();
		}
	});
});
