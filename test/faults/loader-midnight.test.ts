import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway } from "@footfall/gateway";
import { openEmbeddedQueue } from "@footfall/queue";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { migrateStore, openStore, startLoader } from "@footfall/store";
import { eventually } from "@footfall/testing/eventually";
import {
	browserHeaders,
	type StubBackend,
	startBackend,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { report } from "@footfall/testing/reporters/promise-figures";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const SALTED = "1";
const UNSALTED = "2";
const sites = [
	siteOf({ saltUserIds: true }),
	siteOf({ siteId: 2 as SiteNumber, id: "0123456789ac" as SiteKey }),
];

let directory: string;
let backend: StubBackend;
beforeEach(async () => {
	// Only the clock is faked: disks, sockets and timers are real.
	vi.useFakeTimers({ toFake: ["Date"] });
	directory = mkdtempSync(join(tmpdir(), "footfall-midnight-"));
	backend = await startBackend(snapshotWith(sites));
});
afterEach(async () => {
	await backend.close();
	vi.useRealTimers();
	rmSync(directory, { recursive: true });
});

/** Gateway and loader with all their data in the directory, as one product. */
const start = async () => {
	const queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 5 });
	const gateway = await startGateway({
		host: "127.0.0.1",
		port: 0,
		dataDirectory: directory,
		secret: "secret",
		trustProxy: ["loopback"],
		producer: queue.producer(),
		backend: { origin: backend.origin },
		internalToken: "token",
		trackerDirectory: directory,
		log: silentLogger,
	});
	await gateway.ready;
	const store = openStore({ directory: join(directory, "store") });
	await migrateStore(store);
	const loader = startLoader({
		store,
		consumer: queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1000 }),
		logger: silentLogger,
	});
	return {
		store,
		track: async (site: string, address: string, id: string) => {
			const response = await fetch(`http://127.0.0.1:${gateway.port}/api/track`, {
				method: "POST",
				headers: { ...browserHeaders, "x-forwarded-for": address },
				body: JSON.stringify({ type: "pageview", site_id: site, id, _bs: 0 }),
			});
			expect(await response.json()).toEqual({ success: true });
			await eventually(
				async () => queue.depth().records,
				(waiting) => waiting === 0,
			);
		},
		stop: async () => {
			await gateway.close();
			await loader.close();
			await queue.close();
			await store.close();
		},
	};
};

const at = (time: string) => vi.setSystemTime(new Date(time));
const GOES_ON = "203.0.113.5";
const LEAVES = "203.0.113.6";
const COMES_LATER = "203.0.113.7";

describe("a visit across midnight", () => {
	it("stays one visit on a site whose ids change daily, even when everything is restarted in between", async (context) => {
		at("2026-11-20T23:40:00Z");
		let product = await start();
		await product.track(SALTED, LEAVES, "leaves-1");
		await product.track(SALTED, COMES_LATER, "later-0");
		at("2026-11-20T23:59:59.999Z");
		await product.track(SALTED, GOES_ON, "goes-1");
		await product.track(UNSALTED, GOES_ON, "unsalted-1");
		await product.stop();

		at("2026-11-21T00:00:00.000Z");
		product = await start();
		await product.track(SALTED, GOES_ON, "goes-2");
		at("2026-11-21T00:10:00Z");
		await product.track(SALTED, LEAVES, "leaves-2");
		at("2026-11-21T00:29:00Z");
		await product.track(SALTED, GOES_ON, "goes-3");
		await product.track(UNSALTED, GOES_ON, "unsalted-2");
		// Both were away for longer than a session lasts.
		at("2026-11-21T00:45:00Z");
		await product.track(SALTED, LEAVES, "leaves-3");
		at("2026-11-21T09:00:00Z");
		await product.track(SALTED, COMES_LATER, "later-1");
		await product.track(SALTED, GOES_ON, "goes-4");

		const { query } = product.store;
		const idsBy = async (column: "session_id" | "user_id") => {
			const rows = await query<{ ids: string[] }>(
				`SELECT arraySort(groupArray(event_id)) AS ids FROM events GROUP BY site_id, ${column} ORDER BY ids`,
			);
			return rows.map(({ ids }) => ids);
		};
		const sessions = await idsBy("session_id");
		const visitors = await idsBy("user_id");
		await product.stop();
		const visits = [
			["goes-1", "goes-2", "goes-3"],
			["goes-4"],
			["later-0"],
			["later-1"],
			["leaves-1", "leaves-2"],
			["leaves-3"],
			["unsalted-1", "unsalted-2"],
		];
		// A visitor who returned within the session keeps yesterday's id until it ends; nobody keeps it longer.
		expect({ sessions, visitors }).toEqual({ sessions: visits, visitors: visits });
		report(context, "P8", "3 sessions over 00:00 UTC with a restart in the gap: none split");
	});
});
