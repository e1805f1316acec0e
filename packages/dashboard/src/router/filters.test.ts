import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	type AddressFilter,
	addressFilterOf,
	addressFilterOfSaved,
	COMPARATORS,
	filtersParameter,
	rowFilterOf,
	savedFilterOf,
	takesValues,
	textOfFilter,
	toggled,
} from "./filters.ts";

const text = fc.oneof(
	fc.string({ maxLength: 12, unit: "grapheme" }),
	fc.constantFrom("~", "!", "a~b", "!!~", "/x", ".is", ""),
);
const addressFilters: fc.Arbitrary<AddressFilter> = fc
	.record({
		field: text.filter((one) => one !== ""),
		comparator: fc.constantFrom(...COMPARATORS),
		values: fc.array(text, { minLength: 1, maxLength: 4 }),
	})
	.map((one) => (takesValues(one.comparator) ? one : { ...one, values: [] }));

describe("a filter in the URL", () => {
	it("is unchanged after being written and read, whatever its values contain", () =>
		fc.assert(
			fc.property(addressFilters, (filter) => {
				expect(addressFilterOf(textOfFilter(filter))).toEqual(filter);
			}),
		));

	it.each([
		["country.is~DE~AT", { field: "country", comparator: "is", values: ["DE", "AT"] }],
		["pathname.not~/x", { field: "pathname", comparator: "not", values: ["/x"] }],
		["referrer.none", { field: "referrer", comparator: "none", values: [] }],
		["prop:a.b.is~1", { field: "prop:a.b", comparator: "is", values: ["1"] }],
	])("is parsed: %s", (written, filter) => {
		expect(addressFilterOf(written)).toEqual(filter);
		expect(textOfFilter(filter as AddressFilter)).toBe(written);
	});

	it.each([
		"",
		"country",
		"country.is",
		".is~x",
		"country.nonsense~x",
		"referrer.none~x",
		"a.is~x!",
	])("is rejected: %s", (written) => expect(addressFilterOf(written)).toBeUndefined());

	it("is converted to a report parameter", () => {
		expect(filtersParameter([])).toBeUndefined();
		expect(
			JSON.parse(filtersParameter([{ field: "country", comparator: "not", values: ["DE"] }]) ?? ""),
		).toEqual([{ parameter: "country", type: "not_equals", value: ["DE"] }]);
	});

	it("is unchanged after being saved as a segment", () =>
		fc.assert(
			fc.property(addressFilters, (filter) => {
				expect(addressFilterOfSaved(savedFilterOf(filter))).toEqual(filter);
			}),
		));
});

describe("a click on a row", () => {
	const click = (filters: readonly AddressFilter[], value: string | null, how?: "only" | "out") =>
		toggled(filters, "referrer", value, how);

	it("adds a filter, and a second click removes it", () => {
		const once = click([], "google.com");
		expect(once).toEqual([{ field: "referrer", comparator: "is", values: ["google.com"] }]);
		expect(rowFilterOf(once, "referrer", "google.com")).toBe("only");
		expect(click(once, "google.com")).toEqual([]);
	});

	it("adds a second value to the first", () =>
		expect(click(click([], "a.example"), "b.example")).toEqual([
			{ field: "referrer", comparator: "is", values: ["a.example", "b.example"] },
		]));

	it("excludes the row with Alt, and can invert a filter", () => {
		const out = click(click([], "a.example"), "a.example", "out");
		expect(out).toEqual([{ field: "referrer", comparator: "not", values: ["a.example"] }]);
		expect(rowFilterOf(out, "referrer", "a.example")).toBe("out");
	});

	it("works for Direct, which has no value", () => {
		const direct = click([], null);
		expect(direct).toEqual([{ field: "referrer", comparator: "none", values: [] }]);
		expect(rowFilterOf(direct, "referrer", "")).toBe("only");
		expect(click(direct, "")).toEqual([]);
		expect(click(direct, null, "out")).toEqual([
			{ field: "referrer", comparator: "some", values: [] },
		]);
	});

	it("leaves other filters unchanged", () =>
		fc.assert(
			fc.property(fc.array(addressFilters, { maxLength: 4 }), text, (filters, value) => {
				const others = filters.filter(({ field }) => field !== "referrer");
				const after = toggled(others, "referrer", value);
				expect(after.filter(({ field }) => field !== "referrer")).toEqual(others);
				expect(toggled(after, "referrer", value)).toEqual(others);
			}),
		));
});
