import { DEVICE_ID } from "./dimensions.ts";
import type { Filter } from "./filters.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

/** Types that compare by size: their values identify nobody. */
const COMPARED = /_than/;

/**
 * A saved filter as it may be shown: what it says about ids that the site gave has their pseudonyms, or nothing where it
 * looks for a part of an id. As a filter of a request it then means the same people.
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
