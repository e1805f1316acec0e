import { expect, it } from "vitest";
import { numericProperties } from "./numeric-properties.ts";

const row = (propertyKey: string, propertyValue: string, count = 1) => ({
	...{ propertyKey, propertyValue, count },
});

it("properties are numeric if each of their values is a number or missing, the most frequent first", () =>
	expect(
		numericProperties([
			row("items", "2"),
			...["29.90", "-5", "1e3", ".5", ""].map((value) => row("price", value, 4)),
			...["1", "two"].map((value) => row("mixed", value)),
			...["1,5", "0x10", "Infinity", "12 €"].map((value) => row(value, value)),
			row("empty", ""),
		]),
	).toEqual(["price", "items"]));
