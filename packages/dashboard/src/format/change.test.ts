import { describe, expect, it } from "vitest";
import { type Better, changeOf } from "./change.ts";
import type { FigureUnit } from "./number.ts";

const words = {
	noChange: "no change",
	fromZero: "new",
	points: (amount: string) => `${amount} pt`,
};
const change = (
	current: number | null,
	previous: number | null,
	unit: FigureUnit = "count",
	better: Better = "higher",
	locale = "en",
) => changeOf({ current, previous, unit, better, locale, words });

describe("the text of a change", () => {
	it.each([
		[9619, 6896, "39%"],
		[1100, 1000, "10%"],
		[1099, 1000, "9.9%"],
		[109_960, 100_000, "10%"],
		[1033, 1000, "3.3%"],
		[100_020, 100_000, "<0.1%"],
		[1099, 100, "999%"],
		[1100, 100, ">999%"],
		[0, 40, "100%"],
		[5, 0, "new"],
		[7, 7, "no change"],
		[0, 0, "no change"],
	])("formats %d after %d as %s", (current, previous, text) =>
		expect(change(current, previous)?.text).toBe(text),
	);

	it("gives the change of a rate in points", () => {
		expect(change(44.1, 44.6, "percent")?.text).toBe("0.5 pt");
		expect(change(60, 44, "percent")?.text).toBe("16 pt");
		expect(change(44.16, 44.14, "percent")?.text).toBe("<0.1 pt");
	});

	it("is none if both values are formatted alike", () => {
		expect(change(3.081, 3.084, "ratio")?.text).toBe("no change");
		expect(change(1_240_100, 1_239_900)?.text).toBe("no change");
		expect(change(44.11, 44.14, "percent")?.text).toBe("no change");
	});

	it("has no sign, since the arrow shows it", () => {
		expect(change(50, 100)).toEqual({ direction: "down", tone: "bad", text: "50%" });
		expect(change(100, 50)).toEqual({ direction: "up", tone: "good", text: "100%" });
	});

	it("follows the language", () => {
		expect(change(1033, 1000, "count", "higher", "de")?.text).toBe("3,3\u00a0%");
		expect(change(44.1, 44.6, "percent", "higher", "de")?.text).toBe("0,5 pt");
	});

	it("is absent if one side was not measured", () => {
		expect(change(null, 3)).toBeUndefined();
		expect(change(3, null)).toBeUndefined();
	});
});

describe("the tone of a change", () => {
	it.each([
		[200, 100, "higher", "good"],
		[100, 200, "higher", "bad"],
		[200, 100, "lower", "bad"],
		[100, 200, "lower", "good"],
		[200, 100, "neither", "neutral"],
		[1009, 1000, "higher", "neutral"],
		[1010, 1000, "higher", "good"],
		[5, 0, "lower", "bad"],
	] as const)("%d after %d, with %s being better, is %s", (current, previous, better, tone) =>
		expect(change(current, previous, "count", better)?.tone).toBe(tone),
	);
});
