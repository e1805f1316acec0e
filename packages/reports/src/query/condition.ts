import { caselessFormsOf, formsOf } from "./address-forms.ts";
import type { Bind } from "./binding.ts";
import { type Dimension, dimensionOf, hexId, IS_PLACED, idNumberOf } from "./dimensions.ts";
import type { Filter, FilterType } from "./filters.ts";
import { type Pseudonyms, shownIdPasses } from "./pseudonyms.ts";
import { storeRegexOf } from "./regular-expression.ts";

/** How far apart two coordinates may be and still count as the same place, in degrees. */
const COORDINATE_TOLERANCE = 0.001;

const OPERATOR: Partial<Record<FilterType, string>> = {
	greater_than: ">",
	less_than: "<",
	greater_than_or_equal: ">=",
	less_than_or_equal: "<=",
};

/** Each negative type and its positive counterpart. */
const DENIED: Partial<Record<FilterType, FilterType>> = {
	not_equals: "equals",
	not_contains: "contains",
	not_icontains: "icontains",
	not_regex: "regex",
	is_null: "is_not_null",
};

/** Whether a filter is negative. */
export const isNegative = ({ type }: Pick<Filter, "type">): boolean => DENIED[type] !== undefined;

type Value = string | number;
/** SQL for whether something meets a filter's type with any of these values, at least one. */
type Test = (type: FilterType, values: readonly Value[]) => string;

/** Values that are written out one by one: faster for one or two, and too long for a thousand. */
const FEW = 2;
/** The engine searches for fewer than 256 texts at once. */
const MOST_NEEDLES = 250;
/**
 * The length from which texts are searched one by one, which takes a tenth of the time if they share letters, and
 * their maximum number: each is a term of the statement.
 */
const LONG = 500;
const MOST_LONG = 600;
/** Pieces of a text that are cut out for a lookup; each is a term of the statement. */
const MOST_LENGTHS = 16;

const anyOf = (tests: readonly string[]) =>
	tests.length === 1 ? tests.join() : `(${tests.join(" OR ")})`;

const isAmong = (
	sql: string,
	values: readonly Value[],
	type: "String" | "Float64" | "UInt64",
	bind: Bind,
): string =>
	values.length > FEW
		? `${sql} IN ${bind(values, `Array(${type})`)}`
		: anyOf(values.map((value) => `${sql} = ${bind(value, type)}`));

/** SQL for whether a text meets a search with one of many needles, some hundreds at a time. */
const bySearch = (needles: readonly string[], bind: Bind, meets: (bound: string) => string) => {
	// The engine never finds an empty needle, although every text contains it.
	if (needles.includes("")) return "1";
	const groups = Array.from({ length: Math.ceil(needles.length / MOST_NEEDLES) }, (_, group) =>
		needles.slice(group * MOST_NEEDLES, (group + 1) * MOST_NEEDLES),
	);
	return anyOf(groups.map((group) => meets(bind(group, "Array(String)"))));
};

const contains = (text: string, values: readonly string[], bind: Bind): string => {
	const has = (value: string) => `position(${text}, ${bind(value, "String")}) > 0`;
	if (values.length <= FEW) return anyOf(values.map(has));
	const long = values.filter(({ length }) => length >= LONG);
	const isEach = long.length > 0 && long.length <= MOST_LONG;
	const rest = isEach ? values.filter(({ length }) => length < LONG) : values;
	return anyOf([
		...(isEach ? long.map(has) : []),
		...(rest.length > 0
			? [bySearch(rest, bind, (needles) => `multiSearchAny(${text}, ${needles})`)]
			: []),
	]);
};

const icontains = (text: string, values: readonly string[], bind: Bind): string =>
	values.length > FEW
		? bySearch(values, bind, (needles) => `multiSearchAnyCaseInsensitiveUTF8(${text}, ${needles})`)
		: anyOf(
				values.map((value) => `positionCaseInsensitiveUTF8(${text}, ${bind(value, "String")}) > 0`),
			);

/**
 * SQL for whether a text starts or ends with one of many values: its piece of each of their lengths, in bytes, is
 * looked up among them. A search would scan the whole text for each value that shares its letters, so it is used only
 * for many different lengths.
 */
