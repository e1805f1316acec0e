import { DEVICE_ID } from "./dimensions.ts";
import type { Filter } from "./filters.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

/** Types that compare by size: their values do not identify anyone. */
const COMPARED = /_than/;

/**
 * A saved filter as it may be shown: user ids of the site are replaced by their pseudonyms, or hidden if the filter
 * searches for a part of an id. Used in a request, it then matches the same people.
 */
export const shownFilter = <Shown extends Filter>(
	filter: Shown,
	pseudonyms: Pseudonyms | undefined,
): Shown => {
	const { parameter, type, value } = filter;
	if (!pseudonyms || parameter !== "user_id" || COMPARED.test(type)) return filter;
	const isWhole = type === "equals" || type === "not_equals";
	const shown = (one: string | number) => {
		const text = String(one);
		if (DEVICE_ID.test(text)) return text;
		return isWhole ? pseudonyms.of(text) : "hidden";
	};
	return { ...filter, value: value.map(shown) };
};
