import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "@footfall/shared/limits";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { openStoreOn } from "@footfall/testing/store/open-store-on";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import {
	dropStagedSums,
	openStaging,
	type StagedEvent,
	type StagedRows,
	stageRows,
} from "../imports/staging.ts";
import { createSessions, idOf } from "../loader/sessions.ts";
import { EVENT_TABLE } from "../rows/event-rows.ts";
import { deleteImport } from "./delete-import.ts";
import { deleteSiteRows } from "./delete-site.ts";
import { deletePerson } from "./erase-person.ts";
import { finishImport } from "./finish-import.ts";

const MINUTE_MS = 60_000;
const START = Date.UTC(2024, 11, 31, 23);
const FIGURE = { visitors: 3, visits: 4, pageviews: 5, bounces: 1, durationSeconds: 60, events: 0 };

let store: EventStore;
const directory = mkdtempSync(join(tmpdir(), "imports-"));
beforeAll(async () => {
	store = await openStoreOn(directory);
});
afterAll(async () => {
	await store.close();
	rmSync(directory, { recursive: true });
});

let lastId = 0;
const newId = () => `00000000-0000-4000-8000-${String(++lastId).padStart(12, "0")}`;
let lastSite = 100;
const newSite = () => ++lastSite as StagedEvent["event"]["site"];

const rows = (site: number, given: Partial<StagedRows>): StagedRows => ({
	site,
	events: [],
	figures: [],
	traits: [],
	devices: [],
	...given,
});

const happened = (
	position: number,
	given: Parameters<typeof queuedEvent>[0],
	session = "",
): StagedEvent => {
	const occurredAt = given.occurredAt ?? START;
	return {
		position,
		session,
		event: queuedEvent({ receivedAt: occurredAt, occurredAt, ...given }),
	};
};

const stage = async (batches: readonly StagedRows[], importId = newId()) => {
	await openStaging(store, importId);
	for (const batch of batches) await stageRows(store, importId, batch);
	return importId;
};

/** Belongs to an import that began a minute ago. */
const finish = (site: number, importId: string, on = store) =>
	finishImport(on, { site, importId, since: Date.now() - MINUTE_MS });

const stored = (site: number) =>
	store.query<{ id: string; session: string }>(
		`SELECT event_id AS id, toString(session_id) AS session FROM events
		WHERE site_id = {site:UInt32} ORDER BY timestamp, source_offset, id`,
		{ site },
	);
const idsOf = async (site: number) => (await stored(site)).map(({ id }) => id);

describe("the orders of an import", () => {
	let site = newSite();
	beforeEach(() => {
		site = newSite();
	});
	const order = (position: number, id: string, orderId: string, revenue = "5"): StagedEvent =>
		happened(position, {
			site,
			...{ id, orderId, revenue, currency: "EUR" },
			...{ type: "custom_event", occurredAt: START + position * MINUTE_MS },
		});
	const counted = () =>
		store.query<{ id: string; revenue: string; currency: string; order_id: string }>(
			`SELECT event_id AS id, toString(revenue) AS revenue, currency, order_id FROM events
			WHERE site_id = {site:UInt32} ORDER BY timestamp, id`,
			{ site },
		);

	it("count once, those of the site before and those of later imports included", async () => {
		await store.insert(
			"orders",
			["site_id", "order_id", "received_at", "event_id", "subjects"],
			[[site, "A-1", START, "the site's own", []]],
		);
		const first = await stage([
			rows(site, {
				events: [
					...[order(0, "a", "A-1"), order(1, "b", "A-2"), order(2, "c", "A-2")],
					...[order(3, "d", "A-2", "-1"), order(4, "e", "")],
				],
			}),
		]);
		await finish(site, first);
		const FIRST = [
			{ id: "a", revenue: "0", currency: "", order_id: "A-1" },
			{ id: "b", revenue: "5", currency: "EUR", order_id: "A-2" },
			{ id: "c", revenue: "0", currency: "", order_id: "A-2" },
			{ id: "d", revenue: "-1", currency: "EUR", order_id: "A-2" },
			{ id: "e", revenue: "5", currency: "EUR", order_id: "" },
		];
		expect(await counted()).toEqual(FIRST);
		const second = await stage([
			rows(site, { events: [order(1, "b", "A-2"), order(5, "f", "A-2"), order(6, "g", "A-3")] }),
		]);
		await finish(site, second);
		expect(await counted()).toEqual([
			...FIRST,
			{ id: "f", revenue: "0", currency: "", order_id: "A-2" },
			{ id: "g", revenue: "5", currency: "EUR", order_id: "A-3" },
		]);
	});

	it("count again when a deleted import is repeated", async () => {
		const events = [order(0, "a", "A-1")];
		const importId = await stage([rows(site, { events })]);
		await finish(site, importId);
		await deleteImport(store, { site, importId });
		await finish(site, await stage([rows(site, { events })]));
		expect(await counted()).toMatchObject([{ revenue: "5", currency: "EUR" }]);
	});
});

