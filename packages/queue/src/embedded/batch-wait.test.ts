import { describe, expect, it } from "vitest";
import { createBatchWait } from "./batch-wait.ts";

const options = {
	...{ minRecords: 10_000, maxWaitMs: 250, maxRecords: 20_000 },
	gather: { fromRecords: 250, withinMs: 1250 },
};

describe("the wait for a batch", () => {
	it("ends at once if there are enough records", () =>
		expect(createBatchWait(options).leftMs(10_000, 0)).toBe(0));

	it("is short for a few records", () => {
		const wait = createBatchWait(options);
		expect([wait.leftMs(249, 100), wait.leftMs(249, 250), wait.leftMs(249, 900)]).toEqual([
			150, 0, 0,
		]);
	});

	it("is long for many records, so that they are stored together", () => {
		const wait = createBatchWait(options);
		expect([wait.leftMs(250, 250), wait.leftMs(9_999, 1250)]).toEqual([1000, 0]);
	});

	it("is the rest of the long wait after the duration of the last batch", () => {
		const wait = createBatchWait(options);
		wait.took(400);
		expect(wait.leftMs(1_000, 250)).toBe(600);
	});

	it("is never shorter for many records than for a few", () => {
		const wait = createBatchWait(options);
		wait.took(5_000);
		expect(wait.leftMs(1_000, 0)).toBe(250);
	});

	it("is the same for any number of records without gathering", () => {
		const { gather: _, ...others } = options;
		expect(createBatchWait(others).leftMs(9_999, 100)).toBe(150);
	});
});
