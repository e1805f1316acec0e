import { describe, expect, it } from "vitest";
import { bytesPerMillion, daysUntilFull, type StorageFigures } from "./storage-figures.ts";

const GIGABYTE = 1e9;
const figures = (given: Partial<StorageFigures>): StorageFigures => ({
	...{ bytes: GIGABYTE, events: 10_000_000, eventsPerDay: 1_000_000 },
	...{ freeBytes: 50 * GIGABYTE, totalBytes: 100 * GIGABYTE },
	...given,
});

describe("the growth of the store", () => {
	it("is computed from the size of a million events", () => {
		expect(bytesPerMillion(figures({}))).toBe(GIGABYTE / 10);
		expect(daysUntilFull(figures({}))).toBe(500);
	});

	it("has no end if nothing arrives, or too little to tell", () => {
		expect(daysUntilFull(figures({ eventsPerDay: 0 }))).toBe(Number.POSITIVE_INFINITY);
		expect(bytesPerMillion(figures({ events: 999 }))).toBeUndefined();
		expect(daysUntilFull(figures({ events: 999 }))).toBe(Number.POSITIVE_INFINITY);
	});

	it("is over on a full disk, whether or not anything arrives", () => {
		expect(daysUntilFull(figures({ freeBytes: 0 }))).toBe(0);
		expect(daysUntilFull(figures({ freeBytes: 4096, eventsPerDay: 0 }))).toBe(0);
		expect(daysUntilFull(figures({ freeBytes: 4096, events: 0, eventsPerDay: 0 }))).toBe(0);
	});

	it("has no end if the store has no disk yet", () =>
		expect(daysUntilFull(figures({ freeBytes: 0, totalBytes: 0, eventsPerDay: 0 }))).toBe(
			Number.POSITIVE_INFINITY,
		));
});
