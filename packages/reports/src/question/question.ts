import { refusedParameters } from "@footfall/shared/api-error";
import { unknownName } from "@footfall/shared/nearest-name";
import { z } from "zod";
import type { ConditionTree } from "../query/condition-tree.ts";
import { FILTER_PARAMETERS } from "../query/dimensions.ts";
import { type Filter, type FilterType, filterFaultOf } from "../query/filters.ts";
import { periodParameters } from "../query/period.ts";
import { MAX_REGEX_LENGTH } from "../query/regular-expression.ts";
import { fields } from "../report/report.ts";

const MAX_METRICS = 20;
const MAX_DIMENSIONS = 3;
const MAX_CONDITIONS = 100;
const MAX_LEVELS = 5;
/** The maximum number of rows of one answer. */
export const MAX_QUESTION_ROWS = 10_000;
const DEFAULT_ROWS = 100;
const MAX_OFFSET = 1_000_000_000;
const MAX_NAME = 300;

/** Operators of conditions, and the types of filters that they are. */
export const OPERATORS = {
	is: "equals",
	is_not: "not_equals",
	contains: "contains",
	contains_not: "not_contains",
	starts_with: "starts_with",
	ends_with: "ends_with",
	matches: "regex",
	is_set: "is_not_null",
	gt: "greater_than",
	gte: "greater_than_or_equal",
	lt: "less_than",
	lte: "less_than_or_equal",
} as const satisfies Record<string, FilterType>;
const OPERATOR_NAMES = Object.keys(OPERATORS);

const names = (most: number) => z.array(z.string().min(1).max(MAX_NAME)).max(most);

const Range = z
	.strictObject(
		fields(Object.keys(periodParameters) as (keyof typeof periodParameters)[], () =>
			z.string().max(MAX_NAME).optional(),
		),
	)
	.meta({ component: "QuestionRange" });

/** A question about a site, as it is sent and saved. */
export const Question = z
	.strictObject({
		metrics: names(MAX_METRICS)
			.min(1, "Name at least one metric, such as sessions")
			.describe("`sessions`, `conversion_rate(12)`, `lcp:p90`, `sum(price)` …"),
		dimensions: names(MAX_DIMENSIONS)
			.default([])
			.describe("By what it is grouped: `country`, `prop:plan`, `time:day`, `hour_of_day` …"),
		range: Range.optional().describe(
			"The parameters of a range, as in the query string of other reports, which is used without it",
		),
		compare: z
			.string()
			.max(100)
			.optional()
			.describe("As the parameter of that name: `previous`, `month`, `year`, or days"),
		match_weekdays: z.boolean().optional(),
		currency: z
			.string()
			.max(100)
			.optional()
			.describe(
				"ISO 4217 code, into which amounts are converted by the site's rates; by default the site's own. By the dimension `currency`, amounts are each in their own",
			),
		filters: z
			.array(z.unknown())
			.optional()
			.describe(
				'A condition such as `["is", "country", ["DE", "AT"]]`, or several: `["and", …]`, `["or", …]`, `["not", …]`',
			),
		order_by: z
			.array(z.tuple([z.string().max(MAX_NAME), z.enum(["asc", "desc"])]))
			.max(MAX_METRICS + MAX_DIMENSIONS)
			.optional(),
		limit: z.int().min(1).max(MAX_QUESTION_ROWS).optional(),
		offset: z.int().min(0).max(MAX_OFFSET).optional(),
		include: z
			.strictObject({
				totals: z.boolean().optional(),
				total_rows: z.boolean().optional(),
				imported: z
					.boolean()
					.optional()
					.describe("`false` leaves out daily sums that were imported from other products"),
			})
			.meta({ component: "QuestionInclude" })
			.optional(),
	})
	.meta({ component: "Question" });
export type Question = z.infer<typeof Question>;

/** The rows of a question that are answered. */
export const rowsAsked = ({ limit = DEFAULT_ROWS, offset = 0 }: Question) => ({ limit, offset });

