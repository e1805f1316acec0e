import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { type Entry, open, type ZipFile } from "yauzl";
import { UnreadableFileError } from "./unreadable-file-error.ts";

/** A limit above any export's size, because a small archive can unpack endlessly. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 3;
const MAX_ENTRIES = 10_000;
const READABLE = /\.(csv|tsv|json|jsonl|ndjson)(\.gz)?$/i;

/** A file in an archive. Nothing is ever written under its name. */
export interface ZipEntry {
	name: string;
	/** Bytes of the archive read once this file has been read. */
	bytesRead: number;
	open(): Promise<Readable>;
}

/** An archive's content: data files, and the names of other files. */
export interface ZipContent {
	entries: readonly ZipEntry[];
	skipped: readonly string[];
	close(): void;
}

const openZip = promisify<string, object, ZipFile>(open);

/** A printable form of a name, because an archive's may contain anything. */
const printable = (name: string): string => name.slice(0, 200).replace(/\p{C}/gu, "\uFFFD");

const isData = (name: string): boolean => {
	const file = name.slice(name.lastIndexOf("/") + 1);
	// macOS adds its own file next to each one.
	return READABLE.test(file) && !file.startsWith(".") && !name.startsWith("__MACOSX/");
};

const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
	new Promise((resolve, reject) => {
		const entries: Entry[] = [];
		zip.on("entry", (entry: Entry) => {
			entries.push(entry);
			if (entries.length > MAX_ENTRIES)
				reject(new UnreadableFileError(`it has more than ${MAX_ENTRIES} files`));
			else zip.readEntry();
		});
		zip.on("end", () => resolve(entries));
		zip.on("error", reject);
		zip.readEntry();
	});

/**
 * Lists an archive's files; each is unpacked as it is read.
 * @throws UnreadableFileError if it is not an archive, is encrypted, contains nothing to import or unpacks to too much
 */
export const openZipContent = async (path: string): Promise<ZipContent> => {
	const fault = (reason: string) => new UnreadableFileError(`${path}: ${reason}`);
	// Names are only compared, never used as paths, so that none can do harm.
	const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
	let zip: ZipFile;
	try {
		zip = await openZip(path, options);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
		throw fault("it is not a .zip file, or it is damaged");
	}
	try {
		const all = await entriesOf(zip).catch((error: Error) => {
			throw fault(error.message);
		});
		const named = all.map((entry) => ({ entry, name: String(entry.fileName) }));
		const files = named.filter(({ name }) => !name.endsWith("/"));
		const data = files.filter(({ name }) => isData(name));
		if (data.length === 0) throw fault("it contains nothing to import");
		if (data.some(({ entry }) => (entry.generalPurposeBitFlag & 1) === 1))
			throw fault("it is encrypted; unpack it first");
		const unpacked = data.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
		if (unpacked > MAX_UNPACKED_BYTES)
			throw fault("it unpacks to more than 64 GB; unpack it and import its files one by one");
		const openStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
		let bytesRead = 0;
		return {
			entries: data.map(({ entry, name }) => {
				bytesRead += entry.compressedSize;
				return { name: printable(name), bytesRead, open: () => openStream(entry) };
			}),
			skipped: files.filter(({ name }) => !isData(name)).map(({ name }) => printable(name)),
			close: () => zip.close(),
		};
	} catch (error) {
		zip.close();
		throw error;
	}
};
