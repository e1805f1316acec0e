import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createForwardLimit, type ForwardSlot } from "./forward-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A limit of two at once and two that wait for a second, with the outcome of each request. */
const limited = (maxPerNetwork = 2) => {
	const places = new Map<string, ForwardSlot>();
	const story: string[] = [];
	const limit = createForwardLimit({
		maxInFlight: 2,
		maxQueued: 2,
		maxPerNetwork,
		maxWaitMs: 1_000,
		clock: Date.now,
	});
	/** From a network of its own by default. */
	const ask = (name: string, network = name) =>
		limit.enter({
			network,
			start: (place) => {
				places.set(name, place);
				story.push(`${name} starts`);
			},
			refuse: () => story.push(`${name} is refused`),
			cutOff: () => {
				story.push(`${name} is cut off`);
				places.get(name)?.leave();
			},
		});
	return { ask, places, story };
};

describe("requests that are forwarded", () => {
	it("start at once, then wait in order, and are refused when too many wait", () => {
		const { ask, places, story } = limited();
		for (const name of ["a", "b", "c", "d", "e"]) ask(name);
		expect(story).toEqual(["a starts", "b starts", "e is refused"]);
		places.get("b")?.leave();
		places.get("b")?.leave();
		expect(story.slice(3)).toEqual(["c starts"]);
		places.get("a")?.leave();
		expect(story.slice(4)).toEqual(["d starts"]);
	});

	it("wait for a short time only", () => {
		const { ask, places, story } = limited();
		for (const name of ["a", "b", "c"]) ask(name);
		vi.advanceTimersByTime(999);
		expect(story).toHaveLength(2);
		vi.advanceTimersByTime(1);
		expect(story.slice(2)).toEqual(["c is refused"]);
		places.get("a")?.leave();
		ask("d");
		expect(story.slice(3)).toEqual(["d starts"]);
	});

	it("are dropped when their client disconnects while they wait", () => {
		const { ask, places, story } = limited();
		ask("a");
		ask("b");
		ask("c")();
		ask("d");
		places.get("a")?.leave();
		vi.advanceTimersByTime(2_000);
		expect(story).toEqual(["a starts", "b starts", "d starts"]);
	});

	it("lose their slot to the next one when their client does not read the answer, longest unread first", () => {
		const { ask, places, story } = limited();
		ask("a");
		ask("b");
		places.get("b")?.unread(true);
		vi.advanceTimersByTime(1_000);
		places.get("a")?.unread(true);
		ask("c");
		expect(story.slice(2)).toEqual([]);
		places.get("b")?.unread(true);
		vi.advanceTimersByTime(900);
		expect(story.slice(2)).toEqual([]);
		vi.advanceTimersByTime(101);
		// c has been refused by now.
		ask("d");
		expect(story.slice(2)).toEqual(["c is refused", "b is cut off", "d starts"]);
		places.get("a")?.unread(false);
		vi.advanceTimersByTime(10_000);
		ask("e");
		expect(story.slice(5)).toEqual([]);
	});

	it("of one network leave slots for other networks, and wait until some of their own are free", () => {
		const { ask, places, story } = limited(1);
		ask("a", "office");
		ask("b", "office");
		ask("c", "office");
		ask("e", "office");
		ask("d", "home");
		expect(story).toEqual(["a starts", "e is refused", "d starts"]);
		places.get("d")?.leave();
		expect(story).toHaveLength(3);
		places.get("a")?.leave();
		expect(story.slice(3)).toEqual(["b starts"]);
	});

	it("of one network lose their slot to its next request when their client does not read the answer", () => {
		const { ask, places, story } = limited(1);
		ask("a", "office");
		places.get("a")?.unread(true);
		vi.advanceTimersByTime(2_001);
		ask("b", "office");
		expect(story).toEqual(["a starts", "a is cut off", "b starts"]);
	});
});
