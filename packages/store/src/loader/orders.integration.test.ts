import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore } from "../client/client.ts";
import { deleteExpired } from "../maintenance/delete-expired.ts";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { deletePerson } from "../maintenance/erase-person.ts";
import type { DecodedEvent } from "./decode-batch.ts";
import { claimOrders, orderEventsOf, settleOrders } from "./orders.ts";
import type { Persistently } from "./persistently.ts";

const DAY_MS = 86_400_000;
const NOW = Date.now();

let directory: string;
let disk: LoaderOnDisk;
let store: EventStore;

const start = async () => {
	disk = await startLoaderOn(directory);
	store = disk.store;
};
beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "orders-"));
	await start();
});
afterEach(async () => {
	await disk.stop();
	rmSync(directory, { recursive: true });
});

let number = 0;
const order = (orderId: string, given: Partial<QueuedEvent> = {}): QueuedEvent =>
	queuedEvent({
		id: `event ${++number}`,
		type: "custom_event",
		eventName: "purchase",
		revenue: "29.9",
		currency: "EUR",
		orderId,
		...given,
	});

const load = async (...events: QueuedEvent[]) => {
	await disk.append(events.map((event) => encodeQueuedEvent(event)));
	await disk.loaded();
};

/** Each stored event as its id, amount, currency and order. */
const stored = async (target = store) =>
	(
		await target.query<{ event_id: string; money: string; currency: string; order_id: string }>(
			"SELECT event_id, toString(revenue) AS money, currency, order_id FROM events ORDER BY received_at, event_id",
		)
	).map((row) => [row.event_id, row.money, row.currency, row.order_id]);

const countedOrders = async () =>
	(
		await store.query<{ order_id: string; events: number }>(
			"SELECT order_id, count() AS events FROM events WHERE currency != '' AND revenue > 0 GROUP BY order_id ORDER BY order_id",
		)
	).map(({ order_id, events }) => [order_id, events]);

describe("the money of an event", () => {
	it("is stored exactly, with up to four digits and of any size", async () => {
		const amounts = ["0.0001", "-999999999999.9999", "1000000000000", "29.9"];
		await load(
			...amounts.map((revenue, index) =>
				order("", { id: `${index}`, receivedAt: NOW + index, revenue }),
			),
			order("", { id: "none", receivedAt: NOW + 9, revenue: undefined as never, currency: "" }),
		);
		expect(await stored()).toEqual([
			...amounts.map((revenue, index) => [`${index}`, revenue, "EUR", ""]),
			["none", "0", "", ""],
		]);
	});
});

describe("an order", () => {
	const first = () => order("A-1", { id: "first", receivedAt: Date.now() - 5000 });
	const second = () => order("A-1", { id: "second", receivedAt: Date.now() - 4000 });
	const ONCE = [
		["first", "29.9", "EUR", "A-1"],
		["second", "0", "", "A-1"],
	];

	it("counts once within a batch, and keeps the later event with its order id", async () => {
		await load(first(), second());
		expect(await stored()).toEqual(ONCE);
	});

	it("counts once over batches and restarts", async () => {
		await load(first());
		await disk.stop();
		await start();
		await load(second());
		expect(await stored()).toEqual(ONCE);
	});

	it("counts once although the client sends its event again under the same id after days", async () => {
		await load(order("A-1", { id: "same", receivedAt: Date.now() - 3 * DAY_MS }));
		await load(order("A-1", { id: "same" }));
		expect(await countedOrders()).toEqual([["A-1", 1]]);
	});

	it("counts for each site by itself", async () => {
		await load(order("A-1"), order("A-1", { site: 2 as SiteNumber }), order("A-2"));
		expect(await countedOrders()).toEqual([
			["A-1", 2],
			["A-2", 1],
		]);
	});

	it("may be refunded any number of times, before and after", async () => {
		const refund = () => order("A-1", { revenue: "-10" });
		await load(refund(), order("A-1"), refund());
		await load(refund());
		const [row] = await store.query<{ sum: string }>(
			"SELECT toString(sum(revenue)) AS sum FROM events WHERE currency != ''",
		);
		expect(row).toEqual({ sum: "-0.1" });
	});

	it("is not claimed by bots, refunds, zeros and events without money", async () => {
		const bot = {
			...{ layers: ["ua_pattern" as const], category: "", matchedPattern: "" },
			...{ name: "", operator: "", purpose: "" },
		};
		await load(
			order("A-1", { bot }),
			order("A-1", { revenue: "0" }),
			order("A-1", { revenue: "-1" }),
			order("A-1", { revenue: undefined as never, currency: undefined as never }),
		);
		expect(await store.query("SELECT * FROM orders")).toEqual([]);
		await load(order("A-1"));
		expect(await countedOrders()).toEqual([["A-1", 1]]);
	});

	it("keeps its claim when its event has expired, and loses it with its site", async () => {
		const old = Date.now() - 40 * DAY_MS;
		await load(order("A-1", { receivedAt: old, occurredAt: old }));
		const retention = { events: 30, users: undefined, bots: undefined };
		await deleteExpired(store, async () => new Map([[1, retention]]), Date.now());
		await load(order("A-1"));
		expect(await countedOrders()).toEqual([]);
		await deleteSiteRows(store, 1 as SiteNumber);
		await load(order("A-1", { receivedAt: Date.now() + 1000 }));
		expect(await countedOrders()).toEqual([["A-1", 1]]);
	});

	it.each([
		["a user", { identifiedUser: "anna" }, { user: "anna", devices: [] }],
		["a device", {}, { user: "0123456789abcdef", devices: ["0123456789abcdef"] }],
	])("of %s belongs to nobody once they are erased", async (_whose, given, person) => {
		const other = { identifiedUser: "ben", visitor: "fedcba9876543210" };
		await load(order("A-1", given), order("A-2", other));
		await deletePerson(store, { site: 1, ...person });
		expect(await store.query("SELECT order_id FROM orders FINAL")).toEqual([{ order_id: "A-2" }]);
	});

	it("counts one event where two loaders claim it at once, whoever stores first", async () => {
		const attempt: Persistently = async (step) => step(undefined).then(() => undefined);
		const read = (event: QueuedEvent): DecodedEvent => ({
			record: { offset: 0, key: "", value: Buffer.alloc(0) } as unknown as DecodedEvent["record"],
			event,
		});
		for (const isEarlierFirst of [true, false]) {
			const [earlier, later] = [first(), second()].map((event, index) =>
				read({
					...event,
					id: `${event.id} ${isEarlierFirst}`,
					orderId: `B-${isEarlierFirst}`,
					receivedAt: 1e12 + index,
				}),
			) as [DecodedEvent, DecodedEvent];
			const both = isEarlierFirst ? [earlier, later] : [later, earlier];
			// Neither finds the other's claim.
			const blind = { ...store, query: async () => [] } as unknown as EventStore;
			for (const one of both) {
				const claimed = await claimOrders(blind, attempt, [one]);
				await store.insert(
					"events",
					["site_id", "event_id", "received_at", "timestamp", "order_id", "revenue", "currency"],
					claimed.map(({ event }) => [
						...[event.site, event.id, event.receivedAt, event.occurredAt, event.orderId],
						...[event.revenue ?? "0", event.currency ?? ""],
					]),
				);
			}
			for (const one of both) await settleOrders(store, attempt, orderEventsOf([one]));
			expect(
				await store.query(
					"SELECT event_id FROM events WHERE currency != '' AND order_id = {order:String}",
					{ order: `B-${isEarlierFirst}` },
				),
			).toEqual([{ event_id: `first ${isEarlierFirst}` }]);
		}
	});
});
