import { describe, expect, it } from "vitest";
import { moneyText } from "./money.ts";
import { countText, countTitle, figureText, percentOf, percentText, UNMEASURED } from "./number.ts";

describe("counts", () => {
	it.each([
		[0, "0"],
		[12_659, "12,659"],
		[999_999, "999,999"],
		[1_000_000, "1M"],
		[1_239_765, "1.24M"],
		[999_999_999, "1B"],
	])("formats %d as %s", (count, text) => expect(countText(count, "en")).toBe(text));

	it("has a title with the whole number only when it is shortened", () => {
		expect(countTitle(1_239_765, "en")).toBe("1,239,765");
		expect(countTitle(999_999, "en")).toBeUndefined();
	});

	it.each([
		["de", "12.659", "1,24\u00a0Mio."],
		["fr", "12\u202f659", "1,24\u00a0M"],
		["ja", "12,659", "124万"],
	])("follows the language %s", (locale, whole, short) => {
		expect(countText(12_659, locale)).toBe(whole);
		expect(countText(1_239_765, locale)).toBe(short);
	});
});

describe("amounts", () => {
	it.each([
		[1234.5, "EUR", "en-GB", "€1,234.50"],
		[-0.3333, "USD", "en-US", "-$0.33"],
		[1234, "JPY", "en", "¥1,234"],
		[1_239_765, "EUR", "en-US", "€1.24M"],
		[1234.5, "EUR", "de", "1.234,50\u00a0€"],
	])("formats %d %s in %s as %s", (amount, currency, locale, text) => {
		expect(moneyText(amount, currency, locale)).toBe(text);
		expect(figureText(amount, `money ${currency}`, locale)).toBe(text);
	});

	it("lose their fraction among figures from 10,000", () => {
		expect(figureText(9999.99, "money EUR", "en-GB")).toBe("€9,999.99");
		expect(figureText(12_345.6, "money EUR", "en-GB")).toBe("€12,346");
		expect(moneyText(12_345.6, "EUR", "en-GB")).toBe("€12,345.60");
	});

	it("are unmeasured without a value", () =>
		expect(figureText(null, "money EUR", "en")).toBe(UNMEASURED));
});

describe("shares and rates", () => {
	it.each([
		[0, "0.0%"],
		[0.01, "<0.1%"],
		[0.044, "<0.1%"],
		[0.05, "0.1%"],
		[19.96, "20.0%"],
		[44.1, "44.1%"],
		[100, "100.0%"],
	])("formats %d as %s", (percent, text) => expect(percentText(percent, "en")).toBe(text));

	it("is the same for a rate and for the same rate rounded to hundredths", () =>
		expect([percentText(600 / 13, "en"), percentText(46.15, "en")]).toEqual(["46.2%", "46.2%"]));

	it("has a space before the sign if the language does", () =>
		expect(percentText(31, "de")).toBe("31,0\u00a0%"));

	it("is null without a whole", () => {
		expect(percentOf(1, 8)).toBe(12.5);
		expect(percentOf(0, 0)).toBeNull();
	});
});

describe("figures", () => {
	it.each([
		[9485, "count", "9,485"],
		[3.087, "ratio", "3.09"],
		[44.12, "percent", "44.1%"],
		[105, "seconds", "1m 45s"],
		[3070, "milliseconds", "3.07 s"],
		[0.0584, "shift", "0.058"],
	] as const)("formats %d in %s", (value, unit, text) =>
		expect(figureText(value, unit, "en")).toBe(text),
	);

	it.each([null, Number.NaN])("shows a dash for %s", (value) =>
		expect(figureText(value, "count", "en")).toBe(UNMEASURED),
	);
});
