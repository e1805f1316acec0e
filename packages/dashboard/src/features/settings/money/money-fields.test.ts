import { describe, expect, it } from "vitest";
import { currencyFrom, rateFrom, sortedRates } from "./money-fields.ts";

const RATE = { date: "2026-01-31", from: "USD", to: "EUR", rate: "0.92" };

describe("a typed currency", () => {
	it.each([
		[" eur ", "EUR"],
		["", null],
		["€", undefined],
		["EURO", undefined],
	])("%j is saved as %j", (text, saved) => expect(currencyFrom(text)).toBe(saved));
});

describe("a typed rate", () => {
	it("is saved with codes in upper case and a point", () =>
		expect(rateFrom({ ...RATE, from: "usd", rate: "0,92" }, [])).toEqual(RATE));

	it.each([
		[{ date: "" }, "date"],
		[{ from: "US" }, "currency"],
		[{ to: "usd" }, "currency"],
		[{ rate: "0" }, "rate"],
		[{ rate: "1.1.1" }, "rate"],
		[{ rate: "2" }, "repeated"],
	])("with %j is refused", (change, fault) =>
		expect(rateFrom({ ...RATE, ...change }, [RATE])).toBe(fault),
	);

	it("is refused when the list is full", () => {
		const there = Array.from({ length: 1000 }, (_, day) => ({ ...RATE, date: `day ${day}` }));
		expect(rateFrom(RATE, there)).toBe("full");
	});

	it("is listed with the latest first", () => {
		const [older, other] = [
			{ ...RATE, date: "2025-12-01" },
			{ ...RATE, from: "GBP" },
		];
		expect(sortedRates([older, RATE, other])).toEqual([other, RATE, older]);
	});
});
