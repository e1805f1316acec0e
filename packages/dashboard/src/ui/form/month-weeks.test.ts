import { describe, expect, it } from "vitest";
import { dayAfterKey, monthsUntil, weeksOf } from "./month-weeks.ts";

const [MONDAY, SATURDAY, SUNDAY] = [0, 5, 6];
/** Days of the month, `.` outside of it. */
const drawn = (month: string, weekStart: number) =>
	weeksOf(month, weekStart).map((week) =>
		week.map((day) => (day === undefined ? "." : String(Number(day.slice(8))))).join(" "),
	);

describe("the weeks of a month", () => {
	it.each([
		[MONDAY, ". . . . . . 1", "30 . . . . . ."],
		[SUNDAY, "1 2 3 4 5 6 7", "29 30 . . . . ."],
		[SATURDAY, ". 1 2 3 4 5 6", "28 29 30 . . . ."],
	])("begin on the day of the preference: %i", (weekStart, first, last) => {
		const weeks = drawn("2026-11-01", weekStart);
		expect(weeks[0]).toBe(first);
		expect(weeks.at(-1)).toBe(last);
	});

	it.each([
		["2024-02-01", 29],
		["2026-02-01", 28],
		["2100-02-01", 28],
		["2000-02-01", 29],
		// Clocks change within these in Berlin, and on Lord Howe Island.
		["2026-03-01", 31],
		["2026-10-01", 31],
		["2026-04-01", 30],
	])("have every day of %s once: %i", (month, count) => {
		const days = weeksOf(month, MONDAY).flatMap((week) => week.filter((day) => day !== undefined));
		expect(days).toHaveLength(count);
		expect(new Set(days).size).toBe(count);
		expect([days[0], days.at(-1)]).toEqual([month, `${month.slice(0, 8)}${count}`]);
	});

	it("are four when a short month begins with a week", () =>
		expect(weeksOf("2021-02-01", MONDAY)).toHaveLength(4));
});

it("the months beside each other end with that of the day, across the year", () => {
	expect(monthsUntil("2026-01-31", 2)).toEqual(["2025-12-01", "2026-01-01"]);
	expect(monthsUntil("2026-01-31", 1)).toEqual(["2026-01-01"]);
});

describe("a key", () => {
	const after = (key: string, day = "2024-02-29", weekStart = MONDAY, shiftKey = false) =>
		dayAfterKey(day, { key, shiftKey }, weekStart);

	it("moves by a day or a week, over the ends of months", () => {
		expect(after("ArrowRight")).toBe("2024-03-01");
		expect(after("ArrowLeft", "2026-03-01")).toBe("2026-02-28");
		expect(after("ArrowDown")).toBe("2024-03-07");
		expect(after("ArrowUp")).toBe("2024-02-22");
	});

	it("moves by a month or a year, to the last day of a shorter one", () => {
		expect(after("PageUp", "2026-03-31")).toBe("2026-02-28");
		expect(after("PageDown", "2026-10-31")).toBe("2026-11-30");
		expect(after("PageUp", "2024-02-29", MONDAY, true)).toBe("2023-02-28");
	});

	it("moves to the ends of the week of the preference", () => {
		expect([after("Home"), after("End")]).toEqual(["2024-02-26", "2024-03-03"]);
		const inSundays = ["Home", "End"].map((key) => after(key, "2024-02-29", SUNDAY));
		expect(inSundays).toEqual(["2024-02-25", "2024-03-02"]);
	});

	it("does nothing else", () => expect(after("a")).toBeUndefined());
});
