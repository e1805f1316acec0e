import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { TreeEntry } from "./tree.ts";

/** A pack is stored in pieces of this size, which bounds memory use and what a retry to a bucket resends. */
export const PIECE_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;

const headerOf = (entry: TreeEntry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);

/** Exactly as many bytes as the header says: a running product's file may have grown since. */
const contentOf = async function* (path: string, bytes: number): AsyncGenerator<Buffer> {
	const file = await open(path, "r");
	try {
		for (let at = 0; at < bytes; ) {
			const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, bytes - at));
			const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
			if (bytesRead === 0) throw new Error(`${path} was truncated while it was being read`);
			yield buffer.subarray(0, bytesRead);
			at += bytesRead;
		}
	} finally {
		await file.close();
	}
};

const bytesOf = async function* (root: string, entries: readonly TreeEntry[]) {
	for (const entry of entries) {
		yield headerOf(entry);
		if (entry.type === "file") yield* contentOf(join(root, entry.path), entry.bytes);
	}
};

/** Splits bytes into pieces of `PIECE_BYTES`; the last may be shorter. */
const inPieces = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let waiting: Buffer[] = [];
	let bytes = 0;
	for await (let chunk of chunks) {
		while (bytes + chunk.length >= PIECE_BYTES) {
			const cut = PIECE_BYTES - bytes;
			yield Buffer.concat([...waiting, chunk.subarray(0, cut)]);
			chunk = chunk.subarray(cut);
			waiting = [];
			bytes = 0;
		}
		waiting.push(chunk);
		bytes += chunk.length;
	}
	if (bytes > 0) yield Buffer.concat(waiting);
};

/**
 * A tree as a stream: a line of JSON for each entry, followed by the bytes of a file.
 * @param isGzip whether the stream is compressed
 */
export const packTree = (
	root: string,
	entries: readonly TreeEntry[],
	isGzip: boolean,
): AsyncGenerator<Buffer> => {
	const bytes = bytesOf(root, entries);
	if (!isGzip) return inPieces(bytes);
	const source = Readable.from(bytes, { objectMode: false });
	const gzip = createGzip({ level: 1 });
	source.on("error", (error) => gzip.destroy(error));
	return inPieces(source.pipe(gzip) as AsyncIterable<Buffer>);
};
