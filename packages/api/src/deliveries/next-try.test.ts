import { describe, expect, it } from "vitest";
import { pauseAfter } from "./next-try.ts";

const HOUR_MS = 60 * 60 * 1000;

describe("the pauses between tries", () => {
	it("are a day in all, and end after the seventh try", () => {
		const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => pauseAfter(tries, { random: 0.5 }));
		const total = pauses.reduce<number>((sum, pauseMs) => sum + (pauseMs ?? 0), 0);
		expect(pauses.at(-1)).toBeUndefined();
		expect(total / HOUR_MS).toBeCloseTo(23.6, 1);
	});

	it("differ by up to a tenth", () =>
		expect([0, 1].map((random) => pauseAfter(1, { random }))).toEqual([4500, 5500]));

	it("are at least as long as the server asks", () => {
		expect(pauseAfter(1, { retryAfterMs: 60_000, random: 0.5 })).toBe(60_000);
		expect(pauseAfter(2, { retryAfterMs: 1000, random: 0.5 })).toBe(300_000);
	});
});
