import type { Imported } from "../past/past-note.tsx";

/** `["is", "country", ["DE", "AT"]]`, or several of them joined: `["and", …]`. */
export type FilterTree = readonly unknown[];

/** What is asked of a site, without its period; see the API's `POST …/query`. */
export interface Question {
	metrics: readonly string[];
	dimensions: readonly string[];
	filters?: FilterTree;
	order_by?: readonly (readonly [name: string, direction: "asc" | "desc"])[];
	limit?: number;
}

export const VIEWS = ["table", "line", "bars", "number"] as const;
/** How an answer is drawn. */
export type QuestionView = (typeof VIEWS)[number];
export const isView = (text: unknown): text is QuestionView =>
	(VIEWS as readonly unknown[]).includes(text);

/** The dimension by which amounts are each in their own currency. */
export const CURRENCY = "currency";
/** The dimension of goals, by their number. */
export const GOAL = "goal";

export const isBucketed = (dimension: string): boolean => dimension.startsWith("time:");

/** The view that suits a question. */
export const usualView = ({ dimensions }: Pick<Question, "dimensions">): QuestionView => {
	if (dimensions.some(isBucketed)) return "line";
	return dimensions.length === 0 ? "number" : "bars";
};

/** Amounts of money are decimal texts; null is where nothing was measured. */
export type Figure = number | string | null;
export interface QuestionRow {
	dimensions: readonly string[];
	metrics: readonly Figure[];
	/** Of the comparison; null where that has no such time. */
	previous?: readonly Figure[] | null;
	/** Of a series: the bucket that `previous` is of. */
	previous_time?: string;
	/** Imported days count in it. */
	imported?: true;
}

/** The answer to a question. */
export interface QuestionAnswer {
	rows: readonly QuestionRow[];
	totals?: { metrics: readonly Figure[]; previous?: readonly Figure[] | null };
	total_rows?: number;
	meta: {
		/** Of amounts, unless each row has its own. */
		currency?: string | null;
		/** Metric → what it counts. */
		definitions: Readonly<Record<string, string>>;
		types: Readonly<Record<string, string>>;
		/** What is not part of the figures, in sentences. */
		left_out: readonly string[];
		/** Of a site with imported daily sums: which of them count, or why they do not. */
		imported?: Imported;
	};
}
