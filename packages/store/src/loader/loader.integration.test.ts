import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BatchHandler, type Consumer, openEmbeddedQueue } from "@footfall/queue";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify, type QueuedIdentify } from "@footfall/shared/queued-identify";
import { bundleScript } from "@footfall/testing/bundle-script";
import { killScript } from "@footfall/testing/kill-script";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startLoader } from "./loader.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ROUNDS = rounds(12, 120);

let directory: string;
let queue: LoaderOnDisk["queue"];
let store: LoaderOnDisk["store"];
let loader: LoaderOnDisk["loader"];
let append: LoaderOnDisk["append"];
let loaded: LoaderOnDisk["loaded"];
let stop: LoaderOnDisk["stop"];

const start = async () => {
	({ queue, store, loader, append, loaded, stop } = await startLoaderOn(directory));
};

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "loader-"));
	await start();
});

afterEach(async () => {
	await stop();
	rmSync(directory, { recursive: true });
});

const send = (...values: (QueuedEvent | string)[]) =>
	append(
		values.map((value) =>
			typeof value === "string" ? Buffer.from(value) : encodeQueuedEvent(value),
		),
	);

const sendAndLoad = async (...values: (QueuedEvent | string)[]) => {
	await send(...values);
	await loaded();
};

interface StoredEvent {
	id: string;
	session: string;
	visitor: string;
}

const storedEvents = () =>
	store.query<StoredEvent>(
		"SELECT event_id AS id, toString(session_id) AS session, lower(hex(user_id)) AS visitor FROM events ORDER BY timestamp, event_id",
	);

/** Event ids grouped by session, in the order of their times. */
const storedVisits = async () => {
	const visits = new Map<string, string[]>();
	for (const { id, session } of await storedEvents())
		visits.set(session, [...(visits.get(session) ?? []), id]);
	return [...visits.values()];
};

const bot = {
	layers: ["ua_pattern" as const],
	category: "search",
	matchedPattern: "example",
	name: "ExampleBot",
	operator: "Example",
	purpose: "search",
};

