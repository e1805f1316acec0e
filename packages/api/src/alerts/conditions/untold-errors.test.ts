import { describe, expect, it } from "vitest";
import { type FoundError, hasNews, withNews, withoutWaiting } from "./untold-errors.ts";

const NOON = Date.UTC(2026, 10, 10, 12);
const MINUTE = 60_000;

const error = (errorId: string, more: Partial<FoundError> = {}): FoundError => ({
	...{ errorId, message: `message of ${errorId}`, count: 1, state: "new" },
	...{ at: new Date(NOON - MINUTE).toISOString(), ...more },
});
const namesOf = (memory: ReturnType<typeof withNews>) =>
	memory.waiting?.map(({ errorId }) => errorId);

describe("the errors of a rule", () => {
	it("wait to be told once, however often they are found", () => {
		const first = withNews(undefined, [error("a")], NOON);
		const second = withNews(first, [error("a", { count: 7 }), error("b")], NOON + MINUTE);
		expect(namesOf(second)).toEqual(["a", "b"]);
		const told = withoutWaiting(second);
		expect(withNews(told, [error("a"), error("b")], NOON + 2 * MINUTE)).toEqual(told);
		expect(hasNews(told, [error("a")])).toBe(false);
		expect(hasNews(told, [error("a"), error("c")])).toBe(true);
	});

	it("are told again once they came back", () => {
		const told = withoutWaiting(withNews(undefined, [error("a")], NOON));
		const at = new Date(NOON + 5 * MINUTE).toISOString();
		const back = withNews(told, [error("a", { state: "came_back", at })], NOON + 6 * MINUTE);
		expect(back.waiting).toEqual([expect.objectContaining({ errorId: "a", isBack: true })]);
	});

	it("are not told again as the error that their minified stacks turn out to be", () => {
		const told = withoutWaiting(withNews(undefined, [error("raw")], NOON));
		const same = error("source", { groups: ["other", "raw"] });
		expect(hasNews(told, [same])).toBe(false);
		const at = new Date(NOON + 5 * MINUTE).toISOString();
		expect(hasNews(told, [{ ...same, state: "came_back", at }])).toBe(true);
	});

	it("are told once if their time lies ahead of the clock", () => {
		const ahead = error("a", { at: new Date(NOON + MINUTE).toISOString() });
		expect(hasNews(withNews(undefined, [ahead], NOON), [ahead])).toBe(false);
	});

	it("are forgotten after two days, when no question reaches back to them", () => {
		const told = withoutWaiting(withNews(undefined, [error("a")], NOON));
		const later = withNews(told, [error("b")], NOON + 48 * 60 * MINUTE);
		expect(Object.keys(later.known ?? {})).toEqual(["b"]);
	});

	it("are counted where there are too many to name", () => {
		const many = Array.from({ length: 60 }, (_, nth) => error(`e${nth}`));
		const memory = withNews(undefined, many, NOON);
		expect([memory.waiting?.length, memory.more]).toEqual([50, 10]);
		const more = withNews(memory, [error("z")], NOON + MINUTE);
		expect([more.waiting?.length, more.more]).toEqual([50, 11]);
		expect(hasNews(more, [error("e59"), error("z")])).toBe(false);
	});
});