const atEnd = (
	values: readonly string[],
	bind: Bind,
	pieceOf: (length: number) => string,
	bySearching: () => string,
): string => {
	if (values.includes("")) return "1";
	const lengths = [...new Set(values.map((value) => Buffer.byteLength(value)))];
	if (lengths.length > MOST_LENGTHS) return bySearching();
	const bound = bind(values, "Array(String)");
	return anyOf(lengths.map((length) => `${pieceOf(length)} IN ${bound}`));
};

const startsWith = (text: string, values: readonly string[], bind: Bind): string =>
	values.length > FEW
		? atEnd(
				values,
				bind,
				(length) => `left(${text}, ${length})`,
				() =>
					bySearch(values, bind, (needles) => `multiSearchFirstPosition(${text}, ${needles}) = 1`),
			)
		: anyOf(values.map((value) => `startsWith(${text}, ${bind(value, "String")})`));

const endsWith = (text: string, values: readonly string[], bind: Bind): string =>
	values.length > FEW
		? atEnd(
				values,
				bind,
				(length) => `right(${text}, ${length})`,
				() =>
					bySearch(
						values,
						bind,
						(needles) =>
							`multiSearchFirstPosition(reverse(${text}), arrayMap(needle -> reverse(needle), ${needles})) = 1`,
					),
			)
		: anyOf(values.map((value) => `endsWith(${text}, ${bind(value, "String")})`));

/** The least restrictive of the values: a comparison holds for some value exactly if it holds for this one. */
const loosest = (type: FilterType, values: readonly Value[]): number => {
	const numbers = values.map(Number);
	return type.startsWith("greater") ? Math.min(...numbers) : Math.max(...numbers);
};

const regexOf = (value: Value): string => {
	const translation = storeRegexOf(String(value));
	// Filters are validated when they are parsed. An invalid one that still gets here must not match every row.
	return "pattern" in translation ? translation.pattern : "[^\\x{0}-\\x{10ffff}]";
};

const textTest =
	(text: string, bind: Bind): Test =>
	(type, values) => {
		const operator = OPERATOR[type];
		if (operator)
			return `ifNull(toFloat64OrNull(toString(${text})) ${operator} ${bind(loosest(type, values), "Float64")}, 0)`;
		if (type === "is_not_null") return `${text} != ''`;
		if (type === "regex") return `match(${text}, ${bind(regexOf(values[0] ?? ""), "String")})`;
		const texts = values.map(String);
		if (type === "contains") return contains(text, texts, bind);
		if (type === "icontains") return icontains(text, texts, bind);
		if (type === "starts_with") return startsWith(text, texts, bind);
		if (type === "ends_with") return endsWith(text, texts, bind);
		return isAmong(text, texts, "String", bind);
	};

/** Numeric properties compare as numbers: 10, 10.0 and "10" are equal. */
const propertyTest =
	(text: string, bind: Bind): Test =>
	(type, values) => {
		const asText = textTest(text, bind)(type, values);
		const numbers = type === "equals" ? values.filter((value) => typeof value === "number") : [];
		if (numbers.length === 0) return asText;
		return `(${asText} OR ifNull(${isAmong(`toFloat64OrNull(${text})`, numbers, "Float64", bind)}, 0))`;
	};

const numberTest =
	(number: string, bind: Bind): Test =>
	(type, values) => {
		const operator = OPERATOR[type];
		return operator
			? `${number} ${operator} ${bind(loosest(type, values), "Float64")}`
			: isAmong(number, values.map(Number), "Float64", bind);
	};

const coordinateTest =
	(coordinate: string, bind: Bind): Test =>
	(type, values) => {
		if (type === "is_not_null") return IS_PLACED;
		if (type !== "equals") return numberTest(coordinate, bind)(type, values);
		const near = (value: string) => `abs(${coordinate} - ${value}) <= ${COORDINATE_TOLERANCE}`;
		const numbers = values.map(Number);
		if (numbers.length <= FEW) return anyOf(numbers.map((one) => near(bind(one, "Float64"))));
		return `arrayExists(place -> ${near("place")}, ${bind(numbers, "Array(Float64)")})`;
	};

