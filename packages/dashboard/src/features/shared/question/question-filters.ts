import type { AddressFilter, Comparator } from "../../../router/filters.ts";
import type { FilterTree } from "./question.ts";

const IGNORING = { ignore_case: true };

/** Each of the URL's comparators as a condition of a question. */
const CONDITION_OF: Readonly<
	Record<Comparator, (field: string, values: readonly string[]) => FilterTree>
> = {
	is: (field, values) => ["is", field, values],
	not: (field, values) => ["is_not", field, values],
	has: (field, values) => ["contains", field, values],
	hasnot: (field, values) => ["contains_not", field, values],
	ihas: (field, values) => ["contains", field, values, IGNORING],
	ihasnot: (field, values) => ["contains_not", field, values, IGNORING],
	starts: (field, values) => ["starts_with", field, values],
	ends: (field, values) => ["ends_with", field, values],
	matches: (field, values) => ["matches", field, values],
	matchesnot: (field, values) => ["not", ["matches", field, values]],
	none: (field) => ["not", ["is_set", field]],
	some: (field) => ["is_set", field],
	gt: (field, values) => ["gt", field, values],
	lt: (field, values) => ["lt", field, values],
	gte: (field, values) => ["gte", field, values],
	lte: (field, values) => ["lte", field, values],
};
const COMPARATORS = Object.keys(CONDITION_OF) as readonly Comparator[];

export const conditionOf = ({ field, comparator, values }: AddressFilter): FilterTree =>
	CONDITION_OF[comparator](field, values);

const isText = (value: unknown): value is string => typeof value === "string";

/** The filter that writes exactly this condition; undefined if there is none. */
const filterOf = (condition: unknown): AddressFilter | undefined => {
	if (!Array.isArray(condition)) return undefined;
	const parts = condition as unknown[];
	const [field, values = []] = Array.isArray(parts[1]) ? parts[1].slice(1) : parts.slice(1);
	if (!isText(field) || field === "" || !Array.isArray(values) || !values.every(isText))
		return undefined;
	const text = JSON.stringify(condition);
	const comparator = COMPARATORS.find(
		(one) => JSON.stringify(CONDITION_OF[one](field, values)) === text,
	);
	if (!comparator) return undefined;
	const isValued = comparator !== "none" && comparator !== "some";
	return isValued === values.length > 0 ? { field, comparator, values } : undefined;
};

/** A question's filters, as far as the URL's filters can express them, and as a tree otherwise. */
export const dividedFilters = (
	tree: FilterTree | undefined,
): { filters: readonly AddressFilter[]; where?: FilterTree } => {
	if (tree === undefined) return { filters: [] };
	const one = filterOf(tree);
	if (one) return { filters: [one] };
	const [junction, ...below] = tree;
	const all = below.map(filterOf).filter((filter) => filter !== undefined);
	const isList = junction === "and" && below.length > 1 && all.length === below.length;
	return isList ? { filters: all } : { filters: [], where: tree };
};

/** The filters of a question: the reverse of {@link dividedFilters}. */
export const joinedFilters = (
	filters: readonly AddressFilter[],
	where?: FilterTree,
): FilterTree | undefined => {
	const [first, ...more] = [...(where ? [where] : []), ...filters.map(conditionOf)];
	return more.length === 0 ? first : ["and", first, ...more];
};
