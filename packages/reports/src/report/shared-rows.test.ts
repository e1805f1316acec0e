import type { QueryOptions } from "@footfall/store";
import { describe, expect, it } from "vitest";
import { createSharedRows, type SharedStatement } from "./shared-rows.ts";

const visitor = (part: string) => ({ tenant: "organization", caller: "visitors", part });

const open = ({ isAlone = true } = {}) => {
	let now = 0;
	const writes = new Map<number, number>();
	const shared = createSharedRows(
		{
			isAlone,
			latest: () => 0,
			latestOf: () => 0,
			latestOfSite: (site) => writes.get(site) ?? 0,
			latestUntil: (site) => writes.get(site) ?? 0,
			latestOfFigures: () => 0,
		},
		() => now,
	);
	const reads: {
		turn: Pick<QueryOptions, "signal" | "began">;
		answer(rows: object[]): void;
		fail(error: unknown): void;
	}[] = [];
	return {
		...shared,
		reads,
		write: (site: number) => writes.set(site, (writes.get(site) ?? 0) + 1),
		pass: (ms: number) => {
			now += ms;
		},
		ask: (more: Partial<SharedStatement> = {}) =>
			shared.rowsOf<object>(
				{
					...{ site: 1, sql: "SELECT {site:UInt32}", parameters: { site: 1 }, priority: "heavy" },
					...{ requester: visitor("one"), signal: undefined, ...more },
				},
				(turn) =>
					new Promise((resolve, reject) => {
						reads.push({ turn, answer: resolve, fail: reject });
					}),
			),
	};
};

/** Runs everything that is due. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("rows shared by equal statements", () => {
	it("are read once while nothing is written about the site, and each reader gets its own copy", async () => {
		const { ask, reads, write } = open();
		const first = ask();
		reads[0]?.turn.began?.();
		const second = ask({ requester: visitor("two") });
		reads[0]?.answer([{ views: 1 }]);
		const [one, two] = [await first, await second];
		expect(one).toEqual([{ views: 1 }]);
		expect(two).toEqual(one);
		expect(two[0]).not.toBe(one[0]);
		write(2);
		await ask({ requester: visitor("three") });
		expect(reads).toHaveLength(1);
	});

	it("are read again after a write about the site, even if it ended while they were read", async () => {
		const { ask, reads, write } = open();
		const before = ask();
		reads[0]?.turn.began?.();
		write(1);
		const after = ask();
		expect(reads).toHaveLength(2);
		reads[0]?.answer([{ views: 1 }]);
		reads[1]?.answer([{ views: 2 }]);
		expect([await before, await after]).toEqual([[{ views: 1 }], [{ views: 2 }]]);
		expect(await ask()).toEqual([{ views: 2 }]);
		write(1);
		void ask();
		expect(reads).toHaveLength(3);
	});

	it.each([
		["another value", { parameters: { site: 2 } }],
		["another text", { sql: "SELECT 1 + {site:UInt32}" }],
		["another site", { site: 2 }],
	])("are not shared with a statement of %s", async (_, more) => {
		const { ask, reads } = open();
		const first = ask();
		reads[0]?.answer([]);
		await first;
		void ask(more);
		expect(reads).toHaveLength(2);
	});

	it.each([
		[30_000, true],
		[1_000, false],
	])("are used for %i ms, with no other writing process: %s", async (ms, isAlone) => {
		const { ask, reads, pass } = open({ isAlone });
		const first = ask();
		reads[0]?.turn.began?.();
		reads[0]?.answer([]);
		await first;
		pass(ms - 1);
		await ask();
		expect(reads).toHaveLength(1);
		pass(1);
		void ask();
		expect(reads).toHaveLength(2);
	});

	it("arrive with the first turn of a few waiting requesters, and the others leave the queue", async () => {
		const { ask, reads } = open();
		const all = Array.from({ length: 50 }, (_, place) => ask({ requester: visitor(`${place}`) }));
		expect(reads).toHaveLength(4);
		reads[2]?.turn.began?.();
		expect(reads[0]?.turn.signal?.aborted).toBe(true);
		reads[0]?.fail(new Error("left the line"));
		reads[2]?.answer([{ views: 1 }]);
		expect(await Promise.all(all)).toEqual(all.map(() => [{ views: 1 }]));
	});

	it("are still read when one waiting requester disconnects, but not when all do", async () => {
		const { ask, reads } = open();
		const [one, two] = [new AbortController(), new AbortController()];
		const gone = new Error("gone");
		const first = ask({ signal: one.signal });
		const second = ask({ signal: two.signal });
		one.abort(gone);
		await expect(first).rejects.toBe(gone);
		expect(reads[0]?.turn.signal?.aborted).toBe(false);
		two.abort(gone);
		await expect(second).rejects.toBe(gone);
		expect(reads[0]?.turn.signal?.aborted).toBe(true);
		await settle();
		void ask();
		expect(reads).toHaveLength(2);
	});

	it("are not cached when the read fails, and all waiting requesters receive the error", async () => {
		const { ask, reads } = open();
		const all = [ask(), ask()];
		const failed = new Error("failed");
		reads[0]?.fail(failed);
		for (const one of all) await expect(one).rejects.toBe(failed);
		void ask();
		expect(reads).toHaveLength(2);
	});

	it("are evicted, oldest first, beyond a limit", async () => {
		const { ask, reads } = open();
		const row = { text: "x".repeat(900_000) };
		for (let place = 0; place < 20; place++) {
			const asked = ask({ sql: `SELECT ${place}` });
			reads.at(-1)?.answer([row]);
			await asked;
		}
		await ask({ sql: "SELECT 19" });
		expect(reads).toHaveLength(20);
		void ask({ sql: "SELECT 0" });
		expect(reads).toHaveLength(21);
	});
});

describe("the present of a site's queries", () => {
	const NOW = Date.parse("2026-11-20T10:15:00Z");

	it("stays fixed for ten seconds while nothing is written there, within a minute", () => {
		const { momentOf, write } = open();
		expect(momentOf(1, NOW)).toBe(NOW);
		expect(momentOf(1, NOW + 9_999)).toBe(NOW);
		expect(momentOf(2, NOW + 9_999)).toBe(NOW + 9_999);
		expect(momentOf(1, NOW + 10_000)).toBe(NOW + 10_000);
		write(1);
		expect(momentOf(1, NOW + 10_001)).toBe(NOW + 10_001);
		expect(momentOf(1, NOW + 59_000)).toBe(NOW + 59_000);
		expect(momentOf(1, NOW + 60_000)).toBe(NOW + 60_000);
		expect(momentOf(1, NOW)).toBe(NOW);
	});

	it("stays fixed for a second when other processes write", () => {
		const { momentOf } = open({ isAlone: false });
		expect(momentOf(1, NOW)).toBe(NOW);
		expect(momentOf(1, NOW + 999)).toBe(NOW);
		expect(momentOf(1, NOW + 1_000)).toBe(NOW + 1_000);
	});
});