/** A visitor has a device id and may have a user id from the site; a match of either counts. */
const userTest =
	(bind: Bind, pseudonyms: Pseudonyms | undefined): Test =>
	(type, values) => {
		if (type === "is_not_null") return textTest("identified_user_id", bind)(type, values);
		const identified = shownIdPasses(pseudonyms, bind, (id) => textTest(id, bind)(type, values));
		const numbers =
			type === "equals" ? values.flatMap((value) => idNumberOf(String(value)) ?? []) : [];
		const others =
			type === "equals"
				? values.filter((value) => idNumberOf(String(value)) === undefined)
				: values;
		const device = [
			...(numbers.length > 0 ? [isAmong("user_id", numbers, "UInt64", bind)] : []),
			...(others.length > 0 ? [textTest(hexId("user_id"), bind)(type, others)] : []),
		];
		return `(${[...device, identified].join(" OR ")})`;
	};

/** A session without a source is `Direct`; older clients write "" for it. */
const channelTest =
	(channel: string, bind: Bind): Test =>
	(type, values) => {
		if (type === "is_not_null") return `${channel} != 'Direct'`;
		const named = (value: Value) => (type === "equals" && value === "" ? "Direct" : value);
		return textTest(channel, bind)(type, values.map(named));
	};

const testOf = (dimension: Dimension, bind: Bind, pseudonyms: Pseudonyms | undefined): Test => {
	switch (dimension.kind) {
		case "user":
			return userTest(bind, pseudonyms);
		case "coordinate":
			return coordinateTest(dimension.sql(bind), bind);
		case "property":
			return propertyTest(dimension.sql(bind), bind);
		case "channel":
			return channelTest(dimension.sql(bind), bind);
		case "seconds":
			return (type, values) =>
				type === "is_not_null" ? "1" : numberTest(dimension.sql(bind), bind)(type, values);
		case "text":
			return textTest(dimension.sql(bind), bind);
	}
};

/** The SQL that tests a dimension for a filter; a filter that `isDenied` passes when the test fails. */
export const testOfFilter = (
	{ parameter, type, value, isSaved }: Pick<Filter, "parameter" | "type" | "value" | "isSaved">,
	dimension: Dimension,
	bind: Bind,
	pseudonyms?: Pseudonyms,
): { met: string; isDenied: boolean } => {
	const test = testOf(dimension, bind, isSaved ? undefined : pseudonyms);
	const denied = DENIED[type];
	const positive = denied ?? type;
	const single = positive === "regex" || positive === "is_not_null";
	const forms = positive === "icontains" ? caselessFormsOf : formsOf;
	const values = single ? [value[0] ?? ""] : value.flatMap((one) => forms(parameter, one));
	return {
		met: `(${test(positive, values)})`,
		isDenied: denied !== undefined,
	};
};

/** A filter as SQL on a row of `events` or of `bots`. */
export const rowCondition = (
	filter: Filter,
	bind: Bind,
	pseudonyms?: Pseudonyms,
	table: "events" | "bots" = "events",
): string => {
	const dimension = requiredDimension(filter);
	const { ofBotRow } = dimension;
	const ofRow = table === "bots" && ofBotRow ? { ...dimension, sql: () => ofBotRow } : dimension;
	const { met, isDenied } = testOfFilter(filter, ofRow, bind, pseudonyms);
	return isDenied ? `NOT ${met}` : met;
};

/**
 * A filter on a session as SQL over its columns. A negative type is the exact complement of its positive type, so
 * "not signup" keeps the sessions without a signup rather than those with anything else.
 * @param pseudonyms by which the caller names users
 */
export const sessionCondition = (filter: Filter, bind: Bind, pseudonyms?: Pseudonyms): string => {
	const dimension = requiredDimension(filter);
	const { met, isDenied } = testOfFilter(filter, dimension, bind, pseudonyms);
	const holds = dimension.isListed
		? `arrayExists(${dimension.sql(bind)} -> ${met}, ${dimension.columns?.join()})`
		: met;
	return isDenied ? `NOT ${holds}` : holds;
};

/** @throws TypeError for an unvalidated filter */
export const requiredDimension = ({ parameter }: Filter): Dimension => {
	const dimension = dimensionOf(parameter);
	if (!dimension) throw new TypeError(`No such dimension: ${parameter}`);
	return dimension;
};
