import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import {
	encodeQueuedEvent,
	type QueuedEvent,
	textOfQueuedEvent,
} from "@footfall/shared/queued-event";
import { textOfQueuedQuarantine } from "@footfall/shared/queued-quarantine";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { copyEmptyStore } from "@footfall/testing/store/empty-store";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteSiteRows } from "../maintenance/delete-site.ts";
import { erasePerson } from "../maintenance/erase-person.ts";
import { linkDevices, versionOf } from "../people/people.ts";
import {
	listQuarantined,
	type QuarantineSelection,
	quarantinedAfter,
	releaseQuarantined,
} from "./quarantine.ts";

const SITE = 1 as SiteNumber;
const NOW = Date.now();

let directory: string;
let running: LoaderOnDisk;

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "quarantine-"));
	await copyEmptyStore(join(directory, "store"));
	running = await startLoaderOn(directory);
});
afterEach(async () => {
	await running.stop();
	rmSync(directory, { recursive: true });
});

const eventOf = (given: Partial<QueuedEvent>) =>
	queuedEvent({
		site: SITE,
		type: "custom_event",
		eventName: "purchase",
		receivedAt: NOW,
		occurredAt: NOW,
		...given,
	});
const quarantinedOf = (given: Partial<QueuedEvent>, rule = "/price type", version = NOW) =>
	Buffer.from(
		textOfQueuedQuarantine(textOfQueuedEvent(eventOf(given)), {
			version,
			violations: [{ rule, message: "must be of the type number", value: '"9"' }],
			ranRules: ["0123456789abcdef"],
		}),
	);
const append = (...values: Buffer[]) => running.append(values);
const list = (selection: QuarantineSelection = {}, site = SITE) =>
	listQuarantined(running.store, site, selection, { limit: 100 });
const idsOf = async (selection?: QuarantineSelection, site?: SiteNumber) =>
	(await list(selection, site)).rows.map(({ id }) => id).sort();
const eventCount = async () => {
	const [row] = await running.store.query<{ count: number }>(
		"SELECT toUInt32(count()) AS count FROM events",
	);
	return row?.count;
};

describe("a quarantined event", () => {
	it("is stored apart from events, with its violations and as it was sent", async () => {
		const event = eventOf({ id: "a" });
		await append(quarantinedOf({ id: "a" }));
		await running.loaded();
		expect(await list()).toEqual({
			total: 1,
			rows: [
				{
					id: "a",
					event: "purchase",
					occurredAt: NOW,
					quarantinedAt: NOW,
					rules: ["/price type"],
					messages: ["must be of the type number"],
					examples: ['"9"'],
					record: textOfQueuedEvent(event),
					ranRules: ["0123456789abcdef"],
					version: NOW,
				},
			],
		});
		expect(await eventCount()).toBe(0);
		expect(running.loader.counts()).toMatchObject({ quarantined: 1, events: 0, setAside: 0 });
	});

	it("that comes again is stored once, and its id is free for the event itself", async () => {
		await append(quarantinedOf({ id: "a" }), quarantinedOf({ id: "a" }));
		await append(encodeQueuedEvent(eventOf({ id: "a" })));
		await running.loaded();
		expect(await idsOf()).toEqual(["a"]);
		expect(await eventCount()).toBe(1);
	});

	it("is found by name, rule, id and time", async () => {
		await append(
			quarantinedOf({ id: "a" }),
			quarantinedOf({ id: "b", eventName: "signup", occurredAt: NOW - 1000 }),
			quarantinedOf({ id: "c" }, "/price minimum", NOW + 5),
			quarantinedOf({ id: "d", site: 2 as SiteNumber }),
		);
		await running.loaded();
		expect(await idsOf()).toEqual(["a", "b", "c"]);
		expect(await idsOf({ event: "signup" })).toEqual(["b"]);
		expect(await idsOf({ rule: "/price type" })).toEqual(["a", "b"]);
		expect(await idsOf({ ids: ["a", "c", "x"] })).toEqual(["a", "c"]);
		expect(await idsOf({ from: NOW - 1000, before: NOW })).toEqual(["b"]);
		expect(await idsOf({ quarantinedUntil: NOW })).toEqual(["a", "b"]);
	});

	it("that was released is gone, even if its first record comes again, until it is quarantined anew", async () => {
		await append(quarantinedOf({ id: "a" }), quarantinedOf({ id: "b" }));
		await running.loaded();
		await releaseQuarantined(running.store, SITE, [{ id: "a", version: NOW }], NOW);
		expect(await idsOf()).toEqual(["b"]);
		await append(quarantinedOf({ id: "a" }));
		await running.loaded();
		expect(await idsOf()).toEqual(["b"]);
		await append(quarantinedOf({ id: "a" }, "/price minimum", NOW + 2));
		await running.loaded();
		expect(await idsOf()).toEqual(["a", "b"]);
		await releaseQuarantined(running.store, SITE, [{ id: "a", version: NOW }], NOW);
		expect(await idsOf()).toEqual(["a", "b"]);
	});

	it("is read once, in parts, however many were released meanwhile", async () => {
		await append(...["a", "b", "c", "d", "e"].map((id) => quarantinedOf({ id })));
		await append(quarantinedOf({ id: "f", eventName: "signup" }));
		await running.loaded();
		const partAfter = async (after: string) => {
			const limits = { after, limit: 2 };
			const rows = await quarantinedAfter(running.store, SITE, { event: "purchase" }, limits);
			return rows.map(({ id }) => id);
		};
		expect(await partAfter("")).toEqual(["a", "b"]);
		await releaseQuarantined(running.store, SITE, [{ id: "c", version: NOW }], NOW);
		expect(await partAfter("b")).toEqual(["d", "e"]);
		expect(await partAfter("e")).toEqual([]);
	});

	it("of an erased person is erased, by name and by device", async () => {
		const [phone, other] = ["00000000000000aa", "00000000000000bb"];
		await append(
			quarantinedOf({ id: "named", identifiedUser: "anna", visitor: other }),
			quarantinedOf({ id: "device", identifiedUser: "", visitor: phone }),
			quarantinedOf({ id: "other", identifiedUser: "", visitor: other }),
		);
		await running.loaded();
		const version = versionOf(NOW, 0);
		await linkDevices(running.store, [
			{ site: SITE, device: phone, user: "anna", at: NOW, version },
		]);
		expect(await erasePerson(running.store, SITE, "anna")).toBe(true);
		expect(await idsOf()).toEqual(["other"]);
	});

	it("of a person erased while it waited in the queue does not arrive", async () => {
		await erasePerson(running.store, SITE, "anna");
		await append(
			quarantinedOf({ id: "late", identifiedUser: "anna", receivedAt: NOW - 60_000 }),
			quarantinedOf({ id: "other" }),
		);
		await running.loaded();
		expect(await idsOf()).toEqual(["other"]);
	});

	it("of a deleted site is deleted", async () => {
		await append(quarantinedOf({ id: "a" }), quarantinedOf({ id: "b", site: 2 as SiteNumber }));
		await running.loaded();
		await deleteSiteRows(running.store, SITE);
		expect(await idsOf()).toEqual([]);
		expect(await idsOf({}, 2 as SiteNumber)).toEqual(["b"]);
	});

	it("that cannot be read is set aside instead of being lost", async () => {
		await append(
			Buffer.from('["quarantine",1,0,[],[1],[]]'),
			quarantinedOf({ id: "a", visitor: "x" }),
		);
		await running.loaded();
		expect(running.loader.counts()).toMatchObject({ quarantined: 0, setAside: 2 });
	});
});
