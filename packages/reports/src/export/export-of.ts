import { domainToUnicode } from "node:url";
import { z } from "zod";
import { comparisonParameters } from "../query/comparison.ts";
import { isTrue, oneOf } from "../query/parameters.ts";
import { wallTimeOf } from "../query/time-zone.ts";
import { readAhead } from "../report/read-ahead.ts";
import type { Report, ReportContext, Texts } from "../report/report.ts";
import { type Column, columnsOf, type Row, rowsOf } from "./columns.ts";
import { csvPieces } from "./csv.ts";
import { fileNameOf } from "./file-answer.ts";
import { FORMAT_NAMES, FORMATS } from "./format.ts";
import { isNeeded, shownForms } from "./shown-forms.ts";

/** How an export fetches all rows of a report. */
export interface Paging {
	/** Parameters that select rows: the export sets them, so the caller cannot. */
	owned: readonly string[];
	pages(report: Report, context: ReportContext<Texts>): AsyncIterable<readonly Row[]>;
}

const answered = async (report: Report, context: ReportContext<Texts>, given: object) =>
	rowsOf(await report.answer({ ...context, given: { ...context.given, ...given } }));

/** A report that returns everything at once. */
export const atOnce = (given: Readonly<Record<string, string>> = {}): Paging => ({
	owned: Object.keys(given),
	pages: async function* (report, context) {
		yield await answered(report, context, given);
	},
});

/** Of one page, so that a few files at a time fit in memory. */
const PAGE_BYTES = 16_000_000;
/**
 * Later pages may be this many times as large as the first, where rows are short: each page costs
 * as much as all groups.
 */
const MOST_GROWTH = 4;
const SAMPLE = 100;

const nextSize = (first: number, growth: number, found: readonly Row[]): number => {
	const sample = found.slice(-SAMPLE);
	const bytes = Buffer.byteLength(JSON.stringify(sample)) / sample.length;
	return Math.max(first, Math.min(first * growth, Math.floor(PAGE_BYTES / bytes)));
};

/**
 * A report that answers in pages.
 * @param first rows at once, which is all of them for most
 * @param name the report's parameter for the size of a page
 * @param growth how many times as large later pages may be
 */
export const byPage = (
	first: number,
	name: "limit" | "page_size" = "limit",
	growth = MOST_GROWTH,
): Paging => ({
	owned: ["page", name],
	pages: async function* (report, context) {
		let fromRow = 0;
		for (let size = first; ; ) {
			const number = String(Math.floor(fromRow / size) + 1);
			const page = { page: number, [name]: String(size), mostRows: size, fromRow };
			const found = await answered(report, context, page);
			yield found;
			if (found.length < size) return;
			fromRow += size;
			size = nextSize(first, growth, found);
		}
	},
});

/** A report that skips rows by their number. */
export const byOffset = (rows: number): Paging => ({
	owned: ["limit", "offset"],
	pages: async function* (report, context) {
		for (let offset = 0; ; offset += rows) {
			const slice = { offset: String(offset), limit: String(rows) };
			const found = await answered(report, context, slice);
			yield found;
			if (found.length < rows) return;
		}
	},
});

/** The pages, and the columns of the first one. */
const tableOf = async (
	columns: readonly Column[],
	pages: AsyncIterable<readonly Row[]>,
	{ dimension, format }: { dimension: string | undefined; format: keyof typeof FORMATS },
) => {
	// The store works on a page while the previous one is written and sent.
	const made = readAhead(pages);
	const first = await made.next();
	const rows: readonly Row[] = first.done ? [] : first.value;
	const shown = shownForms(columns, dimension);
	const needed = shown.filter((column) => isNeeded(column, rows));
	const all = async function* () {
		try {
			if (!first.done) yield first.value;
			yield* made;
		} finally {
			await made.return();
		}
	};
	const had = columns.filter(
		({ name, isOptional }) => !isOptional || rows.some((row) => row[name] !== undefined),
	);
	// Objects have either all of their addresses in readable form or none.
	const added = format === "json" && needed.length > 0 ? shown : needed;
	return { columns: [...had, ...added], pages: all() };
};

/** An open range ends now, so that later events do not shift the pages. */
const untilNow = (context: ReportContext<Texts>): ReportContext<Texts> => {
	const { query } = context;
	if (query.period.to !== undefined) return context;
	const period = { ...query.period, to: context.now + 1 };
	return { ...context, query: { ...query, period } };
};

/** A row of an exported file: its fields are the columns of the report. */
export const ExportedRow = z.looseObject({}).meta({ component: "ExportedRow" });

/** A file name from the site, the report and its days, in the query's time zone. */
export const exportNameOf = (
	{ site, query: { period } }: Pick<ReportContext<Texts>, "site" | "query">,
	path: string,
	extension: string,
): string => {
	const day = (instant: number | undefined) =>
		instant === undefined
			? ""
			: new Date(wallTimeOf(instant, period.timeZone)).toISOString().slice(0, 10);
	const last = period.to === undefined ? undefined : period.to - 1;
	return `${fileNameOf(domainToUnicode(site.domain) || site.domain, path.replaceAll(/\{\w+\}/g, ""), day(period.from), day(last))}.${extension}`;
};

/** Parameters for figures that do not fit in a table. */
const BESIDE_ROWS = [...Object.keys(comparisonParameters), "totals"];

const marked = async function* (pieces: AsyncIterable<string>): AsyncGenerator<string> {
	yield "\uFEFF";
	yield* pieces;
};

/** A report's rows as a file: `/metric` → `/export/metric`, with the access rules of the report. */
export const exportOf = (described: Report, paging: Paging): Report => {
	const columns = columnsOf(described.response);
	const isTaken = (name: string) => !paging.owned.includes(name) && !BESIDE_ROWS.includes(name);
	const extra = Object.entries(described.extra).filter(([name]) => isTaken(name));
	return {
		path: `/export${described.path}`,
		summary: `As a file: ${described.summary.charAt(0).toLowerCase()}${described.summary.slice(1)}`,
		description: `All rows as CSV, JSON or Parquet by \`format\`, without the limits of a page. ${described.description}`,
		tag: "Exports",
		scope: described.scope,
		areas: described.areas,
		...(described.readers && { readers: described.readers }),
		...(described.params && { params: described.params }),
		extra: {
			...Object.fromEntries(extra),
			format: z.string().optional().meta({ description: "csv by default", enum: FORMAT_NAMES }),
			bom: z
				.string()
				.optional()
				.meta({
					description:
						"`true` starts a CSV file with a byte order mark, so that Excel detects UTF-8; other formats ignore it",
					enum: ["true", "false"],
				}),
		},
		files: ["text/csv", "application/json", FORMATS.parquet.type],
		response: z
			.array(ExportedRow)
			.meta({ "x-columns": columns.map(({ name, kind }) => ({ name, kind })) }),
		answer: async (context) => {
			const name = oneOf("format", context.given["format"], FORMAT_NAMES, "csv");
			const { type, pieces } = FORMATS[name];
			const hasMark = isTrue("bom", context.given["bom"]) && name === "csv";
			const pages = paging.pages(described, untilNow(context));
			const { parameter, dimension } = context.given;
			const table = await tableOf(columns, pages, {
				dimension: parameter ?? dimension,
				format: name,
			});
			return {
				name: exportNameOf(context, described.path, name),
				type,
				pieces: hasMark
					? marked(csvPieces(table.columns, table.pages))
					: pieces(table.columns, table.pages),
			};
		},
	};
};
