import { describe, expect, it } from "vitest";
import { type CountedBucket, isEventKind, kindPoints, kindTotals } from "./event-kinds.ts";

const counts = (time: string, copies: number) => ({
	time,
	custom_event_count: 1,
	outbound_count: 0,
	button_click_count: 0,
	form_submit_count: 0,
	copy_count: copies,
	input_change_count: 0,
});
const rows: CountedBucket[] = [
	{ ...counts("2026-11-02 00:00:00", 3), previous: counts("2026-10-05 00:00:00", 2) },
	{ ...counts("2026-11-03 00:00:00", 4), previous: null },
];

describe("events of a kind", () => {
	it("are added up over the period, and over the previous one", () => {
		expect(kindTotals(rows, "copy", true)).toEqual({ current: 7, previous: 2 });
		expect(kindTotals(rows, "copy", false)).toEqual({ current: 7, previous: undefined });
	});

	it("have a series beside the previous one", () =>
		expect(kindPoints(rows, "copy", true)).toEqual({
			points: [
				{ time: "2026-11-02 00:00:00", value: 3 },
				{ time: "2026-11-03 00:00:00", value: 4 },
			],
			previous: [
				{ time: "2026-10-05 00:00:00", value: 2 },
				{ time: "", value: null },
			],
		}));

	it("are found by name", () => {
		expect(isEventKind("copy")).toBe(true);
		expect(isEventKind("pageview")).toBe(false);
	});
});