describe("the loader", () => {
	it("stores an event with everything that is known about it", async () => {
		const event = queuedEvent({
			id: "one",
			site: 7 as SiteNumber,
			occurredAt: Date.now() - 5,
			visitor: "ffeeddccbbaa9988",
			urlParameters: { ref: "a'b" },
			featureFlags: { beta: "on" },
			pageTitle: 'A "title"\u0000\n',
			lcp: 12.5,
			deviceModel: "Pixel 9",
			appVersion: "2.1.0",
			screenWidth: 100_000,
			sequence: -1,
		});
		await sendAndLoad(event);
		const [row] = await store.query<Record<string, unknown>>("SELECT * FROM events");
		expect(row).toMatchObject({
			site_id: 7,
			timestamp: new Date(event.occurredAt).toISOString().slice(0, 23).replace("T", " "),
			event_id: "one",
			type: "pageview",
			url_parameters: { ref: "a'b" },
			feature_flags: { beta: "on" },
			page_title: 'A "title"\u0000\n',
			lcp: 12.5,
			device_model: "Pixel 9",
			app_version: "2.1.0",
			cls: null,
			ip: null,
			screen_width: 65_535,
			sequence: -1,
			source_offset: 1,
		});
		expect(await storedEvents()).toMatchObject([{ visitor: "ffeeddccbbaa9988" }]);
		expect(loader.counts()).toEqual({
			events: 1,
			bots: 0,
			identifies: 0,
			replays: 0,
			erased: 0,
			noPage: 0,
			duplicates: 0,
			alreadyStored: 0,
			setAside: 0,
			damaged: 0,
			quarantined: 0,
		});
	});

	it("stores a bot's request as a bot record without a session", async () => {
		await sendAndLoad(queuedEvent({ id: "crawl", bot }), queuedEvent({ id: "visit" }));
		expect(
			await store.query("SELECT event_id, ua_pattern, bot_asn, bot_name, bot_operator FROM bots"),
		).toEqual([
			{
				event_id: "crawl",
				ua_pattern: 1,
				bot_asn: 0,
				bot_name: "ExampleBot",
				bot_operator: "Example",
			},
		]);
		expect((await storedEvents()).map(({ id }) => id)).toEqual(["visit"]);
	});

	it("stores why a request is a bot's, as far as its gateway reported it", async () => {
		const told = {
			...bot,
			layers: ["ua_pattern" as const, "bot_asn" as const],
			claim: "verified" as const,
			asnProvider: "Example Cloud",
			evidence: ["matches 'example'", "AS64500"],
		};
		await sendAndLoad(queuedEvent({ id: "told", bot: told }), queuedEvent({ id: "untold", bot }));
		expect(
			await store.query(
				"SELECT event_id, bot_asn, bot_claim, asn_provider, evidence FROM bots ORDER BY event_id",
			),
		).toEqual([
			{
				event_id: "told",
				bot_asn: 1,
				bot_claim: "verified",
				asn_provider: "Example Cloud",
				evidence: ["matches 'example'", "AS64500"],
			},
			{ event_id: "untold", bot_asn: 0, bot_claim: "", asn_provider: "", evidence: [] },
		]);
	});

	it("stores an id once per site, even if it arrives again after a restart", async () => {
		const event = queuedEvent({ id: "same" });
		const other = queuedEvent({ id: "same", site: 2 as SiteNumber });
		const crawl = queuedEvent({ id: "crawl", bot });
		await sendAndLoad(event, event, other, crawl);
		await sendAndLoad(event);
		await stop();
		await start();
		await sendAndLoad(event, other, crawl, queuedEvent({ id: "new" }));
		expect((await storedEvents()).map(({ id }) => id).sort()).toEqual(["new", "same", "same"]);
		expect(loader.counts()).toMatchObject({ events: 1, bots: 0, duplicates: 3 });
	});

	it("sets aside an invalid queued event with the reason, and stores the rest", async () => {
		await sendAndLoad(
			"{",
			queuedEvent({ id: "good" }),
			JSON.stringify({ v: 2 }),
			queuedEvent({ visitor: "nobody" }),
		);
		expect((await storedEvents()).map(({ id }) => id)).toEqual(["good"]);
		expect(queue.deadLetters().map(({ offset, reason }) => ({ offset, reason }))).toEqual([
			{ offset: 1, reason: "not JSON" },
			{ offset: 3, reason: "TypeError: Not a queued event of version 1" },
			{ offset: 4, reason: "visitor is not 16 hex characters" },
		]);
		expect(loader.counts()).toMatchObject({ events: 1, setAside: 3 });
	});

	it("sets aside only the record that the engine rejects, and accepts it once it is fixed", async () => {
		const events = Array.from({ length: 20 }, (_, index) => queuedEvent({ id: `e${index}` }));
		const broken = queuedEvent({ id: "broken", asn: "not a number" as unknown as number });
		await sendAndLoad(...events.slice(0, 13), broken, ...events.slice(13));
		expect((await storedEvents()).length).toBe(20);
		const [letter, ...more] = queue.deadLetters();
		expect(more).toEqual([]);
		expect(letter?.reason).toContain("StoreError");
		expect(letter?.reason).not.toContain("not a number");
		expect(loader.counts()).toMatchObject({ events: 20, setAside: 1 });
		await sendAndLoad(queuedEvent({ id: "broken" }));
		expect((await storedEvents()).length).toBe(21);
	});

	it("waits while the store fails, reports it, and stores everything once it is back", async () => {
		await store.command("RENAME TABLE events TO events_away");
		await send(queuedEvent({ id: "patient" }));
		while (loader.failure() === undefined) await new Promise((resolve) => setImmediate(resolve));
		expect(queue.depth().records).toBe(1);
		await store.command("RENAME TABLE events_away TO events");
		await loaded();
		expect((await storedEvents()).map(({ id }) => id)).toEqual(["patient"]);
		expect(loader.failure()).toBeUndefined();
	});
});

