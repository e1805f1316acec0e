import { describe, expect, it } from "vitest";
import { figureTitle, isShared, numberOf, unitOf } from "./figures.ts";
import type { Question } from "./question.ts";

const TYPES = {
	...{ sessions: "count", revenue: "money", average_order: "money", "sum(price)": "number" },
	...{ "conversion_rate(7)": "fraction", later: "furlongs" },
};
const answered = (metrics: string[], dimensions: string[] = [], currency?: string) => ({
	question: { metrics, dimensions } satisfies Question,
	answer: {
		rows: [],
		meta: {
			...{ definitions: {}, types: TYPES, left_out: [] },
			...(currency !== undefined && { currency }),
		},
	},
});

describe("a figure of an answer", () => {
	it("of money is in the answer's currency, or in that of its row", () => {
		expect(unitOf(answered(["revenue"], [], "EUR"), 0)).toBe("money EUR");
		const ofEach = answered(["revenue"], ["channel", "currency"]);
		expect(unitOf(ofEach, 0, { dimensions: ["Direct", "USD"] })).toBe("money USD");
	});

	it("is a plain number without a currency, and in a type that is not known", () => {
		expect(unitOf(answered(["revenue"], ["currency"]), 0, { dimensions: [""] })).toBe("ratio");
		expect(unitOf(answered(["later"]), 0)).toBe("ratio");
	});

	it("is a number to draw: a share of 1 in per cent, an amount from its text", () => {
		expect(numberOf(answered(["conversion_rate(7)"]), 0, 0.25)).toBe(25);
		expect(numberOf(answered(["revenue"]), 0, "-29.9000")).toBe(-29.9);
		expect(numberOf(answered(["revenue"]), 0, null)).toBeNull();
	});

	it("has its exact amount as a title where the text is shortened", () => {
		expect(figureTitle("1234567.8900", "money EUR", "en")).toBe("1234567.8900 EUR");
		expect(figureTitle("1234.5000", "money EUR", "en")).toBeUndefined();
		expect(figureTitle(1_239_765, "count", "en")).toBe("1,239,765");
	});
});

it.each([
	["sessions", [], true],
	["revenue", [], true],
	["revenue", ["currency"], false],
	["average_order", [], false],
	["sum(price)", [], true],
	["conversion_rate(7)", [], false],
])("rows of %s by %j are shares of a whole: %s", (metric, dimensions, expected) =>
	expect(isShared(answered([metric], dimensions))).toBe(expected),
);
