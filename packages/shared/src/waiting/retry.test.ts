import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { retry } from "./retry.ts";

/** Fails this often, then returns "done"; records when it was called. */
const failing = (failures: number) => {
	const calledAt: number[] = [];
	const attempt = async () => {
		calledAt.push(Date.now());
		if (calledAt.length <= failures) throw new Error(`failure ${calledAt.length}`);
		return "done";
	};
	return { attempt, calledAt };
};

describe("a retry", () => {
	beforeEach(() => void vi.useFakeTimers({ now: 0 }));
	afterEach(() => void vi.useRealTimers());

	it("retries until it succeeds, with equal pauses", async () => {
		const { attempt, calledAt } = failing(3);
		const result = retry(attempt, { pauseMs: 100 });
		await vi.runAllTimersAsync();
		expect(await result).toBe("done");
		expect(calledAt).toEqual([0, 100, 200, 300]);
	});

	it("doubles its pauses up to the longest", async () => {
		const { attempt, calledAt } = failing(5);
		const result = retry(attempt, { pauseMs: 100, longestPauseMs: 500 });
		await vi.runAllTimersAsync();
		expect(await result).toBe("done");
		expect(calledAt).toEqual([0, 100, 300, 700, 1200, 1700]);
	});

	it("throws a failure that must not be retried, and reports those that are retried", async () => {
		const { attempt, calledAt } = failing(9);
		const onRetry = vi.fn();
		const shouldRetry = vi.fn((_error: unknown, failures: number) => failures < 3);
		const result = retry(attempt, { pauseMs: 100, longestPauseMs: 800, shouldRetry, onRetry });
		const thrown = expect(result).rejects.toThrow("failure 3");
		await vi.runAllTimersAsync();
		await thrown;
		expect(calledAt).toEqual([0, 100, 300]);
		expect(shouldRetry.mock.calls.map(([, ...rest]) => rest)).toEqual([
			[1, 100],
			[2, 200],
			[3, 400],
		]);
		expect(onRetry.mock.calls.map(([error]) => String(error))).toEqual([
			"Error: failure 1",
			"Error: failure 2",
		]);
	});

	it("ends its pause when it is aborted, with the last failure", async () => {
		const { attempt, calledAt } = failing(9);
		const closing = new AbortController();
		const result = retry(attempt, { pauseMs: 100, signal: closing.signal });
		const thrown = expect(result).rejects.toThrow("failure 2");
		await vi.advanceTimersByTimeAsync(150);
		closing.abort();
		await thrown;
		expect(calledAt).toEqual([0, 100]);
		expect(vi.getTimerCount()).toBe(0);
	});

	it("makes one attempt if it was aborted before", async () => {
		const { attempt } = failing(0);
		expect(await retry(attempt, { pauseMs: 100, signal: AbortSignal.abort() })).toBe("done");
	});

	it("stops after a pause when the result is no longer needed", async () => {
		const { attempt, calledAt } = failing(9);
		const result = retry(attempt, { pauseMs: 100, isWanted: () => Date.now() < 200 });
		const thrown = expect(result).rejects.toThrow("failure 2");
		await vi.runAllTimersAsync();
		await thrown;
		expect(calledAt).toEqual([0, 100]);
	});

	it("treats a function that throws at once like one that rejects", async () => {
		let calls = 0;
		const result = retry(
			() => {
				if (++calls < 2) throw new Error("at once");
				return calls;
			},
			{ pauseMs: 100 },
		);
		await vi.runAllTimersAsync();
		expect(await result).toBe(2);
	});
});
