import { describe, expect, it, vi } from "vitest";
import { de } from "../../i18n/de.ts";
import { en } from "../../i18n/en.ts";
import { addressFilterOf } from "../../router/filters.ts";
import { type DateRange, rangeOf } from "../../router/range.ts";
import { fieldText, filterText, valueText } from "./filter-text.ts";
import { comparisonText, daysText, periodText, rangeText } from "./range-text.ts";

const TODAY = "2026-11-22";
const english = { words: en, locale: "en-GB" };
const german = { words: de, locale: "de" };
const inWords = {
	...english,
	now: Date.parse("2026-11-22T12:00:00Z"),
	timeZone: "UTC",
	today: TODAY,
};

describe("a range in words", () => {
	it("has the year only when it is not the current one", () => {
		expect(daysText({ first: "2026-10-26", last: TODAY }, TODAY, "en-GB")).toBe("26 Oct – 22 Nov");
		expect(daysText({ first: "2025-12-30", last: "2026-01-02" }, TODAY, "en-GB")).toBe(
			"30 Dec 2025 – 2 Jan 2026",
		);
		expect(daysText({ first: TODAY, last: TODAY }, TODAY, "de")).toBe("22. Nov.");
	});

	it.each([
		["28d", "Last 28 days"],
		["1d", "Today"],
		["mtd", "Month to date"],
		["2026-10-01..2026-10-31", "1 – 31 Oct"],
	])("shows %s as %s", (text, name) =>
		expect(rangeText(rangeOf(text) as DateRange, en, TODAY, "en-GB").replaceAll(" ", " ")).toBe(
			name,
		),
	);

	it.each([
		["28d", "weekdays", "28 Sept – 25 Oct"],
		["10d", "previous", "3 – 12 Nov"],
		["10d", "weekdays", "30 Oct – 8 Nov"],
		["mtd", "month", "1 – 22 Oct"],
		["today", "weekdays", "15 Nov"],
		["24h", "weekdays", "same hours a week earlier"],
		["28d", "year", "26 Oct – 22 Nov 2025"],
		["all", "previous", "no comparison"],
	] as const)("shows %s compared with %s as %s", (text, kind, name) =>
		expect(comparisonText({ kind }, rangeOf(text) as DateRange, inWords)).toBe(name),
	);

	it("shows the days of a period, or its name", () => {
		expect(periodText({ kind: "days", count: 7 }, inWords)).toBe("16 – 22 Nov");
		expect(periodText({ kind: "all" }, inWords)).toBe("All time");
	});
});

describe("a filter in words", () => {
	const said = (text: string, wording: typeof english) => {
		const filter = addressFilterOf(text);
		return filter && filterText(filter, wording).whole;
	};

	it.each([
		["country.is~DE~AT", "Country is Germany or Austria", "Land ist Deutschland oder Österreich"],
		["pathname.not~/app", "Page is not /app", "Seite ist nicht /app"],
		["referrer.none", "Source is not set", "Quelle ist nicht gesetzt"],
		["prop:plan.is~pro", "Property plan is pro", "Eigenschaft plan ist pro"],
		["country.is~A~B~C~D~E", "Country is A or B or C or +2", "Land ist A oder B oder C oder +2"],
	])("reads %s", (text, inEnglish, inGerman) => {
		expect(said(text, english)).toBe(inEnglish);
		expect(said(text, german)).toBe(inGerman);
	});

	it("names a missing value", () => {
		expect(valueText("referrer", "", english)).toBe("Direct");
		expect(valueText("city", null, english)).toBe("(not set)");
	});

	it.each([
		["city", "US-NY-New York", "New York, United States"],
		["city", "DE-BE-Berlin", "Berlin, Germany"],
		["city", "US-NC-Winston-Salem", "Winston-Salem, United States"],
		["city", "-Springfield", "Springfield"],
		["region", "US-NY", "NY, United States"],
		["region", "somewhere", "somewhere"],
	])("names the %s %s %s", (field, value, name) =>
		expect(valueText(field, value, english)).toBe(name),
	);

	it.each([
		["pathname", "/caf%C3%A9", "/café"],
		["exit_page", "/a%2Fb", "/a%2Fb"],
		["referrer", "mail.google.com", "Gmail"],
		["referrer", "facebook.com", "Facebook"],
		["querystring", "?a=%C3%A9", "?a=%C3%A9"],
	])("shows the %s %s as %s", (field, value, shown) =>
		expect(valueText(field, value, english)).toBe(shown),
	);

	it.each(["hostname", "referrer"])(
		"decodes an international %s once the decoder is loaded",
		(field) =>
			vi.waitFor(() =>
				expect(valueText(field, "xn--mnchen-3ya.example", english)).toBe("münchen.example"),
			),
	);

	it("leaves unknown codes and fields as they are", () => {
		expect(valueText("country", "<b>", english)).toBe("<b>");
		expect(fieldText("constructor", en)).toBe("constructor");
	});
});
