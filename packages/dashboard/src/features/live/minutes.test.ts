import { expect, it } from "vitest";
import { minutesUntil } from "./minutes.ts";

it("counts minutes up to the present, including those without visitors", () =>
	expect(
		minutesUntil(
			Date.UTC(2026, 10, 22, 10, 3, 20),
			3,
			[
				{ time: "2026-11-22 09:40:00", pageviews: 9 },
				{ time: "2026-11-22 10:01:00", pageviews: 4 },
				{ time: "2026-11-22 10:03:00", pageviews: 1 },
			],
			"UTC",
		),
	).toEqual([
		{ wall: Date.UTC(2026, 10, 22, 10, 1), views: 4, isOpen: false },
		{ wall: Date.UTC(2026, 10, 22, 10, 2), views: 0, isOpen: false },
		{ wall: Date.UTC(2026, 10, 22, 10, 3), views: 1, isOpen: true },
	]));

it("counts the minutes before clocks went back, too", () => {
	const minutes = minutesUntil(
		Date.parse("2026-10-25T01:01:20Z"),
		4,
		[
			{ time: "2026-10-25 02:00:01", pageviews: 5 },
			{ time: "2026-10-25 02:59:00", pageviews: 7 },
		],
		"Europe/Berlin",
	);
	expect(minutes.map(({ views }) => views)).toEqual([0, 7, 5, 0]);
});
