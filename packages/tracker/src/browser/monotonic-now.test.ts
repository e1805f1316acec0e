import { afterEach, describe, expect, it, vi } from "vitest";
import { monotonicNow } from "./monotonic-now.ts";

afterEach(() => {
	vi.useRealTimers();
});

describe("the time", () => {
	it("advances by a millisecond when the clock stands still or is set back, and catches up later", () => {
		vi.useFakeTimers({ now: 1_000 });
		const times = [monotonicNow(), monotonicNow()];
		vi.setSystemTime(900);
		times.push(monotonicNow());
		vi.setSystemTime(2_000);
		times.push(monotonicNow());
		expect(times).toEqual([1_000, 1_001, 1_002, 2_000]);
	});
});
