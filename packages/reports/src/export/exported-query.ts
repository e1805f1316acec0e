import { z } from "zod";
import { oneOf } from "../query/parameters.ts";
import { isMoneyName } from "../question/money-metrics.ts";
import { answerQuestion, asksOf } from "../question/query.ts";
import { MAX_QUESTION_ROWS, Question } from "../question/question.ts";
import { type ReportContext, report } from "../report/report.ts";
import type { Column, Row } from "./columns.ts";
import { ExportedRow, exportNameOf } from "./export-of.ts";
import { FORMAT_NAMES, FORMATS } from "./format.ts";

const isAmount = (name: string) => isMoneyName(name) && name !== "orders";

const columnsOf = ({ dimensions, metrics, compare }: Question): Column[] => [
	...dimensions.map((name) => ({ name, kind: "text" as const, isOptional: false })),
	...["", ...(compare ? ["previous "] : [])].flatMap((prefix) =>
		metrics.map((name) => ({
			name: prefix + name,
			// Amounts are decimal texts.
			kind: isAmount(name) ? ("text" as const) : ("number" as const),
			isOptional: false,
		})),
	),
];

/** All rows that were asked for, at most so many at once. */
const pagesOf = async function* (
	context: ReportContext,
	question: Question,
): AsyncGenerator<readonly Row[]> {
	const { dimensions, metrics } = question;
	let { offset = 0, limit = Number.POSITIVE_INFINITY } = question;
	const isSeries = question.offset === undefined && question.limit === undefined;
	for (;;) {
		const size = Math.min(limit, MAX_QUESTION_ROWS);
		const isWhole = isSeries && dimensions.length === 1 && dimensions[0]?.startsWith("time:");
		const asked = isWhole ? question : { ...question, offset, limit: size };
		const { rows } = await answerQuestion(context, asked);
		yield rows.map((row) =>
			Object.fromEntries([
				...dimensions.map((name, place) => [name, row.dimensions[place]] as const),
				...metrics.map((name, place) => [name, row.metrics[place]] as const),
				...metrics.map((name, place) => [`previous ${name}`, row.previous?.[place]] as const),
			]),
		);
		if (isWhole || rows.length < size || limit <= size) return;
		offset += size;
		limit -= size;
	}
};

export const exportedQuery = report({
	method: "post",
	path: "/export/query",
	summary:
		"As a file: any metrics by up to three dimensions; all rows unless the question has a limit",
	description:
		"A row for each group, with a column for each dimension and metric; as CSV, JSON or Parquet by `format`.",
	tag: "General",
	areas: ["overview"],
	extra: {
		format: z.string().optional().meta({ description: "csv by default", enum: FORMAT_NAMES }),
	},
	body: Question,
	asks: asksOf,
	files: ["text/csv", "application/json", FORMATS.parquet.type],
	response: z.array(ExportedRow),
	answer: async (context) => {
		const name = oneOf("format", context.given.format, FORMAT_NAMES, "csv");
		const { type, pieces } = FORMATS[name];
		const asked = context as unknown as ReportContext;
		const columns = columnsOf(context.body);
		return {
			name: exportNameOf(context, "/query", name),
			type,
			pieces: pieces(columns, pagesOf(asked, context.body)),
		} as never;
	},
});