describe("sessions", () => {
	const base = Date.now() - 4 * HOUR_MS;
	const at = (id: string, minutes: number, more: Partial<QueuedEvent> = {}) =>
		queuedEvent({ id, occurredAt: base + minutes * MINUTE_MS, receivedAt: Date.now(), ...more });

	it("end after 30 minutes without an event, and each event extends them", async () => {
		await sendAndLoad(at("a", 0), at("b", 25), at("c", 50), at("d", 81));
		expect(await storedVisits()).toEqual([["a", "b", "c"], ["d"]]);
	});

	it("are separated by visitor, site and signed-in user", async () => {
		await sendAndLoad(
			at("a", 0),
			at("b", 1, { visitor: "00000000000000aa" }),
			at("c", 2, { site: 9 as SiteNumber }),
			at("d", 3, { identifiedUser: "jo" }),
			at("e", 4),
		);
		expect(await storedVisits()).toEqual([["a", "e"], ["b"], ["c"], ["d"]]);
	});

	it("include an event that arrives late, before, within or after them", async () => {
		await sendAndLoad(at("b", 20), at("c", 40));
		await sendAndLoad(at("a", 0));
		await sendAndLoad(at("m", 30));
		await sendAndLoad(at("z", 69));
		expect(await storedVisits()).toEqual([["a", "b", "m", "c", "z"]]);
	});

	it("continue after a restart, even for an event that is days late", async () => {
		const old = { occurredAt: base - 60 * HOUR_MS };
		await sendAndLoad(at("a", 0), at("old", 0, old));
		await stop();
		await start();
		await sendAndLoad(at("b", 10), at("older", 0, { occurredAt: old.occurredAt - MINUTE_MS }));
		expect(await storedVisits()).toEqual([
			["older", "old"],
			["a", "b"],
		]);
	});

	it("are assigned to acts of years ago as to today's, in blocks of any number of months, also after a restart", async () => {
		// The engine accepts 100 months in a block by default.
		const monthsBack = Array.from({ length: 101 }, (_, month) => `${month}`);
		const actOf = (month: string, part: string, minutes: number) =>
			at(`${month}${part}`, minutes, {
				occurredAt: base - Number(month) * 31 * 24 * HOUR_MS + minutes * MINUTE_MS,
			});
		const [latest, earliest] = ["0", "100"];
		await sendAndLoad(...monthsBack.map((month) => actOf(month, "a", 0)), actOf(earliest, "c", 40));
		await stop();
		await start();
		await sendAndLoad(actOf(latest, "b", 20), actOf(earliest, "b", 20));
		const visits = await storedVisits();
		expect(visits).toHaveLength(101);
		expect([visits[0], visits[1], visits.at(-1)]).toEqual([
			["100a", "100b", "100c"],
			["99a"],
			["0a", "0b"],
		]);
	});

	it("are joined when a late event falls between them, also after a restart", async () => {
		await sendAndLoad(at("a", 0), at("c", 50));
		expect(await storedVisits()).toEqual([["a"], ["c"]]);
		await stop();
		await start();
		await sendAndLoad(at("b", 24));
		await sendAndLoad(at("d", 80));
		expect(await storedVisits()).toEqual([["a", "b", "c", "d"]]);
	});

	it("continue across the change of the visitor's salt at midnight, also after a restart", async () => {
		const yesterday = "00000000000000aa";
		const today = "00000000000000bb";
		const salted = { visitor: today, visitorYesterday: yesterday };
		await sendAndLoad(at("a", 0, { visitor: yesterday }));
		await stop();
		await start();
		await sendAndLoad(at("b", 10, salted));
		await sendAndLoad(at("c", 20, salted));
		await sendAndLoad(at("d", 60, salted));
		expect(await storedEvents()).toMatchObject([
			{ id: "a", visitor: "aa" },
			{ id: "b", visitor: "aa" },
			{ id: "c", visitor: "aa" },
			{ id: "d", visitor: "bb" },
		]);
		expect(await storedVisits()).toEqual([["a", "b", "c"], ["d"]]);
	});
});

