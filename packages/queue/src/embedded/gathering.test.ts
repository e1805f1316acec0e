import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createGathering } from "./gathering.ts";

/** Whether a commit of so many records has begun. */
const commitOf = (gathering: ReturnType<typeof createGathering>, here: number) => {
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

	it("lets the first record go at once", () => expect(createGathering().wait(1)).toBeUndefined());

	it("lets one record after the other go at once", () => {
		const gathering = createGathering();
		gathering.ended(1, 0);
		expect(gathering.wait(1)).toBeUndefined();
	});

	it("lets as many go at once as the last commit had", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		expect(gathering.wait(16)).toBeUndefined();
	});

	it("waits until as many are here, and takes those that come in the same turn", async () => {
		const gathering = createGathering();
		gathering.ended(3, 1);
		const commit = commitOf(gathering, 1);
		gathering.added(2);
		await vi.advanceTimersByTimeAsync(0.5);
		expect(commit.hasBegun).toBe(false);
		gathering.added(3);
		gathering.added(4);
		await Promise.resolve();
		expect(commit.hasBegun).toBe(false);
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
	});

	it("waits for a millisecond at most", async () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		const commit = commitOf(gathering, 1);
		await vi.advanceTimersByTimeAsync(0.9);
		expect(commit.hasBegun).toBe(false);
		await vi.advanceTimersByTimeAsync(0.1);
		expect(commit.hasBegun).toBe(true);
	});

	it("does not expect more than came together last", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		gathering.ended(1, 2);
		expect(gathering.wait(2)).toBeUndefined();
	});

	it("expects nothing after a pause", () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		vi.advanceTimersByTime(11);
		expect(gathering.wait(1)).toBeUndefined();
	});

	it("waits no longer once it is closed", async () => {
		const gathering = createGathering();
		gathering.ended(16, 0);
		const commit = commitOf(gathering, 1);
		gathering.close();
		await vi.advanceTimersByTimeAsync(0);
		expect(commit.hasBegun).toBe(true);
		expect(gathering.wait(1)).toBeUndefined();
	});
});
