import { describe, expect, it } from "vitest";
import type { EventDay } from "../shared/access/organization-api.ts";
import { monthsBetween, usageMonths } from "./usage-months.ts";

const day = (event_date: string, event_count: number, pageview_count: number): EventDay =>
	({ event_date, event_count, pageview_count, custom_event_count: 1 }) as EventDay;

describe("months of use", () => {
	it("span the turn of a year", () =>
		expect(monthsBetween("2026-11", "2027-02")).toEqual([
			"2026-11",
			"2026-12",
			"2027-01",
			"2027-02",
		]));

	it("add up days, include months without events, and begin with the first event", () =>
		expect(
			usageMonths(
				[day("2026-09-30", 5, 3), day("2026-11-01", 10, 6), day("2026-11-02", 2, 1)],
				"2026-11",
			),
		).toEqual([
			{ month: "2026-11", events: 12, pageviews: 7, custom: 2, other: 3 },
			{ month: "2026-10", events: 0, pageviews: 0, custom: 0, other: 0 },
			{ month: "2026-09", events: 5, pageviews: 3, custom: 1, other: 1 },
		]));

	it("are empty before the first event", () => expect(usageMonths([], "2026-11")).toEqual([]));
});
