import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBatches } from "./batches.ts";
import type { ReplayBatch } from "./delivery.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const gathering = (maxEvents = 250, intervalMs = 5000) => {
	const left: ReplayBatch[] = [];
	let heads = 0;
	const gather = createBatches({
		maxEvents,
		intervalMs,
		head: () => `head ${++heads}`,
		leaves: (batch) => left.push(batch),
	});
	return { gather, left };
};

describe("a batch", () => {
	it("is sent when its time is up", () => {
		const { gather, left } = gathering();
		gather.add("1", 0, false);
		vi.advanceTimersByTime(3000);
		gather.add("2", 0, false);
		vi.advanceTimersByTime(1999);
		expect(left).toEqual([]);
		vi.advanceTimersByTime(1);
		expect(left).toEqual([{ head: "head 1", events: ["1", "2"] }]);
		vi.advanceTimersByTime(60_000);
		expect(left.length).toBe(1);
	});

	it("waits a second, however short its configured interval", () => {
		const { gather, left } = gathering(250, 10);
		gather.add("1", 0, false);
		vi.advanceTimersByTime(999);
		expect(left).toEqual([]);
		vi.advanceTimersByTime(1);
		expect(left.length).toBe(1);
	});

	it("is sent when it is full, in its own task", () => {
		const { gather, left } = gathering(2);
		gather.add("1", 0, false);
		gather.add("2", 0, false);
		expect(left).toEqual([]);
		vi.advanceTimersByTime(0);
		expect(left).toEqual([{ head: "head 1", events: ["1", "2"] }]);
	});

	it("is sent when it is large, or on an urgent event", () => {
		const { gather, left } = gathering();
		gather.add("x".repeat(35_000), 0, false);
		vi.advanceTimersByTime(0);
		gather.add("a snapshot", 0, true);
		gather.add("what changes it", 0, false);
		vi.advanceTimersByTime(0);
		expect(left.map(({ events }) => events.length)).toEqual([1, 2]);
	});

	it("drops recent events whose page must not be revealed", () => {
		const { gather, left } = gathering();
		gather.add("old", 1, false);
		gather.add("young", 2, false);
		gather.forgetSince(2);
		gather.close();
		gather.close();
		expect(left).toEqual([{ head: "head 1", events: ["old"] }]);
	});
});
