import { describe, expect, it } from "vitest";
import {
	FIGURE_NAMES,
	type FigureName,
	figureNamed,
	linesOf,
	stripFigures,
} from "./period-figures.ts";

const WORDS = {
	noChange: "no change",
	fromZero: "new",
	points: (amount: string) => `${amount} pt`,
};
const figures = {
	users: 9619,
	sessions: 12_659,
	pageviews: 39_765,
	pages_per_session: 3.14,
	bounce_rate: 44.1,
	session_duration: 105,
};
const none = { ...figures, users: 0, sessions: 0, pageviews: 0, bounce_rate: 0 };

const LABELS = {
	figure: Object.fromEntries(FIGURE_NAMES.map((name) => [name, name])) as Record<
		FigureName,
		string
	>,
	short: { users: "u" },
};
const printed = (name: FigureName, of: Parameters<typeof stripFigures>[1]) =>
	stripFigures(LABELS, of, "en", WORDS).find(({ id }) => id === name);

describe("the figure on the chart", () => {
	it.each([
		["users", "users"],
		[undefined, undefined],
		["constructor", undefined],
	])("is chosen by the URL: line=%s is %s", (line, name) => expect(figureNamed(line)).toBe(name));
});

describe("a figure", () => {
	it("is formatted with its change", () =>
		expect(printed("users", { ...figures, previous: { ...figures, users: 6896 } })).toEqual({
			id: "users",
			label: "users",
			shortLabel: "u",
			value: "9,619",
			title: undefined,
			change: { direction: "up", tone: "good", text: "39%" },
			previous: "6,896",
		}));
	it("has no change without a comparison", () =>
		expect(printed("bounce_rate", figures)).toEqual({
			id: "bounce_rate",
			label: "bounce_rate",
			value: "44.1%",
		}));
	it("has its name before its value is known", () =>
		expect(printed("bounce_rate", undefined)).toMatchObject({ label: "bounce_rate", value: "" }));
	it("is empty for a rate without sessions", () =>
		expect(printed("bounce_rate", { ...none, previous: none })?.value).not.toBe("0.0%"));
});

describe("a line", () => {
	it("has gaps where a rate was not measured", () =>
		expect(
			linesOf("bounce_rate", [
				{ time: "2026-11-21 00:00:00", ...figures },
				{ time: "2026-11-22 00:00:00", ...none },
			]),
		).toEqual({
			points: [
				{ time: "2026-11-21 00:00:00", value: 44.1 },
				{ time: "2026-11-22 00:00:00", value: null },
			],
			previous: undefined,
		}));
	it("comes with the series it is compared with", () =>
		expect(
			linesOf("users", [
				{
					time: "2026-11-21 00:00:00",
					...figures,
					previous: { time: "2026-10-24 00:00:00", ...figures, users: 12 },
				},
			]).previous,
		).toEqual([{ time: "2026-10-24 00:00:00", value: 12 }]));
});
