import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BASE = Date.now() - 40 * HOUR_MS;

let directory: string;
let on: LoaderOnDisk;
beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), "loader-"));
	on = await startLoaderOn(directory);
});
afterEach(async () => {
	await on.stop();
	rmSync(directory, { recursive: true });
});

const load = async (...events: QueuedEvent[]) => {
	await on.append(events.map(encodeQueuedEvent));
	await on.loaded();
};
const restart = async () => {
	await on.stop();
	on = await startLoaderOn(directory);
};
const at = (id: string, minutes: number, more: Partial<QueuedEvent> = {}) =>
	queuedEvent({ id, occurredAt: BASE + minutes * MINUTE_MS, receivedAt: Date.now(), ...more });
const measured = (id: string, minutes: number, more: Partial<QueuedEvent> = {}) =>
	at(id, minutes, { type: "engagement", msVisible: 1000, pageId: "p1", ...more });

/** Ids of stored rows by session, with their visitor or user. */
const stored = () =>
	on.store.query<{ ids: string[]; visitors: string[]; users: string[] }>(
		`SELECT
			arraySort(groupArray(event_id)) AS ids,
			arraySort(groupUniqArray(lower(hex(user_id)))) AS visitors,
			groupUniqArray(identified_user_id) AS users
		FROM events GROUP BY session_id ORDER BY ids`,
	);
const sessions = async () => (await stored()).map(({ ids }) => ids);

describe("a measurement", () => {
	it("belongs to the view of its page, whatever the gap, also after a restart", async () => {
		await load(at("view", 0, { pageId: "p1" }), measured("a", 45));
		await restart();
		await load(measured("b", 300), measured("c", 23 * 60, { type: "performance", lcp: 12 }));
		expect(await sessions()).toEqual([["a", "b", "c", "view"]]);
	});

	it("takes the visitor and user of its view when the network or the user has changed", async () => {
		await load(
			at("view", 0, { pageId: "p1", visitor: "00000000000000aa" }),
			measured("left", 3, { visitor: "00000000000000bb", identifiedUser: "jo" }),
		);
		expect(await stored()).toEqual([{ ids: ["left", "view"], visitors: ["aa"], users: [""] }]);
	});

	it("neither opens a session nor keeps one open", async () => {
		await load(
			at("view", 0, { pageId: "p1" }),
			measured("a", 20),
			at("click", 45, { pageId: "p1" }),
		);
		expect(await sessions()).toEqual([["a", "view"], ["click"]]);
	});

	it("is counted but not stored for a page that nobody viewed, or that was viewed over a day ago", async () => {
		await load(
			at("view", 0, { pageId: "p1" }),
			measured("late", 24 * 60 + 1),
			measured("unknown", 1, { pageId: "p2" }),
			measured("elsewhere", 1, { site: 9 as SiteNumber }),
		);
		expect(await sessions()).toEqual([["view"]]);
		expect(on.loader.counts()).toMatchObject({ events: 1, noPage: 3, setAside: 0 });
	});

	it("joins its visitor's session if the client names no page", async () => {
		await load(at("view", 0, { pageId: "" }), measured("a", 10, { pageId: "" }));
		await load(measured("b", 50, { pageId: "" }));
		expect(await sessions()).toEqual([["a", "view"]]);
		expect(on.loader.counts()).toMatchObject({ noPage: 1 });
	});

	it("follows its view into the session that this was joined to", async () => {
		await load(at("x", 0), at("view", 50, { pageId: "p1" }));
		await load(at("between", 25));
		await load(measured("a", 55));
		await restart();
		await load(measured("b", 56));
		expect(await sessions()).toEqual([["a", "b", "between", "view", "x"]]);
	});
});

describe("late events", () => {
	it("are all loaded for many users with the longest names, as is everything after them", async () => {
		const nameOf = (nth: number) => `${"\\'ж".repeat(84)}${nth}`.slice(-255);
		const late = Array.from({ length: 8000 }, (_, nth) =>
			at(`late-${nth}`, nth % 60, {
				visitor: (nth % 2000).toString(16).padStart(16, "0"),
				identifiedUser: nameOf(nth % 2000),
			}),
		);
		await load(...late);
		await load(queuedEvent({ id: "now", site: 9 as SiteNumber }));
		const [row] = await on.store.query<{ events: number; users: number }>(
			"SELECT count() AS events, uniqExact(identified_user_id) AS users FROM events",
		);
		expect(row).toEqual({ events: 8001, users: 2001 });
		expect(on.loader.counts()).toMatchObject({ events: 8001, setAside: 0 });
	});
});
