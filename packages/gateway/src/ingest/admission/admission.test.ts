import { describe, expect, it } from "vitest";
import { createFairShare } from "./fair-share.ts";
import { createSiteRate } from "./site-rate.ts";

const createClock = (start: number) => {
	let now = start;
	return { clock: () => now, pass: (ms: number) => (now += ms) };
};
const [QUIET, NOISY] = [1, 2];

describe("a site's rate", () => {
	it("allows ten seconds of it at once, then as much as accrues, separately for each site", () => {
		const { clock, pass } = createClock(5);
		const admits = createSiteRate(2, clock);
		const admitted = (site: number, offered: number) =>
			Array.from({ length: offered }, () => admits(site)).filter(Boolean).length;
		expect(admitted(NOISY, 100)).toBe(20);
		pass(1_500);
		expect([admitted(NOISY, 100), admitted(QUIET, 100)]).toEqual([3, 20]);
		pass(1e9);
		expect(admitted(NOISY, 100)).toBe(20);
	});
});

describe("a fair share", () => {
	const windowsOf = (isPressed: boolean, offers: Record<number, number>, windows: number) => {
		const { clock, pass } = createClock(0);
		const admits = createFairShare(() => isPressed, clock);
		let admitted: Record<number, number> = {};
		for (let window = 0; window < windows; window++) {
			admitted = {};
			for (const [site, offered] of Object.entries(offers))
				for (let event = 0; event < offered; event++)
					if (admits(Number(site))) admitted[Number(site)] = (admitted[Number(site)] ?? 0) + 1;
			pass(200);
		}
		return admitted;
	};

	it("is unlimited while there is no pressure", () =>
		expect(windowsOf(false, { [QUIET]: 200, [NOISY]: 2_000 }, 5)).toEqual({
			[QUIET]: 200,
			[NOISY]: 2_000,
		}));

	it("does not affect quiet sites under pressure and reduces a noisy one to their level", () => {
		const { [NOISY]: noisy, ...quiet } = windowsOf(true, { 1: 200, 2: 20_000, 3: 200, 4: 200 }, 40);
		expect(quiet).toEqual({ 1: 200, 3: 200, 4: 200 });
		expect(noisy).toBeLessThan(220);
	});

	it("limits only the largest site, no more than the pressure requires, and recovers", () => {
		const { clock, pass } = createClock(0);
		let isPressed = true;
		const admits = createFairShare(() => isPressed, clock);
		const window = (offers: Record<number, number>) => {
			const admitted = Object.entries(offers).map(
				([site, offered]) =>
					Array.from({ length: offered }, () => admits(Number(site))).filter(Boolean).length,
			);
			pass(200);
			return admitted;
		};
		const offers = { 1: 200, 2: 8_000, 3: 900 };
		expect([window(offers), window(offers), window(offers)]).toEqual([
			[200, 8_000, 900],
			[200, 4_000, 900],
			[200, 2_000, 900],
		]);
		isPressed = false;
		expect([window(offers), window(offers)]).toEqual([
			[200, 2_200, 900],
			[200, 2_420, 900],
		]);
		for (let round = 0; round < 40; round++) window(offers);
		expect(window(offers)).toEqual([200, 8_000, 900]);
	});

	it("never refuses the only site", () =>
		expect(windowsOf(true, { [NOISY]: 20_000 }, 5)).toEqual({ [NOISY]: 20_000 }));

	it("never refuses a site of a few hundred events a second", () =>
		expect(windowsOf(true, { [QUIET]: 1, [NOISY]: 100 }, 5)).toEqual({
			[QUIET]: 1,
			[NOISY]: 100,
		}));
});
