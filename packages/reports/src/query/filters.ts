import { ApiError } from "@footfall/shared/api-error";
import { dimensionOf, FILTER_PARAMETERS, NAMED_PARAMETERS } from "./dimensions.ts";
import { storeRegexOf } from "./regular-expression.ts";

export const FILTER_TYPES = [
	"equals",
	"not_equals",
	"contains",
	"not_contains",
	"icontains",
	"not_icontains",
	"starts_with",
	"ends_with",
	"regex",
	"not_regex",
	"is_null",
	"is_not_null",
	"greater_than",
	"less_than",
	"greater_than_or_equal",
	"less_than_or_equal",
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/**
 * One condition of a query. Filters are combined with AND; the values of a filter with OR, or with
 * AND if its type is negative.
 */
export interface Filter {
	parameter: string;
	type: FilterType;
	value: readonly (string | number)[];
	/** It comes from a saved segment, which always has the site's own user ids rather than pseudonyms. */
	isSaved?: true;
}

/** Far more than a URL can hold; saved segments have the same limit. */
const MAX_FILTERS = 100;
const MAX_VALUES = 1000;

const isFilterType = (type: unknown): type is FilterType =>
	(FILTER_TYPES as readonly unknown[]).includes(type);

const COMPARISONS: readonly FilterType[] = [
	"greater_than",
	"less_than",
	"greater_than_or_equal",
	"less_than_or_equal",
];
const NULL_CHECKS: readonly FilterType[] = ["is_null", "is_not_null"];
/** The types for dimensions that are numbers. */
const NUMERIC_TYPES: readonly FilterType[] = [
	...COMPARISONS,
	...NULL_CHECKS,
	"equals",
	"not_equals",
];

const isNumber = (value: string | number) =>
	typeof value === "number" ? Number.isFinite(value) : /^[+-]?\d{1,300}(\.\d{1,300})?$/.test(value);

/** Why an element is not a valid filter; `undefined` if it is. */
export const filterFaultOf = (element: unknown): string | undefined => {
	if (typeof element !== "object" || element === null || Array.isArray(element))
		return "must be an object with parameter, type and value";
	const { parameter, type, value } = element as Record<string, unknown>;
	if (typeof parameter !== "string") return "parameter must be a string";
	const dimension = dimensionOf(parameter);
	if (!dimension)
		return `unknown parameter ${JSON.stringify(parameter.slice(0, 100))}: use one of ${FILTER_PARAMETERS.join(", ")}, or ${NAMED_PARAMETERS.join(", ")}`;
	if (!isFilterType(type)) return `type must be one of ${FILTER_TYPES.join(", ")}`;
	if (NULL_CHECKS.includes(type)) return undefined;
	const isValue = (one: unknown): one is string | number =>
		typeof one === "string" || (typeof one === "number" && Number.isFinite(one));
	if (!Array.isArray(value) || value.length === 0 || !value.every(isValue))
		return "value must be an array of at least one string or number";
	if (value.length > MAX_VALUES) return `value must have at most ${MAX_VALUES} entries`;
	const isMeasured = dimension.kind === "coordinate" || dimension.kind === "seconds";
	if (isMeasured && !NUMERIC_TYPES.includes(type))
		return `${parameter} is a number and does not support ${type}`;
	if ((isMeasured || COMPARISONS.includes(type)) && !value.every(isNumber))
		return `${type} requires numbers as values`;
	if (type !== "regex" && type !== "not_regex") return undefined;
	const translation = storeRegexOf(String(value[0]));
	return "refused" in translation ? translation.refused : undefined;
};

/** @param details one entry for each fault */
export const invalidFilters = (details: readonly string[]) =>
	new ApiError("INVALID_REQUEST", "Invalid filters", { details });

/**
 * Reads the `filters` parameter: the text of a JSON array.
 * @throws ApiError `Invalid filters` whose details list each bad element and the reason
 */
export const filtersOf = (text: string | undefined): Filter[] => {
	if (text === undefined || text === "") return [];
	let elements: unknown;
	try {
		elements = JSON.parse(text);
	} catch {
		throw invalidFilters(["filters: must be a JSON array"]);
	}
	if (!Array.isArray(elements)) throw invalidFilters(["filters: must be a JSON array"]);
	if (elements.length > MAX_FILTERS)
		throw invalidFilters([`filters: must have at most ${MAX_FILTERS} entries`]);
	const faults = elements.flatMap((element: unknown, index) => {
		const fault = filterFaultOf(element);
		return fault === undefined ? [] : [`filters[${index}]: ${fault}`];
	});
	if (faults.length > 0) throw invalidFilters(faults);
	return (elements as Filter[]).map(({ parameter, type, value }) => ({
		parameter,
		type,
		value: NULL_CHECKS.includes(type) ? [] : value,
	}));
};
