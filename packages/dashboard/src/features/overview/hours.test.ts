import { expect, it } from "vitest";
import { hoursOfWeek } from "./hours.ts";

it("adds up hours by weekday, starting with the first day of the viewer's week", () => {
	const rows = hoursOfWeek(
		[
			{ time: "2026-11-16 09:00:00", sessions: 4 },
			{ time: "2026-11-09 09:00:00", sessions: 3 },
			{ time: "2026-11-22 23:00:00", sessions: 5 },
		],
		6,
	);
	expect(rows.map(({ weekday }) => weekday)).toEqual([6, 0, 1, 2, 3, 4, 5]);
	expect(rows[0]?.sums[23]).toBe(5);
	expect(rows[1]?.sums[9]).toBe(7);
	expect(rows.flatMap(({ sums }) => sums).reduce((sum, one) => sum + one, 0)).toBe(12);
});

it("names the hours that occurred twice", () => {
	const [sunday] = hoursOfWeek(
		[
			{ time: "2026-10-25 02:00:00", sessions: 4 },
			{ time: "2026-10-25 02:00:01", sessions: 3 },
		],
		6,
	);
	expect(sunday?.sums[2]).toBe(7);
	expect([...(sunday?.repeated ?? [])]).toEqual([2]);
});
