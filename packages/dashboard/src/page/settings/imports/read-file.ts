import { csvSplitter } from "./csv-splitter.ts";
import { arraySplitter, lineSplitter } from "./json-splitter.ts";
import { type RowSplitter, UnreadableFile } from "./row-splitter.ts";

/** Some rows of a file, and how many of its bytes have been read. */
export interface RowsChunk {
	rows: unknown[];
	bytesRead: number;
}

const isGzip = (name: string) => name.toLowerCase().endsWith(".gz");
const plainName = (name: string) => name.toLowerCase().replace(/\.gz$/, "");

const DELIMITERS = [",", ";", "\t"];

/** What separates the header's cells: spreadsheets write what their language uses, whatever the file is called. */
const delimiterIn = (start: string, usual: string): string => {
	const lines = start.slice(0, 65_536).split(/[\r\n]/);
	const header = lines.find((line) => line !== "" && !/^"?(#|sep=)/.test(line));
	const names = header?.replace(/"[^"]*"/g, "") ?? "";
	const countOf = (delimiter: string) => names.split(delimiter).length;
	return DELIMITERS.reduce(
		(best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best),
		usual,
	);
};

/** By its first bytes: a mark, or every other byte 0, as text in Latin letters has in UTF-16. */
const encodingOf = ([first = 1, second = 1]: Uint8Array): string => {
	if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
	return "utf-8";
};

/** By the name of the file; JSON is an array if it begins like one, and lines otherwise. */
const splitterFor = (name: string, start: string): RowSplitter => {
	const plain = plainName(name);
	if (plain.endsWith(".csv")) return csvSplitter(delimiterIn(start, ","));
	if (plain.endsWith(".tsv")) return csvSplitter(delimiterIn(start, "\t"));
	return start.trimStart().startsWith("[") ? arraySplitter() : lineSplitter();
};

/** @throws UnreadableFile for a file that is none of those that can be read here */
export const requireReadable = (name: string): void => {
	const plain = plainName(name);
	if (/\.(csv|tsv|json|jsonl|ndjson)$/.test(plain)) return;
	if (plain.endsWith(".parquet")) throw new UnreadableFile("parquet");
	throw new UnreadableFile(plain.endsWith(".zip") ? "zip" : "kind");
};

/** Reads a file's rows piece by piece, so that its size does not matter. @throws UnreadableFile */
export const rowsOfFile = async function* (file: File): AsyncGenerator<RowsChunk> {
	requireReadable(file.name);
	let bytesRead = 0;
	const counted = file.stream().pipeThrough(
		new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
			transform: (bytes, controller) => {
				bytesRead += bytes.length;
				controller.enqueue(bytes);
			},
		}),
	);
	const plain = isGzip(file.name) ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
	const reader = plain.getReader();
	let decoder: TextDecoder | undefined;
	let splitter: RowSplitter | undefined;
	try {
		for (;;) {
			const { done, value } = await reader.read().catch(() => {
				throw new UnreadableFile("gzip");
			});
			if (done) break;
			if (value.length === 0) continue;
			decoder ??= new TextDecoder(encodingOf(value));
			const text = decoder.decode(value, { stream: true });
			splitter ??= splitterFor(file.name, text);
			yield { rows: splitter.push(text), bytesRead };
		}
		yield { rows: splitter?.end() ?? [], bytesRead: file.size };
	} finally {
		// Who has seen enough leaves the rest of the file alone.
		reader.cancel().catch(() => {});
	}
};

/** The first rows of a file. @throws UnreadableFile, also for a file without rows */
export const firstRowsOf = async (file: File, count: number): Promise<unknown[]> => {
	const first: unknown[] = [];
	for await (const { rows } of rowsOfFile(file)) {
		first.push(...rows.slice(0, count - first.length));
		if (first.length >= count) break;
	}
	if (first.length === 0) throw new UnreadableFile("empty");
	return first;
};
