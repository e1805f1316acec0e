import { afterEach, describe, expect, it, vi } from "vitest";
import { laterTime } from "./monotonic-now.ts";

afterEach(() => {
	vi.useRealTimers();
});

describe("the time", () => {
	it("goes on by a millisecond where the clock stands still or is set back, and catches up", () => {
		vi.useFakeTimers({ now: 1_000 });
		const times = [laterTime(), laterTime()];
		vi.setSystemTime(900);
		times.push(laterTime());
		vi.setSystemTime(2_000);
		times.push(laterTime());
		expect(times).toEqual([1_000, 1_001, 1_002, 2_000]);
	});
});
