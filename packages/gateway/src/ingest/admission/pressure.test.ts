import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Pressure, watchPressure } from "./pressure.ts";

const TICK_MS = 20;
let now = 0;
let waiting = 0;
let pressure: Pressure;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	waiting = 0;
	pressure = watchPressure(
		() => waiting,
		() => now,
	);
});
afterEach(() => {
	pressure.close();
	vi.useRealTimers();
});

/** Simulates ticks that the event loop reaches with the given delay. */
const pass = (ticks: number, lateMs: number) => {
	for (let tick = 0; tick < ticks; tick++) {
		now += TICK_MS + lateMs;
		vi.advanceTimersByTime(TICK_MS);
	}
	return pressure.isPressed();
};

describe("pressure", () => {
	it("is absent while the event loop is a little late", () => expect(pass(500, 9)).toBe(false));

	it("is not caused by a single stall, however long", () =>
		expect([pass(50, 0), pass(1, 5_000), pass(1, 0)]).toEqual([false, false, false]));

	it("is caused by a loop that is late repeatedly, until it no longer is", () =>
		expect([pass(6, 30), pass(1, 30), pass(1, 0), pass(10, 0)]).toEqual([
			false,
			true,
			false,
			false,
		]));

	it("is caused by thousands of events that wait for the disk", () => {
		waiting = 5_001;
		expect(pressure.isPressed()).toBe(true);
	});
});
