import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchOldestAge } from "./depth.ts";

describe("the age of the oldest record", () => {
	it("is found to 5 % or 250 ms, with few queries", async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 100 * 24 * 3600 * 1000 }), async (ageMs) => {
				let questions = 0;
				const found = await searchOldestAge((limitMs) => {
					questions++;
					return Promise.resolve(ageMs > limitMs);
				});
				expect(found).toBeGreaterThanOrEqual(ageMs);
				expect(found - ageMs).toBeLessThanOrEqual(Math.max(251, found / 19));
				expect(questions).toBeLessThan(25);
			}),
		);
	});
});
