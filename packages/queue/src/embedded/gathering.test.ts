import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createGathering, type Gathered, type Gathering } from "./gathering.ts";

/** Records that fill a page of the disk together, however few they are. */
const large = (records: number) => ({ records, bytes: 4096 });
/** Records that fill no page. */
const small = (records: number) => ({ records, bytes: 100 * records });

/** Whether a commit of so many records has begun. */
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

	it("lets the first record go at once", () =>
		expect(createGathering().wait(small(1))).toBeUndefined());

	it("lets one record after the other go at once", () => {
		const gathering = createGathering();
		gathering.ended(1, 0);
		expect(gathering.wait(small(1))).toBeUndefined();
	});

	it("lets as many go at once as the last commit had", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		expect(gathering.wait(large(16))).toBeUndefined();
	});

	it("waits until as many are here, and takes those that come in the same turn", async () => {
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

	it("does not expect more than came together last", () => {
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

	it("waits no longer once it is closed", async () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		const commit = commitOf(gathering, large(1));
		gathering.close();
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
		expect(gathering.wait(large(1))).toBeUndefined();
	});

	it("waits a little longer for records that fill no page of the disk", async () => {
		const gathering = createGathering();
		gathering.ended(2, 0);
		const commit = commitOf(gathering, small(2));
		await vi.advanceTimersByTimeAsync(1.9);
		expect(commit.hasBegun).toBe(false);
		await vi.advanceTimersByTimeAsync(0.1);
		expect(commit.hasBegun).toBe(true);
	});

	it("waits no longer when they fill a page", async () => {
		const gathering = createGathering();
		gathering.ended(2, 0);
		const commit = commitOf(gathering, small(2));
		await vi.advanceTimersByTimeAsync(0.5);
		gathering.added({ records: 3, bytes: 4096 });
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
	});

	it("does not wait for a full page after such waits brought nothing", async () => {
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
