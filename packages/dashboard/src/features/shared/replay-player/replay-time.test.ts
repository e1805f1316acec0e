import { describe, expect, it } from "vitest";
import { afterIdle, idleSpansOf, lengthOf } from "./replay-time.ts";
import type { ReplayEvent } from "./safe-events.ts";

const START = 1_795_360_000_000;
const at = (seconds: number, source: number): ReplayEvent => ({
	type: 3,
	timestamp: START + seconds * 1000,
	data: { source },
});

describe("the pauses of a recording", () => {
	it("are stretches without visitor activity, whatever the page does meanwhile", () => {
		const events = [at(0, 1), at(5, 2), at(10, 0), at(15, 0), at(25, 3), at(26, 5)];
		expect(idleSpansOf(events)).toEqual([{ from: 6000, to: 24_000 }]);
		expect(lengthOf(events)).toBe(26_000);
	});

	it("can be at the end", () =>
		expect(idleSpansOf([at(0, 1), at(60, 0)])).toEqual([{ from: 1000, to: 59_000 }]));

	it("are empty for an empty recording", () =>
		expect([idleSpansOf([]), lengthOf([])]).toEqual([[], 0]));

	it("end where playback continues", () => {
		const spans = [{ from: 6000, to: 24_000 }];
		expect([5999, 6000, 23_999, 24_000].map((time) => afterIdle(spans, time))).toEqual([
			undefined,
			24_000,
			24_000,
			undefined,
		]);
	});
});