describe("several workers, each with a log of its own", () => {
	/** Appends to a log beside that of the other queue, which is in use as well. */
	const startWorker = () => {
		const worker = openEmbeddedQueue({ directory: join(directory, "queue") });
		const producer = worker.producer();
		return {
			append: (value: Buffer) => producer.append({ key: "", value }),
			send: (event: QueuedEvent) => producer.append({ key: "", value: encodeQueuedEvent(event) }),
			close: worker.close,
		};
	};

	it("store an id once if it arrived through both, also after a restart", async () => {
		const workers = [startWorker(), startWorker()];
		const event = queuedEvent({ id: "same" });
		for (const worker of workers) await worker.send(event);
		await loaded();
		await stop();
		await start();
		for (const worker of [...workers].reverse()) await worker.send(event);
		await loaded();
		expect((await storedEvents()).map(({ id }) => id)).toEqual(["same"]);
		expect(loader.counts()).toMatchObject({ events: 0, duplicates: 2 });
		for (const worker of workers) await worker.close();
	});

	it("assign one session to a visit that alternates between them, however long it has waited", async () => {
		await stop();
		const workers = [startWorker(), startWorker()];
		const began = Date.now() - 10 * HOUR_MS;
		const now = vi.spyOn(Date, "now");
		const ids: string[] = [];
		for (let step = 0; step < 20; step++) {
			const at = began + step * 20 * MINUTE_MS;
			now.mockReturnValue(at);
			const id = `e${String(step).padStart(2, "0")}`;
			ids.push(id);
			await workers[step % 2]?.send(queuedEvent({ id, occurredAt: at, receivedAt: at }));
		}
		now.mockRestore();
		for (const worker of workers) await worker.close();
		await start();
		await loaded();
		expect(await storedVisits()).toEqual([ids]);
	});

	it("give a user the device's earlier events, even if they arrived through another worker", async () => {
		await stop();
		const workers = [startWorker(), startWorker()];
		const began = Date.now() - HOUR_MS;
		const now = vi.spyOn(Date, "now");
		const visitor = "aaaaaaaaaaaaaaaa";
		const sendAt = async (worker: number, ms: number, value: Buffer) => {
			now.mockReturnValue(began + ms);
			await workers[worker]?.append(value);
		};
		await sendAt(0, 0, encodeQueuedEvent(queuedEvent({ id: "other" })));
		await sendAt(1, 100, encodeQueuedEvent(queuedEvent({ id: "before", visitor })));
		const identify = { id: "i", site: 1 as SiteNumber, receivedAt: began, visitor, user: "anna" };
		await sendAt(0, 200, encodeQueuedIdentify({ ...identify, isNewIdentify: true }));
		now.mockRestore();
		for (const worker of workers) await worker.close();
		await start();
		await loaded();
		const users = "SELECT event_id AS id, identified_user_id AS user FROM events ORDER BY id";
		expect(await store.query(users)).toEqual([
			{ id: "before", user: "anna" },
			{ id: "other", user: "" },
		]);
		expect(loader.counts()).toMatchObject({ events: 2, identifies: 1 });
	});
});

