import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedQueue, openEmbeddedQueue } from "@footfall/queue";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { deletePerson } from "../maintenance/erase-person.ts";
import { createErasures, recordErasure } from "../people/erasures.ts";
import { removeDeletedRecordings, removeErased } from "./erased.ts";
import { startLoader } from "./loader.ts";
import type { PlacedReplay } from "./replays.ts";

const [PHONE, LAPTOP, OTHER] = ["00000000000000aa", "00000000000000bb", "00000000000000cc"];
const [SITE, NEIGHBOUR] = [1 as SiteNumber, 2 as SiteNumber];
const BEFORE = Date.now() - 60_000;

let directory: string;
let queue: EmbeddedQueue;
let store: EventStore;

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "erased-"));
	queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2 });
	store = await openStoreOn(join(directory, "store"));
});
afterEach(async () => {
	await queue.close();
	await store.close();
	rmSync(directory, { recursive: true });
});

const send = async (...values: Buffer[]) => {
	const producer = queue.producer();
	for (const value of values) await producer.append({ key: "", value });
	await producer.close();
};
const event = (id: string, given: Partial<QueuedEvent>) =>
	encodeQueuedEvent(queuedEvent({ id, receivedAt: BEFORE, occurredAt: BEFORE, ...given }));

/** Loads what is queued, and returns how much of it belonged to someone erased. */
const load = async () => {
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 5000 });
	const loader = startLoader({ store, consumer, logger: silentLogger });
	while (queue.depth().records > 0) await new Promise((resolve) => setImmediate(resolve));
	await loader.close();
	return loader.counts().erased;
};
const ids = async () => {
	const rows = await store.query<{ id: string }>(
		"SELECT event_id AS id FROM events ORDER BY event_id",
	);
	return rows.map(({ id }) => id);
};

describe("records waiting in the queue", () => {
	it("of a person erased meanwhile do not return, and all others arrive", async () => {
		await send(
			event("named", { identifiedUser: "anna", visitor: PHONE }),
			event("on-the-phone", { visitor: PHONE }),
			event("since-midnight", { visitor: OTHER, visitorYesterday: LAPTOP }),
			event("shared-phone", { identifiedUser: "bob", visitor: PHONE }),
			event("other", { visitor: OTHER }),
			event("elsewhere", { site: NEIGHBOUR, identifiedUser: "anna", visitor: PHONE }),
			encodeQueuedIdentify({
				id: "identify",
				site: SITE,
				receivedAt: BEFORE,
				visitor: PHONE,
				user: "anna",
				traits: { email: "anna@example.com" },
				isNewIdentify: true,
			}),
		);
		await deletePerson(store, { site: SITE, user: "anna", devices: [PHONE, LAPTOP] });
		expect(await load()).toBe(4);
		expect(await ids()).toEqual(["elsewhere", "other", "shared-phone"]);
		expect(await store.query("SELECT 1 FROM traits")).toEqual([]);
		expect(await store.query("SELECT 1 FROM aliases")).toEqual([]);
	});

	it("of a site deleted meanwhile do not return, bots included", async () => {
		const bot = {
			layers: ["ua_pattern" as const],
			category: "ai",
			matchedPattern: "GPTBot",
			name: "GPTBot",
			operator: "OpenAI",
			purpose: "ai_training",
		};
		await send(
			event("visit", {}),
			event("crawl", { bot }),
			event("neighbour", { site: NEIGHBOUR }),
		);
		await deleteSiteRows(store, SITE);
		expect(await load()).toBe(2);
		expect(await ids()).toEqual(["neighbour"]);
		expect(await store.query("SELECT 1 FROM bots")).toEqual([]);
	});

	it("of someone who returns afterwards are new", async () => {
		await deletePerson(store, { site: SITE, user: "anna", devices: [PHONE] });
		const after = Date.now() + 1000;
		await send(
			event("again", {
				identifiedUser: "anna",
				visitor: PHONE,
				receivedAt: after,
				occurredAt: after,
			}),
		);
		expect(await load()).toBe(0);
		expect(await ids()).toEqual(["again"]);
	});
});

describe("records kept by the queue", () => {
	it("as dead letters of an erased person are deleted, and nobody else's", async () => {
		const [HERS, HIS] = ["anna-erased@example.com", "bob-stays@example.com"];
		await deletePerson(store, { site: SITE, user: HERS, devices: [PHONE] });
		const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 5000 });
		for (const [offset, identifiedUser] of [HERS, HIS].entries())
			await consumer.setAside(
				"",
				{ offset, value: event("refused", { identifiedUser }) },
				"refused",
			);
		const loader = startLoader({ store, consumer, logger: silentLogger, forgetEveryMs: 10 });
		await expect.poll(() => queue.deadLetters().length).toBe(1);
		await loader.close();
		expect(queue.deadLetters().map(({ value }) => value.toString())).toEqual([
			expect.stringContaining(HIS),
		]);
	});
});

describe("rows being stored while someone was erased", () => {
	it("are deleted, and nothing of anyone else is", async () => {
		await send(
			event("annas", { identifiedUser: "anna", visitor: PHONE }),
			event("phone", { visitor: PHONE }),
			event("unknown", { visitor: OTHER }),
		);
		await load();
		const erasures = createErasures(store);
		await recordErasure(store, SITE, [{ user: "anna" }, { device: PHONE }]);
		await erasures.refresh();
		const read = (id: string, given: Partial<QueuedEvent>) => ({
			record: { offset: 0, value: Buffer.from(""), id } as never,
			event: queuedEvent({ id, receivedAt: BEFORE, ...given }),
		});
		const events = [
			read("annas", { identifiedUser: "anna", visitor: PHONE }),
			read("phone", { visitor: PHONE }),
			read("unknown", { visitor: OTHER }),
		];
		await removeErased(
			store,
			{ events, identifies: [], replays: [], quarantined: [], poison: [] },
			erasures,
		);
		expect(await ids()).toEqual(["unknown"]);
	});
});

describe("rows being stored while their recording was deleted", () => {
	it("are deleted, but neither later ones nor another recording", async () => {
		const [DELETED, KEPT] = ["7", "8"];
		const placed = (session: string, receivedAt: number) =>
			({ session, replay: { site: SITE, receivedAt } }) as PlacedReplay;
		const after = Date.now() + 60_000;
		const chunks = [placed(DELETED, BEFORE), placed(DELETED, after), placed(KEPT, BEFORE)];
		await store.insert(
			"replay_chunks",
			["site_id", "session_id", "received_at", "keep_until"],
			chunks.map(({ session, replay }) => [
				replay.site,
				session,
				replay.receivedAt,
				"2100-01-01 00:00:00",
			]),
		);
		await recordErasure(store, SITE, [{ recording: DELETED }]);
		const erasures = createErasures(store);
		await erasures.refresh();
		await removeDeletedRecordings(store, chunks, erasures);
		expect(
			await store.query(
				`SELECT toString(session_id) AS session, toUnixTimestamp64Milli(received_at) AS at
				FROM replay_chunks ORDER BY session_id`,
			),
		).toEqual([
			{ session: DELETED, at: after },
			{ session: KEPT, at: BEFORE },
		]);
	});
});

describe("an erasure", () => {
	it("is stored without the identity of its subject", async () => {
		await recordErasure(store, SITE, [{ user: "anna@example.com" }, { device: PHONE }]);
		const rows = await store.query<{ subject: string }>("SELECT subject FROM erasures");
		expect(rows).toHaveLength(2);
		for (const { subject } of rows) expect(subject).toMatch(/^[\w-]{22}$/);
	});
});
