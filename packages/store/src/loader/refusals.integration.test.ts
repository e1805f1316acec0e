import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BatchHandler, Consumer, QueueRecord } from "@footfall/queue";
import type { SiteNumber } from "@footfall/shared/ids";
import { silentLogger } from "@footfall/shared/logger";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { encodeQueuedReplay } from "@footfall/shared/queued-replay";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { queuedReplay } from "@footfall/testing/queued-replay-example";
import { createRandom } from "@footfall/testing/random";
import { rounds } from "@footfall/testing/rounds";
import { SEED } from "@footfall/testing/setup/property-seed";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { StoreError } from "../client/store-error.ts";
import { startLoader } from "./loader.ts";

const HOUR_MS = 3_600_000;

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "refusals-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const hex = (number: number) => number.toString(16).padStart(16, "0");

describe("events that arrive hours late", () => {
	let running: LoaderOnDisk;
	beforeEach(async () => {
		running = await startLoaderOn(directory);
	});
	afterEach(() => running.stop());

	const load = async (events: QueuedEvent[]) => {
		await running.append(events.map(encodeQueuedEvent));
		await running.loaded();
		const [row] = await running.store.query<{ events: number; sessions: number }>(
			"SELECT count() AS events, uniqExact(session_id) AS sessions FROM events",
		);
		return row;
	};

	it("are stored even if there are eight thousand of them, of 300 users", async () => {
		const began = Date.now() - 3 * HOUR_MS;
		const events = Array.from({ length: 8000 }, (_, index) =>
			queuedEvent({
				id: `late-${index}`,
				occurredAt: began + index,
				visitor: hex(index % 300),
				identifiedUser: `user-${index % 300}`,
			}),
		);
		expect(await load(events)).toEqual({ events: 8000, sessions: 300 });
		expect(running.loader.counts()).toMatchObject({ events: 8000, setAside: 0 });
	});

	it("are stored even if each names another user in 250 characters that need escaping", async () => {
		const texts = ["'", "\\", "\n", "😀", "ä"].map((one) => one.repeat(250 / one.length));
		const events = Array.from({ length: 3000 }, (_, index) =>
			queuedEvent({
				id: `long-${index}`,
				occurredAt: Date.now() - 5 * HOUR_MS - index,
				visitor: hex(index),
				identifiedUser: `${index}${texts[index % 5]}`,
			}),
		);
		expect(await load(events)).toEqual({ events: 3000, sessions: 3000 });
	});

	it("do not delay those of other sites, whatever their year", async () => {
		const events = Array.from({ length: 300 }, (_, index) =>
			queuedEvent({
				id: `old-${index}`,
				occurredAt: Date.UTC(2001, 0, 1 + 30 * index),
				visitor: hex(index),
			}),
		);
		events.push(queuedEvent({ id: "now", site: 2 as SiteNumber }));
		expect(await load(events)).toEqual({ events: 301, sessions: 301 });
	});
});

