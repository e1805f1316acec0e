import { caselessFormsOf, formsOf } from "./address-forms.ts";
import type { Bind } from "./binding.ts";
import { type Dimension, dimensionOf, hexId, IS_PLACED, idNumberOf } from "./dimensions.ts";
import type { Filter, FilterType } from "./filters.ts";
import { type Pseudonyms, shownIdPasses } from "./pseudonyms.ts";
import { storeRegexOf } from "./regular-expression.ts";

/** How far apart two coordinates may lie and still be the same place, in degrees. */
const COORDINATE_TOLERANCE = 0.001;

const OPERATOR: Partial<Record<FilterType, string>> = {
	greater_than: ">",
	less_than: "<",
	greater_than_or_equal: ">=",
	less_than_or_equal: "<=",
};

/** Each negative type and the type that it negates. */
const DENIED: Partial<Record<FilterType, FilterType>> = {
	not_equals: "equals",
	not_contains: "contains",
	not_icontains: "icontains",
	not_regex: "regex",
	is_null: "is_not_null",
};

/** Whether a filter denies something rather than asks for it. */
export const isNegative = ({ type }: Pick<Filter, "type">): boolean => DENIED[type] !== undefined;

type Value = string | number;
type Test = (type: FilterType, value: Value) => string;

const regexOf = (value: Value): string => {
	const translation = storeRegexOf(String(value));
	// Filters are validated when they are parsed. An invalid one that still gets here must not match every row.
	return "pattern" in translation ? translation.pattern : "[^\\x{0}-\\x{10ffff}]";
};

const textTest =
	(text: string, bind: Bind): Test =>
	(type, value) => {
		const operator = OPERATOR[type];
		if (operator)
			return `ifNull(toFloat64OrNull(toString(${text})) ${operator} ${bind(Number(value), "Float64")}, 0)`;
		if (type === "is_not_null") return `${text} != ''`;
		if (type === "regex") return `match(${text}, ${bind(regexOf(value), "String")})`;
		const bound = bind(String(value), "String");
		if (type === "contains") return `position(${text}, ${bound}) > 0`;
		if (type === "icontains") return `positionCaseInsensitiveUTF8(${text}, ${bound}) > 0`;
		if (type === "starts_with") return `startsWith(${text}, ${bound})`;
		if (type === "ends_with") return `endsWith(${text}, ${bound})`;
		return `${text} = ${bound}`;
	};

/** Numeric properties compare as numbers: 10, 10.0 and "10" are equal. */
const propertyTest =
	(text: string, bind: Bind): Test =>
	(type, value) => {
		const asText = textTest(text, bind)(type, value);
		if (type !== "equals" || typeof value !== "number") return asText;
		return `(${asText} OR ifNull(toFloat64OrNull(${text}) = ${bind(value, "Float64")}, 0))`;
	};

const numberTest =
	(number: string, bind: Bind): Test =>
	(type, value) =>
		`${number} ${OPERATOR[type] ?? "="} ${bind(Number(value), "Float64")}`;

const coordinateTest =
	(coordinate: string, bind: Bind): Test =>
	(type, value) => {
		if (type === "is_not_null") return IS_PLACED;
		if (type !== "equals") return numberTest(coordinate, bind)(type, value);
		return `abs(${coordinate} - ${bind(Number(value), "Float64")}) <= ${COORDINATE_TOLERANCE}`;
	};

/** A visitor has a device id and may have a user id of the site's; a match of either counts. */
const userTest =
	(bind: Bind, pseudonyms: Pseudonyms | undefined): Test =>
	(type, value) => {
		if (type === "is_not_null") return textTest("identified_user_id", bind)(type, value);
		const identified = shownIdPasses(pseudonyms, bind, (id) => textTest(id, bind)(type, value));
		const number = type === "equals" ? idNumberOf(String(value)) : undefined;
		const device =
			number === undefined
				? textTest(hexId("user_id"), bind)(type, value)
				: `user_id = ${bind(number, "UInt64")}`;
		return `(${device} OR ${identified})`;
	};

/** A session without a source is `Direct`; older clients write "" for it. */
const channelTest =
	(channel: string, bind: Bind): Test =>
	(type, value) => {
		if (type === "is_not_null") return `${channel} != 'Direct'`;
		return textTest(channel, bind)(type, type === "equals" && value === "" ? "Direct" : value);
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
			return (type, value) =>
				type === "is_not_null" ? "1" : numberTest(dimension.sql(bind), bind)(type, value);
		case "text":
			return textTest(dimension.sql(bind), bind);
	}
};

/** The SQL that tests a dimension for a filter; the filter passes where the test fails if it `isDenied`. */
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
		met: `(${values.map((one) => test(positive, one)).join(" OR ")})`,
		isDenied: denied !== undefined,
	};
};

/** A filter on a row as SQL: of `events`, or of `bots`. */
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
 * A filter on a session as SQL over its columns. A negative type is the exact opposite of the type that it denies, so "not
 * signup" keeps the sessions without a signup rather than those with anything else.
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

/** @throws TypeError for a filter that was not checked */
export const requiredDimension = ({ parameter }: Filter): Dimension => {
	const dimension = dimensionOf(parameter);
	if (!dimension) throw new TypeError(`No such dimension: ${parameter}`);
	return dimension;
};
