import type { SiteNumber } from "@footfall/shared/ids";
import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { describeWithEngine } from "@footfall/testing/require-engine";
import {
	type ClickHouseServer,
	missingClickHouse,
	startClickHouse,
} from "@footfall/testing/store/clickhouse-server";
import { documentedAccounts, urlOf } from "@footfall/testing/store/documented-accounts";
import { startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EventStore, openStore } from "./client/client.ts";
import { openStaging, stageRows } from "./imports/staging.ts";
import { deleteExpired } from "./maintenance/delete-expired.ts";
import { deleteImport } from "./maintenance/delete-import.ts";
import { deleteSiteRows } from "./maintenance/delete-site.ts";
import { deletePerson } from "./maintenance/erase-person.ts";
import { finishImport } from "./maintenance/finish-import.ts";
import { rollUpDays } from "./maintenance/roll-up-days.ts";
import { openServer } from "./schema/open-server.ts";

const SITE = 1 as SiteNumber;
const DAY_MS = 86_400_000;
const NOW = Date.now();
const [DEVICE, OTHER] = ["0123456789abcdef", "fedcba9876543210"];

describeWithEngine("the rights that the manual gives on one server", missingClickHouse(), () => {
	const accounts = documentedAccounts();
	const opened: EventStore[] = [];
	let server: ClickHouseServer;
	let databaseUrl: string;
	beforeAll(async () => {
		server = await startClickHouse({ users: accounts });
		databaseUrl = await server.createDatabase("footfall");
		opened.push(await openServer({ url: urlOf(databaseUrl, accounts, "footfall_migrate") }));
	});
	afterAll(async () => {
		for (const store of opened) await store.close();
		await server?.close();
	});
	const openAs = (name: string) => {
		const store = openStore({ url: urlOf(databaseUrl, accounts, name) });
		opened.push(store);
		return store;
	};
	const storedIds = () => server.query("SELECT event_id FROM events ORDER BY 1", databaseUrl);

	it("are enough for a loader: events, orders, people, and sessions that are joined", async () => {
		const on = await startLoaderOn(
			testDirectory(),
			openServer({ url: urlOf(databaseUrl, accounts, "footfall_loader") }),
		);
		const at = (minutes: number) => ({
			...{ occurredAt: NOW + minutes * 60_000, receivedAt: NOW, visitor: DEVICE },
		});
		const order = { type: "custom_event", revenue: "9.9", currency: "EUR", orderId: "1" } as const;
		const events = [
			queuedEvent({ id: "first", ...at(-50) }),
			queuedEvent({ id: "last", ...at(0) }),
			queuedEvent({ id: "between", ...at(-25) }),
			queuedEvent({ id: "order", ...at(0), ...order, eventName: "purchase" }),
			queuedEvent({ id: "other", ...at(0), visitor: OTHER }),
		];
		for (const event of events) {
			await on.append([encodeQueuedEvent(event)]);
			await on.loaded();
		}
		await on.append([
			encodeQueuedIdentify({
				...{ id: "identify", site: SITE, receivedAt: NOW, visitor: DEVICE },
				...{ user: "anna", traits: { plan: "pro" }, isNewIdentify: true },
			}),
		]);
		await on.loaded();
		expect(on.loader.failure()).toBeUndefined();
		expect(on.loader.counts()).toMatchObject({ events: 5, identifies: 1, setAside: 0 });
		await on.stop();
		expect(
			await server.query(
				"SELECT uniqExact(session_id) FROM events WHERE event_id IN ('first', 'between', 'last')",
				databaseUrl,
			),
		).toEqual(["1"]);
	});

	it("are enough for an api: imports, days that are over, retention, and deletions", async () => {
		const store = openAs("footfall_api");
		const importId = "00000000-0000-4000-8000-000000000001";
		const yesterday = queuedEvent({
			...{ id: "imported", visitor: OTHER },
			...{ occurredAt: NOW - 3 * DAY_MS, receivedAt: NOW - 3 * DAY_MS },
		});
		await openStaging(store, importId);
		await stageRows(store, importId, {
			...{ site: SITE, figures: [], traits: [], devices: [] },
			events: [{ event: yesterday, position: 0, session: "" }],
		});
		const since = NOW - 60_000;
		expect(await finishImport(store, { site: SITE, importId, since })).toMatchObject({
			imported: 1,
		});
		expect(await storedIds()).toContain("imported");
		expect(await rollUpDays(store, { now: NOW, leastEvents: 1 })).toBe(1);
		await deletePerson(store, { site: SITE, user: "anna", devices: [DEVICE] });
		expect(await storedIds()).toEqual(["imported", "other"]);
		const retention = new Map([[SITE, { events: 2, users: 2, bots: 2 }]]);
		await deleteExpired(store, async () => retention, NOW);
		expect(await storedIds()).toEqual(["other"]);
		await deleteImport(store, { site: SITE, importId });
		await deleteSiteRows(store, SITE);
		expect(await storedIds()).toEqual([]);
	});

	it("let a loader make no tables, and nobody read another database", async () => {
		const loader = openAs("footfall_loader");
		await expect(
			loader.command("CREATE TABLE more (n UInt8) ENGINE = MergeTree ORDER BY n"),
		).rejects.toMatchObject({ code: 497 });
		await server.query("CREATE TABLE secret (n UInt8) ENGINE = Memory");
		for (const { name } of accounts)
			await expect(openAs(name).query("SELECT n FROM default.secret")).rejects.toMatchObject({
				code: 497,
			});
	});
});
