// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { recentChoices, rememberChoice, withRecentFirst } from "./recent-choices.ts";

beforeEach(() => localStorage.clear());

describe("recent choices", () => {
	it("are kept newest first, without repetitions, and at most five", () => {
		for (const id of ["a", "b", "c", "b", "d", "e", "f"]) rememberChoice(id);
		expect(recentChoices()).toEqual(["f", "e", "d", "b", "c"]);
	});

	it.each(["{", "{}", "null", '"a"'])("are none if %s is stored", (stored) => {
		localStorage.setItem("footfall-recent-choices", stored);
		expect(recentChoices()).toEqual([]);
	});

	it("are none without storage", () => {
		vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
			throw new Error("full");
		});
		rememberChoice("a");
		vi.restoreAllMocks();
		expect(recentChoices()).toEqual([]);
	});

	it("come before all others, as far as they may still be chosen", () =>
		expect(withRecentFirst([{ id: "a" }, { id: "b" }, { id: "c" }], ["c", "gone", "b"])).toEqual([
			{ id: "c" },
			{ id: "b" },
			{ id: "a" },
		]));
});
