import { expect, it } from "vitest";
import { pollMsOf, reasonsOf, rowsText } from "./import-progress.ts";

it("lists reasons with their rows, the most frequent first", () =>
	expect(reasonsOf({ "no time": 1, robots: 9 }, { "no time": [4] })).toEqual([
		{ reason: "robots", count: 9, rows: [] },
		{ reason: "no time", count: 1, rows: [4] },
	]));

it.each([
	[[2, 3, 1500], 3, "2, 3, and 1,500"],
	[[2, 3], 40, "2, 3 …"],
])("formats rows %j of %d as %s", (rows, count, text) =>
	expect(rowsText(rows, count, "en")).toBe(text),
);

it("refetches the list often only while an import is active", () => {
	expect(pollMsOf([{ state: "done" }, { state: "finishing" }])).toBe(2000);
	expect(pollMsOf([{ state: "failed" }])).toBe(60_000);
});