describe("the events of an import", () => {
	it("continue what an older version staged, including columns added since", async () => {
		const site = newSite();
		const importId = newId();
		await openStaging(store, importId);
		const staging = `import_${importId.replaceAll("-", "_")}`;
		for (const column of ["device_model", "app_version"])
			await store.command(`ALTER TABLE ${staging} DROP COLUMN ${column}`);
		const columns = EVENT_TABLE.columns.filter(
			(name) => name !== "device_model" && name !== "app_version",
		);
		const { event } = happened(0, { site, id: "older" });
		const placement = {
			session: "1",
			visitor: event.visitor,
			source: `import:${importId}`,
			offset: 0,
		};
		const cells = EVENT_TABLE.row(event, placement);
		await store.insert(staging, columns, [
			columns.map((name) => cells[EVENT_TABLE.columns.indexOf(name)]),
		]);
		const newer = happened(1, { site, id: "newer", deviceModel: "Pixel 9", appVersion: "2.1.0" });
		await stage([rows(site, { events: [newer] })], importId);
		await finish(site, importId);
		expect(
			await store.query(
				"SELECT event_id, device_model, app_version FROM events WHERE site_id = {site:UInt32} ORDER BY event_id",
				{ site },
			),
		).toEqual([
			{ event_id: "newer", device_model: "Pixel 9", app_version: "2.1.0" },
			{ event_id: "older", device_model: "", app_version: "" },
		]);
	});

	it("get the sessions that the loader would assign, in whatever order and parts they arrive", async () => {
		const event = fc.record({
			visitor: fc.constantFrom("00000000000000aa", "fedcba9876543210"),
			identifiedUser: fc.constantFrom("", "kim"),
			minutes: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(0, 30, 60, 90)),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.array(event, { minLength: 1, maxLength: 25 }),
				fc.integer({ min: 1, max: 25 }),
				async (told, batchSize) => {
					const site = newSite();
					const events = told.map(({ minutes, ...who }, position) =>
						happened(position, {
							...who,
							site,
							id: `event-${position}`,
							occurredAt: START + minutes * MINUTE_MS,
						}),
					);
					const { assign } = createSessions(SESSION_IDLE_MS, SESSION_MAX_MS);
					const inOrder = [...events].sort(
						(one, other) =>
							one.event.occurredAt - other.event.occurredAt || one.position - other.position,
					);
					const expected = inOrder.map(({ event }) => ({
						id: event.id,
						session: idOf(assign(event)),
					}));
					const batches: StagedRows[] = [];
					for (let from = 0; from < events.length; from += batchSize)
						batches.push(rows(site, { events: events.slice(from, from + batchSize) }));
					const importId = await stage(batches.reverse());
					expect(await finish(site, importId)).toEqual({
						imported: events.length,
						repeated: 0,
						erased: 0,
					});
					expect(await stored(site)).toEqual(expected);
				},
			),
			{ numRuns: 8 },
		);
	});

	it("keep the sessions that the export names", async () => {
		const site = newSite();
		const events = [
			happened(0, { site, id: "one" }, "00000000000000ff"),
			happened(1, { site, id: "two" }, "8000000000000000"),
		];
		await finish(site, await stage([rows(site, { events })]));
		expect((await stored(site)).map(({ session }) => session)).toEqual([
			"255",
			"9223372036854775808",
		]);
	});

	it("are stored once when the same export is repeated, with duplicates as often as it contains them", async () => {
		const site = newSite();
		const batch = rows(site, {
			events: [
				happened(0, { site, id: "#same" }),
				happened(1, { site, id: "#same" }),
				happened(2, { site, id: "own" }),
				happened(3, { site, id: "own" }),
			],
		});
		const first = await stage([batch, batch]);
		expect(await finish(site, first)).toEqual({
			imported: 3,
			repeated: 1,
			erased: 0,
		});
		const second = await stage([batch]);
		expect(await finish(site, second)).toEqual({
			imported: 0,
			repeated: 4,
			erased: 0,
		});
		expect(await idsOf(site)).toEqual(["#same.1", "#same.2", "own"]);
	});

	it("are neither lost nor doubled when finishing is interrupted and repeated", async () => {
		const site = newSite();
		const importId = await stage([rows(site, { events: [happened(0, { site, id: "once" })] })]);
		const breaking = {
			...store,
			command: async (...statement: Parameters<EventStore["command"]>) => {
				if (statement[0].startsWith("DROP")) throw new Error("The power is gone");
				await store.command(...statement);
			},
		};
		await expect(finish(site, importId, breaking)).rejects.toThrow("The power is gone");
		expect(await finish(site, importId)).toEqual({ imported: 1, repeated: 0, erased: 0 });
		expect(await idsOf(site)).toEqual(["once"]);
	});
});

