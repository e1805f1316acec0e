import { Unzip, UnzipInflate } from "fflate";
import { type FileFault, UnreadableFile } from "./row-splitter.ts";

/** A small file can unpack to an endless one: this is more than any export has. */
const MAX_UNPACKED_BYTES = 64 * 1024 ** 3;
/** Deflate can produce at most about a thousand times the input at once. */
const PUSHED_BYTES = 16 * 1024;

/** Some bytes of a file in an archive. */
export interface ZippedPiece {
	name: string;
	bytes: Uint8Array<ArrayBuffer>;
	isLast: boolean;
}

const isData = (name: string): boolean => {
	const file = name.slice(name.lastIndexOf("/") + 1);
	// macOS adds files of its own beside each file.
	return (
		/\.(csv|tsv|json|jsonl|ndjson)$/i.test(file) &&
		!file.startsWith(".") &&
		!name.startsWith("__MACOSX/")
	);
};

/** The end record and the longest possible comment after it. */
const MAX_END_BYTES = 22 + 0xffff;

/** Whether a file ends like an archive: a truncated one may still begin with complete files. */
export const isWholeArchive = async (file: Blob): Promise<boolean> => {
	const end = new TextDecoder("latin1").decode(await file.slice(-MAX_END_BYTES).arrayBuffer());
	return end.includes("PK\x05\x06");
};

/**
 * Unpacks an archive's data as it arrives, file by file.
 * @param onSkipped gets the name of each file that contains no data
 * @throws UnreadableFile for an archive that is damaged or encrypted, or unpacks to too much
 */
export const zippedPieces = async function* (
	archive: ReadableStream<Uint8Array<ArrayBuffer>>,
	onSkipped: (name: string) => void,
	maxBytes = MAX_UNPACKED_BYTES,
): AsyncGenerator<ZippedPiece> {
	let pieces: ZippedPiece[] = [];
	let bytes = 0;
	// Stored, not thrown: the library catches errors of its callbacks.
	let fault: FileFault | undefined;
	const unzip = new Unzip((file) => {
		const isTaken = isData(file.name);
		if (!isTaken && !file.name.endsWith("/")) onSkipped(file.name);
		file.ondata = (error, chunk, isLast) => {
			if (!isTaken || fault) return;
			if (error) fault = "zip";
			else if (bytes + chunk.length > maxBytes) fault = "huge";
			else pieces.push({ name: file.name, bytes: chunk as Uint8Array<ArrayBuffer>, isLast });
			bytes += chunk?.length ?? 0;
		};
		// Skipped files, too: the library buffers files that are not started.
		if (isTaken || file.compression === 0 || file.compression === 8) file.start();
	});
	unzip.register(UnzipInflate);
	const push = (part: Uint8Array, isLast: boolean): ZippedPiece[] => {
		try {
			unzip.push(part, isLast);
		} catch {
			fault ??= "zip";
		}
		if (fault) throw new UnreadableFile(fault);
		const found = pieces;
		pieces = [];
		return found;
	};
	const reader = archive.getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			for (let at = 0; at < value.length; at += PUSHED_BYTES)
				yield* push(value.subarray(at, at + PUSHED_BYTES), false);
		}
		yield* push(new Uint8Array(0), true);
	} finally {
		// A caller that stops early does not read the rest of the file.
		reader.cancel().catch(() => {});
	}
};
