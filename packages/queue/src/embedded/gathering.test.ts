import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createGathering, type Gathered, type Gathering } from "./gathering.ts";

/** Records that together fill a page of the disk, however few they are. */
const large = (records: number) => ({ records, bytes: 4096 });
/** Records that do not fill a page. */
const small = (records: number) => ({ records, bytes: 100 * records });

/** Whether a commit of this many records has begun. */
const commitOf = (gathering: Gathering, here: Gathered) => {
	const commit = { hasBegun: false };
	const waiting = gathering.wait(here);
	if (waiting === undefined) commit.hasBegun = true;
	else
		void waiting.then(() => {
			commit.hasBegun = true;
		});
	return commit;
};

describe("gathering of records for a commit", () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it("commits the first record at once", () =>
		expect(createGathering().wait(small(1))).toBeUndefined());

	it("commits successive single records at once", () => {
		const gathering = createGathering();
		gathering.ended(1, 0);
		expect(gathering.wait(small(1))).toBeUndefined();
	});

	it("commits at once as many records as the last commit had", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		expect(gathering.wait(large(16))).toBeUndefined();
	});

	it("waits until as many have arrived, and includes those of the same turn", async () => {
		const gathering = createGathering();
		gathering.ended(3, 1);
		const commit = commitOf(gathering, large(1));
		gathering.added(large(2));
		await vi.advanceTimersByTimeAsync(0.5);
		expect(commit.hasBegun).toBe(false);
		gathering.added(large(3));
		gathering.added(large(4));
		await Promise.resolve();
		expect(commit.hasBegun).toBe(false);
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
	});

	it("waits for a millisecond at most", async () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		const commit = commitOf(gathering, large(1));
		await vi.advanceTimersByTimeAsync(0.9);
		expect(commit.hasBegun).toBe(false);
		await vi.advanceTimersByTimeAsync(0.1);
		expect(commit.hasBegun).toBe(true);
	});

	it("does not expect more records than arrived together last time", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		gathering.ended(1, 2);
		expect(gathering.wait(large(2))).toBeUndefined();
	});

	it("expects nothing after a pause", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		vi.advanceTimersByTime(11);
		expect(gathering.wait(large(1))).toBeUndefined();
	});

	it("stops waiting once it is closed", async () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		const commit = commitOf(gathering, large(1));
		gathering.close();
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
		expect(gathering.wait(large(1))).toBeUndefined();
	});

	it("waits a little longer for records that do not fill a page of the disk", async () => {
		const gathering = createGathering();
		gathering.ended(2, 0);
		const commit = commitOf(gathering, small(2));
		await vi.advanceTimersByTimeAsync(1.9);
		expect(commit.hasBegun).toBe(false);
		await vi.advanceTimersByTimeAsync(0.1);
		expect(commit.hasBegun).toBe(true);
	});

	it("stops waiting when they fill a page", async () => {
		const gathering = createGathering();
		gathering.ended(2, 0);
		const commit = commitOf(gathering, small(2));
		await vi.advanceTimersByTimeAsync(0.5);
		gathering.added({ records: 3, bytes: 4096 });
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
	});

	it("does not wait for a full page after such waits have been in vain", async () => {
		const gathering = createGathering();
		const waits = [];
		for (let round = 0; round < 5; round++) {
			gathering.ended(2, 0);
			const begunAt = performance.now();
			const waiting = gathering.wait(small(2))?.then(() => performance.now() - begunAt);
			await vi.advanceTimersByTimeAsync(3);
			waits.push(await waiting);
		}
		expect(waits).toEqual([2, 2, 2, 0, 0]);
	});
});
