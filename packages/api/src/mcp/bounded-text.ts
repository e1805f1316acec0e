import { refusedParameters } from "@footfall/shared/api-error";

/** The most rows of an answer: more would fill an assistant's context. */
export const MAX_ROWS = 200;
/** Bytes of JSON. */
export const MAX_BYTES = 40_000;
/** Characters of a text, such as the message of an error. */
const MAX_TEXT = 1_000;

type Json = Record<string, unknown>;

/** Where an answer has its rows, and how its client asks for the next ones. */
export interface Paging {
	/** `data.events` */
	rows: string;
	/** Where it says how many rows there are in all. */
	total?: string;
	/** What was asked for; absent if the route has no pages. */
	page?:
		| { by: "offset"; offset: number }
		| { by: "page"; page: number; limit: number; size: string };
}

const at = (json: unknown, path: string): unknown =>
	path.split(".").reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], json);

const replaced = (json: Json, [name = "", ...rest]: readonly string[], value: unknown): Json => ({
	...json,
	[name]: rest.length === 0 ? value : replaced(json[name] as Json, rest, value),
});

const shortened = (_name: string, value: unknown) =>
	typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;

const textOf = (content: Json) => JSON.stringify(content, shortened);

/** The next smaller number of rows; of a page, one that divides it, so that other pages of this size continue it. */
const fewer = (count: number, page: Paging["page"]): number => {
	if (page?.by !== "page") return Math.min(Math.ceil(count * 0.8), count - 1);
	let size = Math.min(count, page.limit) - 1;
	while (size > 1 && page.limit % size !== 0) size--;
	return size;
};

const mostRows = (count: number, page: Paging["page"]): number => {
	if (count <= MAX_ROWS) return count;
	return page?.by === "page" ? fewer(MAX_ROWS + 1, page) : MAX_ROWS;
};

const noteOf = (shown: number, found: number, { page, total }: Paging, content: Json) => {
	const many = total === undefined ? undefined : at(content, total);
	if (page === undefined)
		return shown < found
			? `Only the first ${shown} of ${found} rows are shown: choose a shorter range, a longer bucket or filters.`
			: undefined;
	const before = page.by === "offset" ? page.offset : (page.page - 1) * page.limit;
	const known = typeof many === "number" ? many : undefined;
	const isMore = known === undefined ? shown < found : before + shown < known;
	if (!isMore || shown === 0) return undefined;
	const rows = shown < found || page.by === "offset" ? shown : page.limit;
	const next =
		page.by === "offset"
			? `offset: ${before + shown}`
			: `${page.size}: ${rows}, page: ${(before + shown) / rows + 1}`;
	const whole = known === undefined ? "" : ` of ${known}`;
	return `Rows ${before + 1} to ${before + shown}${whole} are shown. For the next ones, ask again with ${next}; for fewer, choose a shorter range or filters.`;
};

/**
 * An answer as JSON within the bounds, with a note that says how to get what was cut.
 * @throws ApiError for an answer that no cut makes short enough
 */
export const boundedText = (content: Json, paging: Paging | undefined): string => {
	const rows = paging && at(content, paging.rows);
	const withRows = (count: number, list: readonly unknown[], known: Paging) => {
		const note = noteOf(count, list.length, known, content);
		const cut = replaced(content, known.rows.split("."), list.slice(0, count));
		return textOf({ ...(note !== undefined && { note }), ...cut });
	};
	let text = "";
	if (paging === undefined || !Array.isArray(rows)) text = textOf(content);
	else {
		let count = mostRows(rows.length, paging.page);
		text = withRows(count, rows, paging);
		while (Buffer.byteLength(text) > MAX_BYTES && count > 1) {
			count = fewer(count, paging.page);
			text = withRows(count, rows, paging);
		}
	}
	const bytes = Buffer.byteLength(text);
	if (bytes <= MAX_BYTES) return text;
	throw refusedParameters(
		`The answer has ${Math.ceil(bytes / 1000)} kB, and at most ${MAX_BYTES / 1000} fit: choose a shorter range or filters`,
	);
};