const invalid = (path: string, problem: string) =>
	refusedParameters("Invalid filters", `${path}: ${problem}`);

const escaped = (value: string) => value.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** The same filter in any case: as the one that exists for it, or as a regular expression. */
const inAnyCase = (filter: Filter, path: string): Filter => {
	const { type } = filter;
	if (type === "contains" || type === "not_contains")
		return { ...filter, type: type === "contains" ? "icontains" : "not_icontains" };
	const expressions: Partial<Record<FilterType, (any: string) => string>> = {
		equals: (any) => `^${any}$`,
		not_equals: (any) => `^${any}$`,
		starts_with: (any) => `^${any}`,
		ends_with: (any) => `${any}$`,
	};
	const expression = expressions[type];
	const pattern = expression
		? expression(`(?:${filter.value.map((value) => escaped(String(value))).join("|")})`)
		: String(filter.value[0]);
	if (!expression && type !== "regex") return filter;
	const ignoring = pattern.startsWith("(?i)") ? pattern : `(?i)${pattern}`;
	if (ignoring.length > MAX_REGEX_LENGTH)
		throw invalid(path, "too many or too long values for ignore_case");
	return { ...filter, type: type === "not_equals" ? "not_regex" : "regex", value: [ignoring] };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const filterOf = (parts: readonly unknown[], path: string): Filter => {
	const [operator, parameter, given, options, ...more] = parts;
	const isKnown = (name: unknown): name is keyof typeof OPERATORS =>
		typeof name === "string" && Object.hasOwn(OPERATORS, name);
	if (!isKnown(operator))
		throw invalid(
			path,
			typeof operator === "string"
				? unknownName("operator", operator, ["and", "or", "not", ...OPERATOR_NAMES])
				: `must begin with one of and, or, not, ${OPERATOR_NAMES.join(", ")}`,
		);
	if (typeof parameter !== "string") throw invalid(path, "the second element names a dimension");
	const type = OPERATORS[operator];
	const value = type === "is_not_null" ? [] : given;
	const fault = filterFaultOf({ parameter, type, value });
	if (fault?.startsWith("unknown parameter"))
		throw invalid(path, unknownName("dimension", parameter, FILTER_PARAMETERS));
	if (fault !== undefined) throw invalid(path, fault);
	const isOption =
		options === undefined ||
		(isRecord(options) &&
			typeof options["ignore_case"] === "boolean" &&
			Object.keys(options).length === 1);
	if (more.length > 0 || !isOption)
		throw invalid(path, 'after the values only {"ignore_case": true} may follow');
	const filter: Filter = { parameter, type, value: value as Filter["value"] };
	return isRecord(options) && options["ignore_case"] === true ? inAnyCase(filter, path) : filter;
};

/**
 * The filters of a question as a tree.
 * @throws ApiError that names the place of what is wrong, and what would be right
 */
export const treeOf = (filters: readonly unknown[] | undefined): ConditionTree => {
	let conditions = 0;
	const read = (element: unknown, path: string, level: number): ConditionTree => {
		if (!Array.isArray(element))
			throw invalid(path, 'must be an array such as ["is", "country", ["DE"]]');
		const [operator, ...parts] = element as unknown[];
		if (operator !== "and" && operator !== "or" && operator !== "not") {
			if (++conditions > MAX_CONDITIONS)
				throw invalid(path, `there may be at most ${MAX_CONDITIONS} conditions`);
			return { filter: filterOf(element, path) };
		}
		if (level >= MAX_LEVELS)
			throw invalid(path, `conditions may be nested in at most ${MAX_LEVELS} levels`);
		const inner = parts.map((part, index) => read(part, `${path}[${index + 1}]`, level + 1));
		const [first] = inner;
		if (!first) throw invalid(path, `${operator} needs a condition`);
		if (operator !== "not") return operator === "and" ? { all: inner } : { any: inner };
		if (inner.length > 1) throw invalid(path, "not takes one condition: use and or or within it");
		return { not: first };
	};
	return filters === undefined || filters.length === 0 ? { all: [] } : read(filters, "filters", 0);
};
