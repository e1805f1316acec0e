import { describe, expect, it } from "vitest";
import { createTimings } from "./timings.ts";

describe("the timings of a request", () => {
	it("are omitted when the store was not queried", () =>
		expect(createTimings(() => 1).header()).toBeUndefined());

	it("count overlapping work once, and include the total", async () => {
		let now = 100;
		const timings = createTimings(() => now);
		now = 110;
		const ends: (() => void)[] = [];
		const work = () => timings.ofStore(() => new Promise<void>((resolve) => ends.push(resolve)));
		const one = work();
		now = 115;
		const other = work();
		now = 120;
		ends[0]?.();
		await one;
		now = 130;
		ends[1]?.();
		await other;
		now = 142.25;
		await timings.ofStore(async () => {
			now += 2;
		});
		expect(timings.header()).toBe("db;dur=22.0, total;dur=44.3");
	});

	it("count failed work", async () => {
		let now = 0;
		const timings = createTimings(() => now);
		const failing = timings.ofStore(async () => {
			now = 3;
			throw new Error("The store is away");
		});
		await expect(failing).rejects.toThrow("away");
		expect(timings.header()).toBe("db;dur=3.0, total;dur=3.0");
	});
});
