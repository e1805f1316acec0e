import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPeriodicJob } from "./periodic-job.ts";

/** A job whose runs take this long, and when they started. */
const recorded = (tookMs: number) => {
	const startedAt: number[] = [];
	const run = async () => {
		startedAt.push(Date.now());
		if (tookMs > 0) await new Promise((resolve) => setTimeout(resolve, tookMs));
	};
	return { run, startedAt };
};

const failed = vi.fn<(error: unknown, isRepeated: boolean) => void>();

describe("a periodic job", () => {
	beforeEach(() => void vi.useFakeTimers({ now: 0 }));
	afterEach(() => {
		vi.useRealTimers();
		failed.mockReset();
	});

	it("runs at once, and again after a pause following each run", async () => {
		const { run, startedAt } = recorded(30);
		const job = startPeriodicJob(run, { pauseMs: 100, failed });
		expect(startedAt).toEqual([0]);
		await vi.advanceTimersByTimeAsync(300);
		expect(startedAt).toEqual([0, 130, 260]);
		await job.close();
	});

	it("starts with a pause if requested", async () => {
		const { run, startedAt } = recorded(0);
		const job = startPeriodicJob(run, { pauseMs: 100, immediately: false, failed });
		await vi.advanceTimersByTimeAsync(250);
		expect(startedAt).toEqual([100, 200]);
		await job.close();
	});

	it("schedules from the start of its runs when its pause depends on their duration", async () => {
		const { run, startedAt } = recorded(30);
		const pauseMs = (tookMs: number) => 100 - tookMs;
		const job = startPeriodicJob(run, { pauseMs, failed });
		await vi.advanceTimersByTimeAsync(250);
		expect(startedAt).toEqual([0, 100, 200]);
		await job.close();
	});

	it("continues after a failure, and marks repeated ones", async () => {
		const outcomes = ["one", "one", "two", "", "two"];
		const job = startPeriodicJob(
			() => {
				const message = outcomes.shift();
				if (message) throw new Error(message);
			},
			{ pauseMs: 100, failed },
		);
		await vi.advanceTimersByTimeAsync(450);
		await job.close();
		expect(failed.mock.calls.map(([error, isRepeated]) => [String(error), isRepeated])).toEqual([
			["Error: one", false],
			["Error: one", true],
			["Error: two", false],
			["Error: two", false],
		]);
	});

	it("runs once more on demand, after the current run, and that replaces the next scheduled run", async () => {
		const { run, startedAt } = recorded(30);
		const job = startPeriodicJob(run, { pauseMs: 100, failed });
		await vi.advanceTimersByTimeAsync(10);
		const both = Promise.all([job.now(), job.now()]);
		await vi.advanceTimersByTimeAsync(50);
		await both;
		expect(startedAt).toEqual([0, 30]);
		const third = job.now();
		await vi.advanceTimersByTimeAsync(30);
		await third;
		await vi.advanceTimersByTimeAsync(130);
		expect(startedAt).toEqual([0, 30, 60, 190]);
		await job.close();
	});

	it("is closed when its current run has ended, and does not run again", async () => {
		let isOver = false;
		const job = startPeriodicJob(
			async (signal) => {
				await new Promise((resolve) => signal.addEventListener("abort", resolve));
				isOver = true;
				throw new Error("aborted");
			},
			{ pauseMs: 100, failed },
		);
		const queued = job.now();
		await job.close();
		await queued;
		await job.now();
		expect(isOver).toBe(true);
		expect(failed).not.toHaveBeenCalled();
		expect(vi.getTimerCount()).toBe(0);
	});
});
