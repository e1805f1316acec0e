import { describe, expect, it } from "vitest";
import { createPageGaps } from "./page-gaps.ts";

const countsAfter = (...seen: [page: string | undefined, sequence: number | undefined][]) => {
	const gaps = createPageGaps();
	for (const [page, sequence] of seen) gaps.saw(1, page, sequence);
	return gaps.counts();
};

describe("the numbers of a page's events", () => {
	it("have no gap when all arrive, in any order", () =>
		expect(countsAfter(["p", 0], ["p", 2], ["p", 1], ["p", 3])).toEqual({
			expected: 4,
			arrived: 4,
		}));

	it("reveal what did not arrive", () =>
		expect(countsAfter(["p", 0], ["p", 3], ["q", 0])).toEqual({ expected: 5, arrived: 3 }));

	it("start at the first one seen", () =>
		expect(countsAfter(["p", 40], ["p", 41])).toEqual({ expected: 2, arrived: 2 }));

	it("reveal nothing without a page, without a number and after a leap", () =>
		expect(countsAfter([undefined, 1], ["p", undefined], ["p", 0], ["p", 1e9])).toEqual({
			expected: 1,
			arrived: 1,
		}));
});