describe("a partition that is reassigned to another loader while the store fails", () => {
	it("is released at once, and stored once by its next owner", async () => {
		let handler: BatchHandler | undefined;
		const consumer: Consumer = {
			start: (given) => {
				handler = given;
			},
			setAside: () => Promise.reject(new Error("nothing to set aside")),
			close: () => Promise.resolve(),
		};
		let works = false;
		const other = startLoader({
			store: {
				...store,
				insert: (...block) =>
					works ? store.insert(...block) : Promise.reject(new Error("the store is away")),
			},
			consumer,
			logger: silentLogger,
			blockRecords: 2,
		});
		const records = ["a", "b", "c", "d", "e"].map((id, offset) => ({
			offset,
			value: encodeQueuedEvent(queuedEvent({ id })),
		}));
		await handler?.assigned("queue/3");
		const given = handler?.handle({ partition: "queue/3", records });
		await expect.poll(() => other.failure()).toBe("Error: the store is away");
		await handler?.revoked("queue/3");
		await expect(given).rejects.toThrow(/lost to another loader/);
		works = true;
		await handler?.assigned("queue/3");
		await handler?.handle({ partition: "queue/3", records });
		expect((await storedEvents()).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
		expect(other.counts()).toMatchObject({ events: 5, duplicates: 0 });
		await other.close();
	});
});

describe("identification", () => {
	const ANNA = "aaaaaaaaaaaaaaaa";
	const identified = (given: Partial<QueuedIdentify>) =>
		encodeQueuedIdentify({
			id: "identify",
			site: 1 as SiteNumber,
			receivedAt: Date.now(),
			visitor: ANNA,
			user: "anna",
			isNewIdentify: true,
			...given,
		}).toString();
	const usersOfEvents = () =>
		store.query<{ id: string; user: string }>(
			"SELECT event_id AS id, identified_user_id AS user FROM events ORDER BY event_id",
		);
	const traits = () =>
		store.query<{ user: string; key: string; value: string }>(
			"SELECT user_id AS user, key, value FROM traits FINAL WHERE value != '' ORDER BY user, key",
		);

	it("assigns a visitor's events of 30 days to the user, in the same block and in earlier ones", async () => {
		const daysAgo = (days: number) => Date.now() - days * 24 * HOUR_MS;
		await sendAndLoad(
			queuedEvent({ id: "a", visitor: ANNA, occurredAt: daysAgo(31) }),
			queuedEvent({ id: "b", visitor: ANNA, occurredAt: daysAgo(29) }),
			queuedEvent({ id: "c", visitor: ANNA, identifiedUser: "bob" }),
			queuedEvent({ id: "d", visitor: "bbbbbbbbbbbbbbbb" }),
		);
		await sendAndLoad(queuedEvent({ id: "e", visitor: ANNA }), identified({}));
		expect(await usersOfEvents()).toEqual([
			{ id: "a", user: "" },
			{ id: "b", user: "anna" },
			{ id: "c", user: "bob" },
			{ id: "d", user: "" },
			{ id: "e", user: "anna" },
		]);
		expect(loader.counts()).toMatchObject({ events: 5, identifies: 1 });
	});

	it("leaves the session that it was called in open for later anonymous acts, late ones and those after a restart included", async () => {
		const act = (id: string, occurredAt: number) => queuedEvent({ id, visitor: ANNA, occurredAt });
		const own = (id: string) =>
			queuedEvent({ id, visitor: ANNA, identifiedUser: "anna", occurredAt: Date.now() });
		const now = Date.now();
		const late = now - 3 * HOUR_MS;
		await sendAndLoad(act("late1", late), identified({}));
		await sendAndLoad(act("late2", late + 1));
		await sendAndLoad(act("act1", now), identified({}));
		await sendAndLoad(act("act2", now + 1));
		await sendAndLoad(own("own1"));
		await stop();
		await start();
		await sendAndLoad(act("act3", now + 2), act("late3", late + 2));
		await sendAndLoad(own("own2"));
		expect(await storedVisits()).toEqual([
			["late1", "late2", "late3"],
			["act1", "act2", "act3"],
			["own1", "own2"],
		]);
	});

	it("assigns a device to the last user that it is linked to, also when the log is replayed", async () => {
		const first = identified({ receivedAt: Date.now() - 10 });
		const second = identified({ user: "carla" });
		await sendAndLoad(first, second);
		await sendAndLoad(first);
		const links = await store.query(
			"SELECT lower(hex(device)) AS device, user_id FROM aliases FINAL",
		);
		expect(links).toEqual([{ device: ANNA, user_id: "carla" }]);
	});

	it("merges traits key by key, null deletes one, and a replay changes nothing", async () => {
		const at = Date.now() - 1000;
		const writes = [
			{ receivedAt: at, traits: { plan: "free", seats: 2, team: { id: 7 } } },
			{ receivedAt: at + 1, traits: { plan: "pro", seats: null }, isNewIdentify: false },
		].map(identified);
		await sendAndLoad(...writes);
		const merged = [
			{ user: "anna", key: "plan", value: '"pro"' },
			{ user: "anna", key: "team", value: '{"id":7}' },
		];
		expect(await traits()).toEqual(merged);
		await sendAndLoad(...writes);
		expect(await traits()).toEqual(merged);
	});

	it("is set aside with its reason if it contains nothing usable, and the rest continues", async () => {
		await sendAndLoad(
			identified({ user: "" }),
			identified({ visitor: "nobody" }),
			identified({ traits: { plan: "pro" } }),
		);
		expect(queue.deadLetters().map(({ reason }) => reason)).toEqual([
			"user is not a string",
			"visitor is not 16 hex characters",
		]);
		expect(await traits()).toEqual([{ user: "anna", key: "plan", value: '"pro"' }]);
	});
});

describe("between queue and store", () => {
	let script = "";
	beforeAll(async () => {
		script = await bundleScript(
			new URL(import.meta.resolve("@footfall/testing/load-until-killed")),
		);
	});

	it("stores every record once although the loader is killed at any moment, again and again", async (context) => {
		await stop();
		const appending = openEmbeddedQueue({ directory: join(directory, "queue") });
		const producer = appending.producer();
		const ids: string[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			// Two tables and two months: a batch has up to four parts, which no transaction spans.
			const events = Array.from({ length: 60 }, (_, index) =>
				queuedEvent({
					id: `${round}-${index}`,
					occurredAt: Date.now() - (index % 5 === 0 ? 40 * 24 * HOUR_MS : 0),
					visitor: (index % 7).toString(16).padStart(16, "0"),
					...(index % 3 === 0 ? { bot } : {}),
				}),
			);
			ids.push(...events.map(({ id }) => id));
			await Promise.all(
				events.map((event) => producer.append({ key: "", value: encodeQueuedEvent(event) })),
			);
			// The child reports when it starts a block; kills fall before, within and after inserts and commits.
			await killScript(script, [directory], { lines: 1, afterMs: (round * 5) % 60 });
		}
		await appending.close();
		await start();
		await loaded();
		const stored = await store.query<{ id: string }>(
			"SELECT event_id AS id FROM events UNION ALL SELECT event_id AS id FROM bots",
		);
		expect(stored.map(({ id }) => id).sort()).toEqual([...ids].sort());
		report(
			context,
			"P20",
			`loader killed ${ROUNDS} times: ${ids.length} events, each stored once, ${loader.counts().duplicates} reported as duplicates`,
		);
	}, 600_000);
});
