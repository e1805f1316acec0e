import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { RawRow } from "../row/reading.ts";
import { createCsvSplitter } from "./csv.ts";
import { createElementSplitter } from "./json-elements.ts";
import { UnreadableFileError } from "./unreadable-file-error.ts";
import { openZipContent } from "./zip-entries.ts";

/** Some rows of a file, and how many of its bytes have been read. A row of invalid JSON is `undefined`. */
export interface RowsChunk {
	rows: (RawRow | undefined)[];
	bytesRead: number;
}

type Splitter = { push(text: string): (RawRow | undefined)[]; end(): (RawRow | undefined)[] };

/** Lines above a report's header, as Google Analytics writes them. */
const isComment = (cells: readonly string[]) =>
	cells[0]?.startsWith("#") === true || cells[0]?.startsWith("sep=") === true;

const createCsvRows = (delimiter: string): Splitter => {
	const splitter = createCsvSplitter(delimiter);
	let header: readonly string[] | undefined;
	const named = (rows: readonly string[][]): RawRow[] => {
		const found: RawRow[] = [];
		for (const cells of rows) {
			if (header === undefined) {
				if (!isComment(cells)) header = cells.map((name) => name.trim());
				continue;
			}
			const row: Record<string, string> = {};
			for (const [index, name] of header.entries()) row[name] = cells[index] ?? "";
			found.push(row);
		}
		return found;
	};
	return { push: (text) => named(splitter.push(text)), end: () => named(splitter.end()) };
};

const parsed = (text: string): RawRow | undefined => {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? (value as RawRow) : undefined;
	} catch {
		// Counted as invalid by the caller.
		return undefined;
	}
};

/** No line of an export is longer. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

const createLineRows = (): Splitter => {
	let rest = "";
	const parsedLines = (lines: readonly string[]) =>
		lines.filter((line) => line.trim() !== "").map(parsed);
	return {
		push: (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			if (rest.length > MAX_LINE_LENGTH)
				throw new UnreadableFileError("A line of the JSON file is too long");
			return parsedLines(lines);
		},
		end: () => parsedLines([rest]),
	};
};

const createElementRows = (): Splitter => {
	const splitter = createElementSplitter();
	return { push: (text) => splitter.push(text).map(parsed), end: () => [] };
};

const DELIMITERS = [",", ";", "\t"];

/** The delimiter, from the header: spreadsheets use their language's, whatever the file is called. */
const delimiterIn = (start: string, usual: string): string => {
	const lines = start.slice(0, 65_536).split(/[\r\n]/);
	const header = lines.find((line) => line !== "" && !isComment([line.replace(/^"/, "")]));
	const names = header?.replace(/"[^"]*"/g, "") ?? "";
	const countOf = (delimiter: string) => names.split(delimiter).length;
	return DELIMITERS.reduce(
		(best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best),
		usual,
	);
};

/** Detected from the first bytes: a byte order mark, or every other byte 0, as in Latin text in UTF-16. */
const encodingOf = (start: Buffer): string => {
	const [first = 1, second = 1] = start;
	if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
	return "utf-8";
};

/** Chosen by the file's name; JSON is an array if it starts like one, and lines otherwise. */
const createSplitter = (path: string, start: string): Splitter => {
	const name = path.replace(/\.gz$/, "").toLowerCase();
	if (name.endsWith(".csv")) return createCsvRows(delimiterIn(start, ","));
	if (name.endsWith(".tsv")) return createCsvRows(delimiterIn(start, "\t"));
	if (/\.(json|jsonl|ndjson)$/.test(name))
		return start.trimStart().startsWith("[") ? createElementRows() : createLineRows();
	throw new UnreadableFileError(
		`${path}: unknown file type; rename it to .csv, .tsv, .json, .jsonl or .ndjson, followed by .gz if it is compressed, or put it into a .zip`,
	);
};

const chunksOf = async function* (
	bytes: AsyncIterable<Buffer>,
	path: string,
): AsyncIterable<Buffer> {
	try {
		yield* bytes;
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code !== undefined && !code.startsWith("Z_")) throw error;
		throw new UnreadableFileError(
			code === undefined
				? `${path}: is damaged: ${message}`
				: `${path}: is not a gzip file, or is damaged`,
		);
	}
};

/** The rows of a text, parsed according to its file's name. */
const rowsOf = async function* (
	bytes: AsyncIterable<Buffer>,
	path: string,
	bytesRead: () => number,
): AsyncIterable<RowsChunk> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	let splitter: Splitter | undefined;
	for await (const chunk of chunksOf(bytes, path)) {
		decoder ??= new TextDecoder(encodingOf(chunk));
		const text = decoder.decode(chunk, { stream: true });
		splitter ??= createSplitter(path, text);
		yield { rows: splitter.push(text), bytesRead: bytesRead() };
	}
	if (splitter !== undefined && decoder !== undefined) {
		const last = splitter.push(decoder.decode());
		yield { rows: [...last, ...splitter.end()], bytesRead: bytesRead() };
	}
};

/** Decompresses a file whose name says that it is compressed. */
const unpacked = (file: Readable, name: string): Readable => {
	if (!name.toLowerCase().endsWith(".gz")) return file;
	const bytes = file.pipe(createGunzip());
	// `pipe` does not forward errors.
	file.on("error", (error) => bytes.destroy(error));
	return bytes;
};

/** The rows of an archive's files, file by file. */
const zippedRows = async function* (path: string): AsyncIterable<RowsChunk> {
	const { entries, close } = await openZipContent(path);
	try {
		for (const { name, bytesRead, open } of entries) {
			const inside = `${path}: ${name}`;
			const file = await open().catch(() => {
				throw new UnreadableFileError(`${inside}: unsupported compression method`);
			});
			try {
				yield* rowsOf(unpacked(file, name), inside, () => bytesRead);
			} finally {
				file.destroy();
			}
		}
	} finally {
		close();
	}
};

/**
 * Reads a file's rows as it streams in.
 * @throws UnreadableFileError for an unknown kind of file
 */
export const readRows = async function* (path: string): AsyncIterable<RowsChunk> {
	if (path.toLowerCase().endsWith(".zip")) return yield* zippedRows(path);
	const file = createReadStream(path, { highWaterMark: 256 * 1024 });
	yield* rowsOf(unpacked(file, path), path, () => file.bytesRead);
};
