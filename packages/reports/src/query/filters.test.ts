import { ApiError } from "@footfall/shared/api-error";
import { describe, expect, it } from "vitest";
import { FILTER_PARAMETERS, NAMED_PARAMETERS } from "./dimensions.ts";
import { filtersOf } from "./filters.ts";

const refusal = (text: string) => {
	try {
		filtersOf(text);
	} catch (error) {
		if (error instanceof ApiError) return [error.status, error.message, error.fields["details"]];
		throw error;
	}
	return "accepted";
};
const one = (parameter: unknown, type: unknown, value: unknown) =>
	JSON.stringify([{ parameter, type, value }]);

const ACCEPTED = `: use one of ${FILTER_PARAMETERS.join(", ")}, or ${NAMED_PARAMETERS.join(", ")}`;

describe("filters", () => {
	it("are none when the parameter is absent or empty", () => {
		expect(filtersOf(undefined)).toEqual([]);
		expect(filtersOf("")).toEqual([]);
	});

	it("keep their values, or drop them for types that need none", () =>
		expect(
			filtersOf(
				JSON.stringify([
					{ parameter: "browser", type: "equals", value: ["Chrome", 1], more: true },
					{ parameter: "utm_source", type: "is_null", value: [] },
					{ parameter: "utm_source", type: "is_not_null" },
				]),
			),
		).toEqual([
			{ parameter: "browser", type: "equals", value: ["Chrome", 1] },
			{ parameter: "utm_source", type: "is_null", value: [] },
			{ parameter: "utm_source", type: "is_not_null", value: [] },
		]));

	it.each([
		"feature_flag:new-checkout.v2",
		"url_param:ref",
		"prop:price",
		"session_duration",
		"asn_org",
	])("accept the parameter %s", (parameter) =>
		expect(refusal(one(parameter, "equals", ["1"]))).toBe("accepted"),
	);

	it.each([
		["nonsense", "filters: must be a JSON array"],
		["{}", "filters: must be a JSON array"],
		["[1]", "filters[0]: must be an object with parameter, type and value"],
		[one(3, "equals", ["x"]), "filters[0]: parameter must be a string"],
		[one("colour", "equals", ["x"]), `filters[0]: unknown parameter "colour"${ACCEPTED}`],
		[one("constructor", "equals", ["x"]), `filters[0]: unknown parameter "constructor"${ACCEPTED}`],
		[
			one("feature_flag:1x", "equals", ["x"]),
			`filters[0]: unknown parameter "feature_flag:1x"${ACCEPTED}`,
		],
		[
			one("browser", "is", ["x"]),
			"filters[0]: type must be one of equals, not_equals, contains, not_contains, icontains, not_icontains, starts_with, ends_with, regex, not_regex, is_null, is_not_null, greater_than, less_than, greater_than_or_equal, less_than_or_equal",
		],
		[
			one("browser", "equals", "Chrome"),
			"filters[0]: value must be an array of at least one string or number",
		],
		[
			one("browser", "equals", []),
			"filters[0]: value must be an array of at least one string or number",
		],
		[
			one("browser", "equals", [null]),
			"filters[0]: value must be an array of at least one string or number",
		],
		[one("lat", "equals", ["north"]), "filters[0]: equals requires numbers as values"],
		[one("prop:price", "less_than", ["1e"]), "filters[0]: less_than requires numbers as values"],
		[one("lon", "contains", ["1"]), "filters[0]: lon is a number and does not support contains"],
		[
			one("pathname", "regex", ["("]),
			"filters[0]: not a valid regular expression: the syntax is JavaScript's, without look-around and back-references, and (?i) is the only flag, at the beginning",
		],
		[one("pathname", "regex", [""]), "filters[0]: a regular expression must not be empty"],
		[
			one("pathname", "not_regex", ["a".repeat(501)]),
			"filters[0]: a regular expression must not exceed 500 characters",
		],
		[
			one("pathname", "regex", ["(?=a)"]),
			"filters[0]: look-ahead and look-behind are not supported",
		],
		[
			one("pathname", "regex", ["(a)\\1"]),
			"filters[0]: back-references and octal escapes are not supported",
		],
	])("reject %s", (text, detail) =>
		expect(refusal(text)).toEqual([400, "Invalid filters", [detail]]),
	);

	it("report every bad element", () =>
		expect(
			refusal('[{"parameter":"browser","type":"equals","value":["x"]},1,{"parameter":"x"}]'),
		).toEqual([
			400,
			"Invalid filters",
			[
				"filters[1]: must be an object with parameter, type and value",
				`filters[2]: unknown parameter "x"${ACCEPTED}`,
			],
		]));
});
