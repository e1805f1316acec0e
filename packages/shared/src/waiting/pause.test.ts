import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pause } from "./pause.ts";

describe("a pause", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it("lasts as long as requested", async () => {
		let hasPassed: boolean | undefined;
		void pause(100).then((value) => {
			hasPassed = value;
		});
		await vi.advanceTimersByTimeAsync(99);
		expect(hasPassed).toBeUndefined();
		await vi.advanceTimersByTimeAsync(1);
		expect(hasPassed).toBe(true);
	});

	it("ends as soon as its signal is aborted, and leaves no timer", async () => {
		const closing = new AbortController();
		const pauses = [pause(100, closing.signal), pause(200, closing.signal)];
		closing.abort();
		expect(await Promise.all(pauses)).toEqual([false, false]);
		expect(vi.getTimerCount()).toBe(0);
		expect(await pause(100, closing.signal)).toBe(false);
	});

	it("leaves no listener on its signal, and many at once are not a leak", async () => {
		const closing = new AbortController();
		const removed = vi.spyOn(closing.signal, "removeEventListener");
		const warned = vi.fn();
		process.on("warning", warned);
		const pauses = Array.from({ length: 50 }, () => pause(100, closing.signal));
		await vi.advanceTimersByTimeAsync(100);
		await Promise.all(pauses);
		process.off("warning", warned);
		expect(removed).toHaveBeenCalledTimes(50);
		expect(warned).not.toHaveBeenCalled();
	});
});
