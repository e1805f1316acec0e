import { createCsvRowSplitter } from "./csv-splitter.ts";
import { createArrayRowSplitter, createLineRowSplitter } from "./json-splitter.ts";
import { type RowSplitter, UnreadableFile } from "./row-splitter.ts";

/** Some rows of a file, and how many of its bytes have been read. */
export interface RowsChunk {
	rows: unknown[];
	bytesRead: number;
}

const isGzip = (name: string) => name.toLowerCase().endsWith(".gz");
const isZip = (name: string) => name.toLowerCase().endsWith(".zip");
const plainName = (name: string) => name.toLowerCase().replace(/\.gz$/, "");

const DELIMITERS = [",", ";", "\t"];

/** The delimiter of the header's cells: spreadsheets write their locale's, whatever the file is called. */
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

/** By its first bytes: a byte-order mark, or every other byte 0, as Latin text has in UTF-16. */
const encodingOf = ([first = 1, second = 1]: Uint8Array): string => {
	if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
	return "utf-8";
};

/** By the name of the file; JSON is an array if it begins like one, and lines otherwise. */
const createRowSplitter = (name: string, start: string): RowSplitter => {
	const plain = plainName(name);
	if (plain.endsWith(".csv")) return createCsvRowSplitter(delimiterIn(start, ","));
	if (plain.endsWith(".tsv")) return createCsvRowSplitter(delimiterIn(start, "\t"));
	return start.trimStart().startsWith("[") ? createArrayRowSplitter() : createLineRowSplitter();
};

/** @throws UnreadableFile for an unsupported file */
export const requireReadable = (name: string): void => {
	const plain = plainName(name);
	if (/\.(csv|tsv|json|jsonl|ndjson)$/.test(plain) || isZip(name)) return;
	throw new UnreadableFile(plain.endsWith(".parquet") ? "parquet" : "kind");
};

/** Takes the bytes of one file and yields its rows. */
const createRowReader = (name: string) => {
	let decoder: TextDecoder | undefined;
	let splitter: RowSplitter | undefined;
	return {
		push: (bytes: Uint8Array<ArrayBuffer>): unknown[] => {
			if (bytes.length === 0) return [];
			decoder ??= new TextDecoder(encodingOf(bytes));
			const text = decoder.decode(bytes, { stream: true });
			splitter ??= createRowSplitter(name, text);
			return splitter.push(text);
		},
		end: (): unknown[] => splitter?.end() ?? [],
	};
};

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

const unzippedRows = async function* (
	file: File,
	bytes: Bytes,
	bytesRead: () => number,
	onSkipped: (name: string) => void,
): AsyncGenerator<RowsChunk> {
	// Only loaded when there is an archive to unpack.
	const { isWholeArchive, zippedPieces } = await import("./zipped-files.ts");
	if (!(await isWholeArchive(file))) throw new UnreadableFile("zip");
	let reader: ReturnType<typeof createRowReader> | undefined;
	for await (const { name, bytes: piece, isLast } of zippedPieces(bytes, onSkipped)) {
		reader ??= createRowReader(name);
		const rows = reader.push(piece);
		yield { rows: isLast ? [...rows, ...reader.end()] : rows, bytesRead: bytesRead() };
		if (isLast) reader = undefined;
	}
};

const plainRows = async function* (
	bytes: Bytes,
	name: string,
	bytesRead: () => number,
): AsyncGenerator<RowsChunk> {
	const stream = bytes.getReader();
	const reader = createRowReader(name);
	try {
		for (;;) {
			const { done, value } = await stream.read().catch(() => {
				throw new UnreadableFile("gzip");
			});
			if (done) break;
			yield { rows: reader.push(value), bytesRead: bytesRead() };
		}
		yield { rows: reader.end(), bytesRead: bytesRead() };
	} finally {
		// A caller that stops early does not read the rest of the file.
		stream.cancel().catch(() => {});
	}
};

/**
 * Reads a file's rows piece by piece, so that its size does not matter.
 * @param onSkipped gets the names of an archive's files that contain no data
 * @throws UnreadableFile
 */
export const rowsOfFile = async function* (
	file: File,
	onSkipped: (name: string) => void = () => {},
): AsyncGenerator<RowsChunk> {
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
	if (isZip(file.name)) return yield* unzippedRows(file, counted, () => bytesRead, onSkipped);
	const plain = isGzip(file.name) ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
	yield* plainRows(plain, file.name, () => bytesRead);
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
