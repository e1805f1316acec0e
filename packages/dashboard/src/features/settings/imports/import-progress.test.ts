import { expect, it } from "vitest";
import { pollMsOf, reasonsOf, rowsText } from "./import-progress.ts";

it("reasons come with their rows, the most frequent first", () =>
	expect(reasonsOf({ "no time": 1, robots: 9 }, { "no time": [4] })).toEqual([
		{ reason: "robots", count: 9, rows: [] },
		{ reason: "no time", count: 1, rows: [4] },
	]));

it.each([
	[[2, 3, 1500], 3, "2, 3, and 1,500"],
	[[2, 3], 40, "2, 3 …"],
])("rows %j of %d are told as %s", (rows, count, text) =>
	expect(rowsText(rows, count, "en")).toBe(text),
);

it("the list is asked for often only while something happens", () => {
	expect(pollMsOf([{ state: "done" }, { state: "finishing" }])).toBe(2000);
	expect(pollMsOf([{ state: "failed" }])).toBe(60_000);
});
