import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecentMap } from "./recent-map.ts";

describe("a map of recent entries", () => {
	it("keeps the latest entries, whatever else is added, and never twice as many", () => {
		const max = 4;
		const step = fc.record({ key: fc.integer({ min: 0, max: 12 }), isSet: fc.boolean() });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
				const map = createRecentMap<number, string>(max);
				let latest: number[] = [];
				for (const { key, isSet } of steps) {
					if (isSet) map.set(key, `value ${key}`);
					const isThere = map.get(key) !== undefined;
					// An entry among the latest four different keys is still there.
					if (isSet || latest.slice(-max).includes(key)) expect(isThere).toBe(true);
					if (isThere) latest = [...latest.filter((each) => each !== key), key];
				}
				const kept = Array.from({ length: 13 }, (_, key) => key).filter(
					(key) => latest.includes(key) && map.get(key) === `value ${key}`,
				);
				expect(kept.length).toBeLessThanOrEqual(2 * max);
			}),
		);
	});

	it("is empty after it was cleared", () => {
		const map = createRecentMap<string, string>(2);
		for (const key of ["a", "b", "c"]) map.set(key, key);
		map.clear();
		expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([undefined, undefined, undefined]);
	});
});
