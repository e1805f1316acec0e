import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLease } from "./lease.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a lease", () => {
	it("is held from the time of the answered request, and renewed by the next", async () => {
		const lease = createLease(1000);
		expect(lease.isHeld()).toBe(false);
		lease.confirmed(performance.now());
		const first = lease.signal();
		await vi.advanceTimersByTimeAsync(999);
		expect([lease.isHeld(), first.aborted]).toEqual([true, false]);
		lease.confirmed(performance.now() - 500);
		await vi.advanceTimersByTimeAsync(499);
		expect(first.aborted).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect([lease.isHeld(), first.aborted]).toEqual([false, true]);
		lease.confirmed(performance.now());
		expect([lease.isHeld(), lease.signal().aborted]).toEqual([true, false]);
		lease.close();
	});

	it("has ended after the process was suspended, before any timer could fire", () => {
		let now = 0;
		const lease = createLease(1000, () => now);
		lease.confirmed(now);
		const signal = lease.signal();
		now = 5000;
		expect([lease.isHeld(), signal.aborted]).toEqual([false, true]);
		lease.close();
	});
});
