import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountOf, amountOfTicks, MAX_AMOUNT, ticksOfAmount } from "./amount.ts";
import { CURRENCIES, currencyOf } from "./currency.ts";
import { isRate } from "./rate.ts";

describe("an amount", () => {
	it.each<[unknown, string]>([
		["29.90", "29.9"],
		[29.9, "29.9"],
		["-12.3456", "-12.3456"],
		[0.0001, "0.0001"],
		["007", "7"],
		["0.0000", "0"],
		["-0", "0"],
		[-0, "0"],
		[1e12, "1000000000000"],
		["1000000000000.0000", "1000000000000"],
		["999999999999.9999", "999999999999.9999"],
	])("%j is %s", (value, text) => expect(amountOf(value)).toBe(text));

	it.each([
		"1.234,56",
		"€19",
		"19 EUR",
		"1,5",
		"1e3",
		"0x10",
		".5",
		"5.",
		"+5",
		" 5",
		"",
		"1.00000",
		"1000000000000.0001",
		"٣",
		1e13,
		1e-5,
		0.1 + 0.2,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		true,
		null,
		{},
		["5"],
	])("is not %j", (value) => expect(amountOf(value)).toBeUndefined());

	it("survives its ticks, whatever it is", () => {
		const most = BigInt(MAX_AMOUNT) * 10_000n;
		fc.assert(
			fc.property(fc.bigInt({ min: -most, max: most }), (ticks) => {
				const text = amountOfTicks(ticks);
				expect(ticksOfAmount(text)).toBe(ticks);
				expect(amountOf(text)).toBe(text);
			}),
		);
	});
});

describe("a currency", () => {
	it("is an ISO 4217 code in either case", () => {
		expect([currencyOf("EUR"), currencyOf("usd")]).toEqual(["EUR", "USD"]);
	});

	it.each(["EURO", "€", "XXX", "", "ZZZ", 978, undefined])("is not %j", (value) =>
		expect(currencyOf(value)).toBeUndefined(),
	);

	it("is listed once", () => {
		expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
		for (const code of CURRENCIES) expect(code).toMatch(/^[A-Z]{3}$/);
	});
});

describe("an exchange rate", () => {
	it.each(["1", "0.92", "0.0000000001", "9999999999.9999999999"])("may be %s", (text) =>
		expect(isRate(text)).toBe(true),
	);
	it.each(["0", "0.0", "-1", "1e3", "1,1", "0.00000000001", "12345678901", ""])(
		"may not be %j",
		(text) => expect(isRate(text)).toBe(false),
	);
});