describe("a person erased while an import runs", () => {
	const [PHONE, OTHER] = ["00000000000000aa", "00000000000000cc"];
	const annas = (site: StagedEvent["event"]["site"], from: number) =>
		rows(site, {
			events: [
				happened(from, { site, id: `named-${from}`, identifiedUser: "anna", visitor: OTHER }),
				happened(from + 1, { site, id: `phone-${from}`, visitor: PHONE }),
				happened(from + 2, { site, id: `bob-${from}`, identifiedUser: "bob", visitor: PHONE }),
				happened(from + 3, { site, id: `other-${from}`, visitor: OTHER }),
			],
			traits: ["anna", "bob"].map((user) => ({ user, key: "plan", value: '"pro"', at: START })),
			devices: [{ device: PHONE, user: "anna", at: START }],
		});
	const peopleOf = async (site: number) => [
		await store.query("SELECT user_id FROM traits WHERE site_id = {site:UInt32}", { site }),
		await store.query("SELECT user_id FROM aliases WHERE site_id = {site:UInt32}", { site }),
	];
	const anna = (site: number) => ({ site, user: "anna", devices: [PHONE] });

	it("stays erased, even if more of their rows arrive afterwards", async () => {
		const site = newSite();
		const importId = await stage([annas(site, 0)]);
		await deletePerson(store, anna(site));
		await stageRows(store, importId, annas(site, 4));
		expect(await finish(site, importId)).toEqual({ imported: 4, repeated: 0, erased: 4 });
		expect((await idsOf(site)).sort()).toEqual(["bob-0", "bob-4", "other-0", "other-4"]);
		expect(await peopleOf(site)).toEqual([[{ user_id: "bob" }, { user_id: "bob" }], []]);
	});

	it("is removed again if their rows became visible at that moment", async () => {
		const site = newSite();
		const importId = await stage([annas(site, 0)]);
		const erasingMeanwhile = {
			...store,
			command: async (...statement: Parameters<EventStore["command"]>) => {
				if (statement[0].startsWith("INSERT INTO events")) await deletePerson(store, anna(site));
				await store.command(...statement);
			},
		};
		await finish(site, importId, erasingMeanwhile);
		expect((await idsOf(site)).sort()).toEqual(["bob-0", "other-0"]);
		expect(await peopleOf(site)).toEqual([[{ user_id: "bob" }], []]);
	});

	it("is included in an import that starts afterwards", async () => {
		const site = newSite();
		await deletePerson(store, anna(site));
		const importId = await stage([annas(site, 0)]);
		const since = Date.now() + 1;
		expect(await finishImport(store, { site, importId, since })).toEqual({
			imported: 4,
			repeated: 0,
			erased: 0,
		});
	});
});

