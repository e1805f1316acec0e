import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectedCount } from "./projection.ts";

const WEEKS = [100, 110, 120, 115, 105, 60, 50];
const before = [...WEEKS, ...WEEKS, ...WEEKS, ...WEEKS].slice(0, 27);

describe("the projection of a bucket", () => {
	it("is the usual count when the bucket has hardly begun", () =>
		expect(projectedCount({ soFar: 0, elapsed: 0, before, bucket: "day" })).toBe(50));

	it("is the bucket's own count when it is over", () =>
		expect(projectedCount({ soFar: 77, elapsed: 1, before, bucket: "day" })).toBe(77));

	it("follows the bucket's own pace more, the more of it is over", () => {
		const half = projectedCount({ soFar: 50, elapsed: 0.5, before, bucket: "day" }) ?? 0;
		const most = projectedCount({ soFar: 90, elapsed: 0.9, before, bucket: "day" }) ?? 0;
		expect(half).toBe(88);
		expect(most).toBe(100);
	});

	it("is undefined without earlier buckets", () =>
		expect(projectedCount({ soFar: 3, elapsed: 0.2, before: [], bucket: "day" })).toBeUndefined());

	it("is never below the current count", () =>
		fc.assert(
			fc.property(
				fc.nat(10_000),
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 }),
				(soFar, elapsed, counts) => {
					const end = projectedCount({ soFar, elapsed, before: counts, bucket: "hour" });
					expect(end).toBeGreaterThanOrEqual(soFar);
				},
			),
		));
});
