import { describe, expect, it } from "vitest";
import { beyondNegativeBinomial, chanceOf } from "./chance.ts";
import type { Sums } from "./sums.ts";

const count = (n: number): Sums => ({ n, d: n, n2: n });
const rate = (n: number, d: number): Sums => ({ n, d, n2: n });
const COUNTED = { isRate: false, lengths: 1 };
const RATED = { isRate: true, lengths: 1 };
const WEEKS = [980, 1010, 1025, 990, 1003, 970].map(count);

describe("the probability beyond a number under a negative binomial distribution", () => {
	it("is that of Poisson's distribution where the variance is the mean", () => {
		// P(X ≤ 2) for a mean of 8 is 0.01375.
		expect(beyondNegativeBinomial(2, 8, 8)).toBeCloseTo(2 * 0.013754, 4);
		expect(beyondNegativeBinomial(8, 8, 8)).toBeGreaterThan(0.9);
	});

	it("is larger where weeks vary more", () =>
		expect(beyondNegativeBinomial(2, 8, 40)).toBeGreaterThan(beyondNegativeBinomial(2, 8, 8)));

	it("is close to that of the normal distribution for large numbers", () =>
		expect(beyondNegativeBinomial(10_196, 10_000, 10_000)).toBeCloseTo(0.05, 2));
});

describe("the chance of a change", () => {
	it("is small for a fall that no week before had", () =>
		expect(chanceOf({ from: count(1000), to: count(700) }, WEEKS, COUNTED)).toBeLessThan(0.01));

	it("is large for a number as in the weeks before", () =>
		expect(chanceOf({ from: count(1000), to: count(1015) }, WEEKS, COUNTED)).toBeGreaterThan(0.3));

	it("is small where the period compared with is the odd one", () =>
		expect(chanceOf({ from: count(400), to: count(1000) }, WEEKS, COUNTED)).toBeLessThan(0.01));

	it("does not take one odd week before for usual", () =>
		expect(
			chanceOf({ from: count(1000), to: count(700) }, [...WEEKS, count(200)], COUNTED),
		).toBeLessThan(0.05));

	it("is large where weeks vary as much anyway", () => {
		const varied = [600, 1400, 900, 1300, 700, 1200].map(count);
		expect(chanceOf({ from: count(1000), to: count(750) }, varied, COUNTED)).toBeGreaterThan(0.05);
	});

	it("compares only the two periods where weeks are missing", () => {
		expect(chanceOf({ from: count(100), to: count(104) }, [], COUNTED)).toBeGreaterThan(0.5);
		expect(chanceOf({ from: count(100), to: count(200) }, [], COUNTED)).toBeLessThan(0.01);
	});

	it("is large for a rate of few sessions", () => {
		const weeks = [rate(40, 100), rate(45, 100), rate(38, 100), rate(42, 100)];
		expect(chanceOf({ from: rate(4, 10), to: rate(6, 10) }, weeks, RATED)).toBeGreaterThan(0.05);
		expect(chanceOf({ from: rate(400, 1000), to: rate(700, 1000) }, weeks, RATED)).toBeLessThan(
			0.01,
		);
	});
});