describe("everything from an import", () => {
	const SUMS = ["imported_figures", "search_figures"];
	const countsOf = async (site: number) => {
		const counts: Record<string, number> = {};
		for (const table of ["events", "bots", "traits", "aliases", ...SUMS]) {
			const [row] = await store.query<{ count: number }>(
				`SELECT count() AS count FROM ${table} WHERE site_id = {site:UInt32}`,
				{ site },
			);
			counts[table] = row?.count ?? -1;
		}
		return counts;
	};
	const everything = (site: StagedEvent["event"]["site"]) => {
		const bot = {
			layers: [],
			category: "search",
			matchedPattern: "",
			name: "Googlebot",
			operator: "Google",
			purpose: "search",
		};
		return rows(site, {
			events: [
				happened(0, { site, id: "view" }),
				happened(1, { site, id: "crawl", bot, occurredAt: Date.now() }),
			],
			figures: [
				{ position: 2, value: { date: "2025-03-03", dimension: "page", value: "/", ...FIGURE } },
			],
			searches: [{ position: 3, value: SEARCH }],
			traits: [{ user: "kim", key: "plan", value: '"pro"', at: START }],
			devices: [{ device: "00000000000000aa", user: "kim", at: START }],
		});
	};
	const ONE_EACH = {
		...{ events: 1, bots: 1, traits: 1, aliases: 1 },
		...{ imported_figures: 1, search_figures: 1 },
	};
	const NOTHING = {
		...{ events: 0, bots: 0, traits: 0, aliases: 0 },
		...{ imported_figures: 0, search_figures: 0 },
	};
	const SEARCH = {
		date: "2025-03-03",
		dimension: "query",
		value: "footfall",
		...{ clicks: 1, impressions: 4, positions: 10 },
	};
	const stagings = () =>
		store.query(
			"SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'import_')",
		);

	it("is deleted with the import, and nothing else is", async () => {
		const site = newSite();
		const other = newSite();
		const importId = await stage([everything(site)]);
		await finish(site, importId);
		await finish(other, await stage([everything(other)]));
		expect(await countsOf(site)).toEqual(ONE_EACH);
		await deleteImport(store, { site, importId });
		expect([await countsOf(site), await countsOf(other)]).toEqual([NOTHING, ONE_EACH]);
	});

	it("is deleted with the site, finished or not", async () => {
		const site = newSite();
		await finish(site, await stage([everything(site)]));
		await stage([everything(site)]);
		await deleteSiteRows(store, site);
		expect([await countsOf(site), await stagings()]).toEqual([NOTHING, []]);
	});

	it("counts a day's figures once, whichever import contains them", async () => {
		const site = newSite();
		await finish(site, await stage([everything(site)]));
		const again = await stage([rows(site, { figures: everything(site).figures })]);
		expect(await finish(site, again)).toEqual({
			imported: 0,
			repeated: 1,
			erased: 0,
		});
		expect(await countsOf(site)).toEqual(ONE_EACH);
	});

	it("shows no daily sums before it is finished", async () => {
		const site = newSite();
		const importId = await stage([everything(site)]);
		const staged = await countsOf(site);
		await finish(site, importId);
		expect([staged, await countsOf(site)]).toEqual([
			{ ...NOTHING, traits: 1, aliases: 1 },
			ONE_EACH,
		]);
	});

	it("has no sums of a unit's first reading that its second has not", async () => {
		const site = newSite();
		const figure = (position: number, value: string) => ({
			position,
			value: { date: "2025-03-03", dimension: "page", value, ...FIGURE },
		});
		const first = [figure(100, "/a"), figure(101, "/b"), figure(200, "/c")];
		const importId = await stage([rows(site, { figures: first })]);
		await dropStagedSums(store, importId, { first: 100, last: 199 });
		await stage([rows(site, { figures: [figure(100, "/b")] })], importId);
		await finish(site, importId);
		expect(
			await store.query(
				"SELECT value FROM imported_figures FINAL WHERE site_id = {site:UInt32} ORDER BY value",
				{ site },
			),
		).toEqual([{ value: "/b" }, { value: "/c" }]);
	});
});
