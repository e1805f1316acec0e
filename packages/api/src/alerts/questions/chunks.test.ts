import { expect, it } from "vitest";
import { chunks } from "./chunks.ts";

const within = (weights: number[], most: number) => chunks(weights, most, (weight) => weight);

it("fills a chunk up to the limit and begins another one beyond it", () => {
	expect(within([3, 4, 3, 1, 9], 10)).toEqual([
		[3, 4, 3],
		[1, 9],
	]);
});

it("leaves what is above the limit alone", () => {
	expect(within([1, 50, 1, 1], 10)).toEqual([[1], [50], [1, 1]]);
	expect(within([], 10)).toEqual([]);
});
