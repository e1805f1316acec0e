import { refusedParameters } from "@footfall/shared/api-error";
import { isTrue, oneOf, textParameter } from "./parameters.ts";

/** The longest text that can be searched for. */
const MAX_SEARCH_LENGTH = 500;

/** The query parameters that search and sort rows, unparsed. */
export const searchParameter = {
	search: textParameter(
		`Only rows whose value contains this text, ignoring case; up to ${MAX_SEARCH_LENGTH} characters. Percentages still refer to all rows`,
	),
};
export const sortParameters = (fields: string, fallback: string) => ({
	sort_by: textParameter(`${fields}; ${fallback} by default. Equal rows keep the default order`),
	sort_order: textParameter("`desc` (default) or `asc`"),
});
export const totalsParameter = (description: string) => ({
	totals: textParameter(`\`true\` for ${description}`),
});

/** @throws ApiError for a text that is too long */
export const searchOf = (text: string | undefined): string | undefined => {
	if (text !== undefined && text.length > MAX_SEARCH_LENGTH)
		throw refusedParameters(
			"search is too long",
			`search: at most ${MAX_SEARCH_LENGTH} characters`,
		);
	return text || undefined;
};

/**
 * The requested order: column and direction.
 * @throws ApiError naming the accepted fields
 */
export const sortOf = <const Field extends string>(
	given: { sort_by?: string | undefined; sort_order?: string | undefined },
	fields: readonly Field[],
	fallback: Field,
): { by: Field; direction: "asc" | "desc" } => ({
	by: oneOf("sort_by", given.sort_by, fields, fallback),
	direction: oneOf("sort_order", given.sort_order, ["asc", "desc"], "desc"),
});

/** Whether the client wants totals. @throws ApiError for anything but `true` and `false` */
export const wantsTotals = (text: string | undefined): boolean => isTrue("totals", text);
