import { IS_ACT } from "@footfall/store";
import type { Bind } from "./binding.ts";
import { requiredDimension, rowCondition, sessionCondition } from "./condition.ts";
import type { Filter, FilterType } from "./filters.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

/** Filters combined by and, or, not. */
export type ConditionTree =
	| { all: readonly ConditionTree[] }
	| { any: readonly ConditionTree[] }
	| { not: ConditionTree }
	| { filter: Filter };

/** The same with `not` only before filters. */
export type Condition =
	| { kind: "all" | "any"; parts: readonly Condition[] }
	| { kind: "filter"; filter: Filter; isNegated: boolean };

/** Types that are the exact complements of others. */
const COMPLEMENT: Partial<Record<FilterType, FilterType>> = {
	equals: "not_equals",
	not_equals: "equals",
	contains: "not_contains",
	not_contains: "contains",
	icontains: "not_icontains",
	not_icontains: "icontains",
	regex: "not_regex",
	not_regex: "regex",
	is_null: "is_not_null",
	is_not_null: "is_null",
};

const filterOf = (filter: Filter, isNegated: boolean): Condition => {
	const type = isNegated ? COMPLEMENT[filter.type] : undefined;
	return type === undefined
		? { kind: "filter", filter, isNegated }
		: { kind: "filter", filter: { ...filter, type }, isNegated: false };
};

const joined = (kind: "all" | "any", parts: readonly Condition[]): Condition => {
	const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
	const [only, ...others] = flat;
	return only && others.length === 0 ? only : { kind, parts: flat };
};

const pushedDown = (tree: ConditionTree, isNegated: boolean): Condition => {
	if ("filter" in tree) return filterOf(tree.filter, isNegated);
	if ("not" in tree) return pushedDown(tree.not, !isNegated);
	const parts = "all" in tree ? tree.all : tree.any;
	const kind = "all" in tree === isNegated ? "any" : "all";
	return joined(
		kind,
		parts.map((part) => pushedDown(part, isNegated)),
	);
};

/** The filters that a query requires one by one, and what else it requires. */
export const dividedTree = (
	tree: ConditionTree,
): { filters: Filter[]; conditions: Condition[] } => {
	const root = pushedDown(tree, false);
	const parts = root.kind === "all" ? root.parts : [root];
	const isPlain = (part: Condition) => part.kind === "filter" && !part.isNegated;
	return {
		filters: parts.flatMap((part) =>
			part.kind === "filter" && !part.isNegated ? [part.filter] : [],
		),
		conditions: parts.filter((part) => !isPlain(part)),
	};
};

/** All filters within a condition. */
export const filtersWithin = (condition: Condition): readonly Filter[] =>
	condition.kind === "filter" ? [condition.filter] : condition.parts.flatMap(filtersWithin);

const NEGATIVE: readonly FilterType[] = [
	...(["not_equals", "not_contains", "not_icontains"] as const),
	...(["not_regex", "is_null"] as const),
];

const isOfEvent = (filter: Filter) => requiredDimension(filter).on === "event";

/** Whether it is about one act: a negative filter is about all acts of a session. */
export const selectsEvents = (condition: Condition): boolean =>
	condition.kind === "filter"
		? isOfEvent(condition.filter) &&
			!condition.isNegated &&
			!NEGATIVE.includes(condition.filter.type)
		: condition.parts.every(selectsEvents);

const combined = (kind: "all" | "any", parts: readonly string[]) =>
	`(${parts.join(kind === "all" ? " AND " : " OR ")})`;

/** SQL over a row of `events`, for a condition that selects events. */
export const conditionOnRow = (
	condition: Condition,
	bind: Bind,
	pseudonyms?: Pseudonyms,
): string =>
	condition.kind === "filter"
		? rowCondition(condition.filter, bind, pseudonyms)
		: combined(
				condition.kind,
				condition.parts.map((part) => conditionOnRow(part, bind, pseudonyms)),
			);

/**
 * SQL over the id and the columns of a session, for any condition. What is about an act holds if the session has such
 * an act, and its negation if it has none.
 * @param around the rows of `events` that make up the sessions
 */
export const conditionOnSession = (
	condition: Condition,
	around: string,
	bind: Bind,
	pseudonyms?: Pseudonyms,
): string => {
	const happened = (sql: string) =>
		`session_id IN (SELECT session_id FROM events WHERE ${around} AND ${IS_ACT} AND ${sql})`;
	if (selectsEvents(condition)) return happened(conditionOnRow(condition, bind, pseudonyms));
	if (condition.kind !== "filter")
		return combined(
			condition.kind,
			condition.parts.map((part) => conditionOnSession(part, around, bind, pseudonyms)),
		);
	const { filter, isNegated } = condition;
	const not = isNegated ? "NOT " : "";
	if (!isOfEvent(filter)) return `${not}(${sessionCondition(filter, bind, pseudonyms)})`;
	const type = COMPLEMENT[filter.type];
	if (!NEGATIVE.includes(filter.type) || type === undefined)
		return `${not}${happened(rowCondition(filter, bind, pseudonyms))}`;
	return `NOT ${happened(rowCondition({ ...filter, type }, bind, pseudonyms))}`;
};