describe("a store that rejects statements", () => {
	let store: EventStore;
	afterEach(() => store.close());

	const poisonOf = (user: string) => /poison-(\d+)/.exec(user)?.[1];

	/** Rejects whatever names a poisonous user, with the code in its name, and occasionally fails for another reason. */
	const refusing = (store: EventStore, random: () => number): EventStore => {
		const check = (given: unknown) => {
			if (random() < 0.03) throw new StoreError("the network failed", 210);
			const code = poisonOf(
				JSON.stringify(given, (_key, value) => (typeof value === "bigint" ? `${value}` : value)) ??
					"",
			);
			if (code) throw new StoreError("refused", Number(code));
		};
		return {
			...store,
			query: async (sql, parameters, options) => {
				check(parameters);
				return store.query(sql, parameters, options);
			},
			insert: async (table, columns, rows, options) => {
				check(rows);
				return store.insert(table, columns, rows, options);
			},
		};
	};

	const CODES = [62, 117, 36, 457];
	const LONG_TEXTS = ["'", "\\", "ж", "😀", "%d0%b6"];

	/** Records of every kind, of one site or several; some cannot be decoded, and some are rejected. */
	const recordsOf = (many: number, random: () => number) => {
		const now = Date.now();
		const pick = (under: number) => Math.floor(random() * under);
		const expected = {
			aside: [] as number[],
			events: [] as number[],
			bots: [] as number[],
			recordings: 0,
		};
		const views: number[] = [];
		const records = Array.from({ length: many }, (_, offset): QueueRecord => {
			// Each costs some dozen statements, whatever the number of records.
			const isPoison = random() < Math.min(0.1, 8 / many);
			const user = isPoison
				? `poison-${CODES[pick(CODES.length)]}`
				: ["", `user-${pick(50)}`, `${offset}${LONG_TEXTS[pick(5)]?.repeat(40)}`][pick(3)];
			const long = LONG_TEXTS[pick(5)]?.repeat(1 + pick(200)) ?? "";
			const age = [0, 3 * HOUR_MS + offset, pick(70 * HOUR_MS), pick(20) * 8760 * HOUR_MS][pick(4)];
			const site = (1 + pick(3)) as SiteNumber;
			const record = { visitor: hex(pick(many)), receivedAt: now, site };
			const event = queuedEvent({
				...record,
				id: pick(5) === 0 ? `${offset}${[...long].slice(0, 100).join("")}` : `e${offset}`,
				occurredAt: now - (age ?? 0),
				identifiedUser: user ?? "",
				pageId: `p${offset}`,
				pathname: `/${long}`,
				pageTitle: long,
			});
			const encoded = (kind: number): Uint8Array => {
				// A measurement has the user of its view.
				if (isPoison && kind !== 4) expected.aside.push(offset);
				switch (kind) {
					case 0:
						if (!isPoison) expected.aside.push(offset);
						return Buffer.from(["", "{", '{"v":1}', "\0\u00ff"][pick(4)] ?? "");
					case 1:
						return encodeQueuedIdentify({
							...{ ...record, id: `i${offset}`, isNewIdentify: true },
							...{ user: user || "somebody", traits: { text: long } },
						});
					case 2: {
						// Bots are kept for three months.
						const isKept = (age ?? 0) < 100 * HOUR_MS;
						if (!isPoison && isKept) expected.bots.push(offset);
						const bot = { layers: [], category: "", matchedPattern: "" };
						return encodeQueuedEvent({
							...event,
							bot: { ...bot, name: user ?? "", operator: "", purpose: "" },
						});
					}
					case 3: {
						if (!isPoison) expected.recordings++;
						const text = JSON.stringify({ type: 3, timestamp: 5, data: long });
						return encodeQueuedReplay(
							queuedReplay({
								...{ ...record, batch: hex(offset), identifiedUser: user ?? "" },
								...{
									startedAt: now,
									endedAt: now,
									times: [5],
									pageUrl: `https://example.com/${long}`,
								},
								...{ lengths: [Buffer.byteLength(text)], events: gzipSync(text) },
							}),
						);
					}
					case 4: {
						// Measures a view of this batch, or none.
						const view = views[pick(views.length + 1)];
						if (view !== undefined) expected.events.push(offset);
						return encodeQueuedEvent({
							...{ ...event, type: "engagement", msVisible: 10, site: 1 as SiteNumber },
							...{ occurredAt: now, pageId: view === undefined ? "none" : `p${view}` },
						});
					}
					default:
						if (!isPoison) expected.events.push(offset);
						if (!isPoison && site === 1 && age === 0) views.push(offset);
						return encodeQueuedEvent(event);
				}
			};
			return { offset, value: Buffer.from(encoded(pick(8))) };
		});
		return { records, expected };
	};

	const sorted = (offsets: readonly number[]) => [...offsets].sort((one, other) => one - other);

	it.each([1, 2, 37, 400, rounds(2000, 20_000)])(
		"loses only the records at fault, of %i of every kind",
		async (many) => {
			store = await openStoreOn(join(directory, "store"));
			const random = createRandom(SEED + many);
			const { records, expected } = recordsOf(many, random);
			const aside: number[] = [];
			let handler: BatchHandler | undefined;
			const consumer: Consumer = {
				start: (given) => {
					handler = given;
				},
				setAside: async (_partition, { offset }) => {
					aside.push(offset);
				},
				close: () => Promise.resolve(),
			};
			const loader = startLoader({
				...{ store: refusing(store, random), consumer, logger: silentLogger },
				blockRecords: Math.max(150, many / 5),
			});
			await handler?.assigned("queue/1");
			const attempt = async (): Promise<void> => {
				try {
					await handler?.handle({ partition: "queue/1", records });
				} catch {
					await attempt();
				}
			};
			await attempt();
			const offsetsIn = async (table: string) =>
				(
					await store.query<{ offset: number }>(
						`SELECT source_offset AS offset FROM ${table} ORDER BY offset`,
					)
				).map(({ offset }) => offset);
			expect(sorted(aside)).toEqual(sorted(expected.aside));
			expect(await offsetsIn("events")).toEqual(sorted(expected.events));
			expect(await offsetsIn("bots")).toEqual(sorted(expected.bots));
			const [recordings] = await store.query<{ count: number }>(
				"SELECT count() AS count FROM replay_chunks FINAL",
			);
			expect(recordings?.count).toBe(expected.recordings);
			await loader.close();
		},
		rounds(120_000, 600_000),
	);
});
