/** The URL's name of each of the API's filter types. */
const TYPE_OF = {
	is: "equals",
	not: "not_equals",
	has: "contains",
	hasnot: "not_contains",
	ihas: "icontains",
	ihasnot: "not_icontains",
	starts: "starts_with",
	ends: "ends_with",
	matches: "regex",
	matchesnot: "not_regex",
	none: "is_null",
	some: "is_not_null",
	gt: "greater_than",
	lt: "less_than",
	gte: "greater_than_or_equal",
	lte: "less_than_or_equal",
} as const;

/** How a filter compares, in the URL's terms. */
export type Comparator = keyof typeof TYPE_OF;
export const COMPARATORS = Object.keys(TYPE_OF) as readonly Comparator[];
const isComparator = (text: string): text is Comparator => Object.hasOwn(TYPE_OF, text);

/** These need no value. */
const VALUELESS: readonly Comparator[] = ["none", "some"];
export const takesValues = (comparator: Comparator): boolean => !VALUELESS.includes(comparator);
const NEGATIVE: readonly Comparator[] = ["not", "hasnot", "ihasnot", "matchesnot", "none"];
export const isNegative = (comparator: Comparator): boolean => NEGATIVE.includes(comparator);

/** One filter of the URL: `country.is~DE~AT`. Filters are combined with AND. */
export interface AddressFilter {
	/** A dimension of the api: `country`, `prop:plan` … */
	field: string;
	comparator: Comparator;
	values: readonly string[];
}

/** Escapes a value so that {@link pieces} does not split it. */
export const escaped = (text: string) => text.replaceAll(/[!~]/g, "!$&");

/** Splits at each `~` that is not preceded by `!`; undefined when a `!` stands alone at the end. */
export const pieces = (text: string): string[] | undefined => {
	const found = [""];
	for (let index = 0; index < text.length; index++) {
		const letter = text.charAt(index);
		if (letter === "~") found.push("");
		else {
			if (letter === "!") index++;
			if (index === text.length) return undefined;
			found[found.length - 1] += text.charAt(index);
		}
	}
	return found;
};

/** Parses `field.comparator~value~value`; undefined for an invalid filter. A field may contain dots. */
export const addressFilterOf = (text: string): AddressFilter | undefined => {
	const [head = "", ...values] = pieces(text) ?? [];
	const dot = head.lastIndexOf(".");
	const field = head.slice(0, Math.max(0, dot));
	const comparator = head.slice(dot + 1);
	if (field === "" || !isComparator(comparator)) return undefined;
	return takesValues(comparator) === values.length > 0 ? { field, comparator, values } : undefined;
};

export const textOfFilter = ({ field, comparator, values }: AddressFilter): string =>
	[`${escaped(field)}.${comparator}`, ...values.map(escaped)].join("~");

/** The `filters` parameter of a report; undefined for none. */
export const filtersParameter = (filters: readonly AddressFilter[]): string | undefined =>
	filters.length === 0
		? undefined
		: JSON.stringify(
				filters.map(({ field, comparator, values }) => ({
					parameter: field,
					type: TYPE_OF[comparator],
					value: values,
				})),
			);

/** A filter of a saved segment, as the API has it. */
export interface SavedFilter {
	parameter: string;
	type: string;
	value: readonly (string | number)[];
}

/** The filter of a saved one; undefined for a type that the URL cannot express. */
export const addressFilterOfSaved = ({
	parameter,
	type,
	value,
}: SavedFilter): AddressFilter | undefined => {
	const comparator = COMPARATORS.find((one) => TYPE_OF[one] === type);
	return comparator && { field: parameter, comparator, values: value.map(String) };
};

export const savedFilterOf = ({ field, comparator, values }: AddressFilter) => ({
	parameter: field,
	type: TYPE_OF[comparator],
	value: [...values],
});

/** The relation of a breakdown row to the filters: filtered to, excluded, or neither. */
export type RowFilter = "only" | "out" | undefined;

/** What a row stands for: a value, or that there is none. */
export type RowValue = string | null;

/** A row without a value means that the field is not set: "Direct" among sources. */
const isEmpty = (value: RowValue): value is null | "" => value === null || value === "";

const isAbout = ({ field, comparator, values }: AddressFilter, ofField: string, value: RowValue) =>
	field === ofField && (isEmpty(value) ? !takesValues(comparator) : values.includes(value));

export const rowFilterOf = (
	filters: readonly AddressFilter[],
	field: string,
	value: RowValue,
): RowFilter => {
	const about = filters.filter((filter) => isAbout(filter, field, value));
	const [wanted, unwanted] = isEmpty(value) ? ["none", "some"] : ["is", "not"];
	if (about.some(({ comparator }) => comparator === wanted)) return "only";
	return about.some(({ comparator }) => comparator === unwanted) ? "out" : undefined;
};

/** Removes the value; removes the filter with its last value. */
const without = (filters: readonly AddressFilter[], field: string, value: RowValue) =>
	filters.flatMap((filter) => {
		const { comparator, values } = filter;
		const isPlain = ["is", "not", "none", "some"].includes(comparator);
		if (!isPlain || !isAbout(filter, field, value)) return [filter];
		const left = values.filter((one) => one !== value);
		return left.length === 0 ? [] : [{ ...filter, values: left }];
	});

/**
 * The filters after a click on a row: it adds the filter, or removes it again. A second value of the same field joins
 * the first ("is one of").
 * @param how `out` for an Alt-click, which excludes
 */
export const toggled = (
	filters: readonly AddressFilter[],
	field: string,
	value: RowValue,
	how: "only" | "out" = "only",
): AddressFilter[] => {
	const cleared = without(filters, field, value);
	if (rowFilterOf(filters, field, value) === how) return cleared;
	if (isEmpty(value))
		return [...cleared, { field, comparator: how === "only" ? "none" : "some", values: [] }];
	const comparator = how === "only" ? "is" : "not";
	const at = cleared.findIndex((one) => one.field === field && one.comparator === comparator);
	const found = cleared[at];
	if (!found) return [...cleared, { field, comparator, values: [value] }];
	return cleared.with(at, { ...found, values: [...found.values, value] });
};
