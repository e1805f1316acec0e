import { MAX_ROWS } from "@footfall/reports/query/page";
import type { Paging } from "./bounded-text.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** As routes read them: anything but a positive whole number counts as absent. */
const numberOf = (value: unknown, fallback: number) =>
	/^\d{1,9}$/.test(String(value)) ? Number(value) || fallback : fallback;

/** Rows with the parameters `page` and `limit`, which is called `size`. */
export const pages =
	(rows: string, total: string, size = "limit") =>
	(given: Arguments): Paging => ({
		...{ rows, total },
		page: {
			by: "page",
			size,
			page: numberOf(given["page"], 1),
			limit: Math.min(numberOf(given[size], 1), MAX_ROWS),
		},
	});

/** A single time without a page has a row for each bucket, empty ones included. */
const isSeries = ({ dimensions, limit, offset, order_by }: Arguments) =>
	Array.isArray(dimensions) &&
	dimensions.length === 1 &&
	String(dimensions[0]).startsWith("time:") &&
	[limit, offset, order_by].every((one) => one === undefined);

/** How rows of a question continue. */
export const questionPages = (given: Arguments): Paging =>
	isSeries(given)
		? { rows: "rows" }
		: {
				...{ rows: "rows", total: "total_rows" },
				page: { by: "offset", offset: numberOf(given["offset"], 0) },
			};

/** How the events of a session continue. */
export const eventPages = (given: Arguments): Paging => ({
	...{ rows: "events", total: "pagination.total" },
	page: { by: "offset", offset: numberOf(given["offset"], 0) },
});
