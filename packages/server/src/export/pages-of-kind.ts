import type { ExportRow } from "./write-export-file.ts";

/** Rows written together. */
const ROWS_AT_ONCE = 5000;

/** Consecutive rows for one file. */
export interface RowsOfFile {
	file: string;
	/** Must be read to the end before the next file. */
	pages: AsyncIterable<ExportRow[]>;
}

/** Kind of line → its file; all other kinds are definitions of the site's owner. */
const FILES: Readonly<Record<string, string>> = {
	event: "events",
	bot: "bots",
	session: "sessions",
	trait: "traits",
	device: "devices",
	figure: "figures",
	search: "searches",
	replay: "replays",
};

const fileOf = (row: ExportRow): string => FILES[String(row["kind"])] ?? "definitions";

/** Splits the lines of an export into its files, in order of arrival. */
export const pagesOfKind = async function* (
	lines: AsyncIterable<string>,
): AsyncIterable<RowsOfFile> {
	const iterator = lines[Symbol.asyncIterator]();
	const next = async (): Promise<ExportRow | undefined> => {
		const { done, value } = await iterator.next();
		return done ? undefined : (JSON.parse(value) as ExportRow);
	};
	let row = await next();
	const pagesFor = async function* (file: string): AsyncGenerator<ExportRow[]> {
		let page: ExportRow[] = [];
		for (; row !== undefined && fileOf(row) === file; row = await next()) {
			page.push(row);
			if (page.length < ROWS_AT_ONCE) continue;
			yield page;
			page = [];
		}
		if (page.length > 0) yield page;
	};
	while (row !== undefined) {
		const file = fileOf(row);
		yield { file, pages: pagesFor(file) };
	}
};
