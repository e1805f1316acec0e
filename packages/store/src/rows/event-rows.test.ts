import { MAX_MEASURE } from "@footfall/shared/limits";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { describe, expect, it } from "vitest";
import { EVENT_TABLE } from "./event-rows.ts";

const placement = { session: "1", visitor: "0000000000000001", source: "0", offset: 1 };

/** The value of a column in the row of an event with these measures. */
const cell = (column: string, measures: object): unknown => {
	const at = EVENT_TABLE.columns.indexOf(column);
	return EVENT_TABLE.row(queuedEvent(measures), placement)[at];
};

describe("an impossible measure", () => {
	it.each([
		["lcp", { lcp: 1e308 }],
		["cls", { cls: MAX_MEASURE.layoutShift + 1 }],
		["inp", { inp: -1 }],
		["fcp", { fcp: Number.POSITIVE_INFINITY }],
		["ttfb", { ttfb: Number.NaN }],
		["ms_visible", { msVisible: 1e300 }],
		["scroll_depth", { scrollDepth: 101 }],
	])("is not stored: %s", (column, measures) => expect(cell(column, measures)).toBeNull());

	it("exceeds the largest one that a page can have", () => {
		expect(cell("lcp", { lcp: MAX_MEASURE.vitalMs })).toBe(MAX_MEASURE.vitalMs);
		expect(cell("cls", { cls: 0 })).toBe(0);
	});
});
