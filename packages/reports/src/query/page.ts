import { wholeNumberParameter } from "./parameters.ts";

/** The maximum number of rows of one response; larger limits are reduced to this one. */
export const MAX_ROWS = 1000;
/** The largest offset that the store can skip. */
const MAX_OFFSET = 1_000_000_000;

const wholeNumber = (text: string | undefined): number | undefined =>
	text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** A number of rows, at most `most`; anything but a positive whole number is treated as absent. */
export const rowLimitOf = (text: string | undefined, fallback: number, most = MAX_ROWS): number =>
	Math.min(wholeNumber(text) || fallback, most);

/** A number of rows to skip; anything but a whole number is treated as 0. */
export const offsetOf = (text: string | undefined): number => wholeNumber(text) ?? 0;

/** A slice of rows. */
export interface Page {
	limit: number;
	offset: number;
}

/** `page` (from 1) and `limit` as a slice; bad values fall back to page 1 and the default limit. */
export const pageOf = (
	parameters: {
		page?: string | undefined;
		limit?: string | undefined;
		/** Exports take larger pages. Requests cannot set it, because their parameters are texts. */
		mostRows?: number;
		/** Rows before the page, for exports whose pages grow. */
		fromRow?: number;
	},
	defaultLimit: number,
): Page => {
	const limit = rowLimitOf(parameters.limit, defaultLimit, parameters.mostRows);
	const page = wholeNumber(parameters.page) || 1;
	return { limit, offset: Math.min(parameters.fromRow ?? (page - 1) * limit, MAX_OFFSET) };
};

/** The query parameters of a page, unparsed. */
export const pageParameters = (defaultLimit: number) => ({
	page: wholeNumberParameter("Page, from 1"),
	limit: wholeNumberParameter(`Rows per page: ${defaultLimit} by default, at most ${MAX_ROWS}`),
});
