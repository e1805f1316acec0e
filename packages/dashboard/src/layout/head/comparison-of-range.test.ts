import { describe, expect, it } from "vitest";
import type { ComparisonChoice } from "../../router/comparison.ts";
import type { DateRange } from "../../router/range.ts";
import { comparisonOfRange } from "./comparison-of-range.ts";

const DAYS: DateRange = { kind: "days", count: 28 };
const MONTH: DateRange = { kind: "mtd" };
const after = (from: DateRange, comparison: ComparisonChoice, to: DateRange) =>
	comparisonOfRange(to, { range: from, comparison }).kind;

describe("the comparison of a range that is chosen", () => {
	it("is with the same dates of the month before for a month, and by default again afterwards", () => {
		expect(after(DAYS, { kind: "weekdays" }, MONTH)).toBe("month");
		expect(after(DAYS, { kind: "weekdays" }, { kind: "lastmonth" })).toBe("month");
		expect(after(MONTH, { kind: "month" }, DAYS)).toBe("weekdays");
	});

	it("stays when somebody chose it", () => {
		expect(after(DAYS, { kind: "off" }, MONTH)).toBe("off");
		expect(after(MONTH, { kind: "year" }, DAYS)).toBe("year");
		expect(after(DAYS, { kind: "month" }, { kind: "today" })).toBe("month");
	});
});
