import { mkdirSync, symlinkSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join, normalize, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { TreeEntry } from "./tree.ts";

const MOST_HEADER_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** The content of a pack is invalid. */
export class UnreadablePackError extends Error {
	override name = "UnreadablePackError";
}

const Entry = z.union([
	z.object({ path: z.string(), type: z.literal("file"), bytes: z.int().min(0) }),
	z.object({ path: z.string(), type: z.literal("directory") }),
	z.object({ path: z.string(), type: z.literal("link"), to: z.string() }),
]);

/** Whether a relative path stays below its root. */
export const isBelow = (path: string): boolean =>
	!path.includes("\0") && !path.startsWith("/") && !normalize(path).split("/").includes("..");

const entryFrom = (line: Buffer): TreeEntry => {
	let value: unknown;
	try {
		value = JSON.parse(line.toString());
	} catch {
		value = undefined;
	}
	const { success, data } = Entry.safeParse(value);
	if (!success || !isBelow(data.path)) throw new UnreadablePackError("it has an unreadable entry");
	return data;
};

/** A link's target must be below the directory of the restore. */
const requireInside = (root: string, path: string, to: string): void => {
	const target = relative(root, resolve(dirname(path), to));
	if (to.startsWith("/") || !isBelow(target))
		throw new UnreadablePackError("it has a link that points outside it");
};

const decompressed = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> => {
	const source = Readable.from(chunks, { objectMode: false });
	const gunzip = createGunzip();
	source.on("error", (error) => gunzip.destroy(error));
	return source.pipe(gunzip) as AsyncIterable<Buffer>;
};

interface UnpackOptions {
	/** The directory that contains everything, links' targets too. */
	root: string;
	/** The tree's own path in `root`. */
	to: string;
	isGzip: boolean;
}

/**
 * Writes the tree of a pack.
 * @throws UnreadablePackError for an invalid pack
 */
export const unpackTree = async (
	pieces: AsyncIterable<Uint8Array>,
	{ root, to, isGzip }: UnpackOptions,
): Promise<void> => {
	let header: Buffer<ArrayBufferLike> = Buffer.alloc(0);
	let file: { handle: FileHandle; left: number } | undefined;
	const finish = async () => {
		await file?.handle.close();
		file = undefined;
	};

	const begin = async (entry: TreeEntry) => {
		const path = entry.path === "" ? to : join(to, entry.path);
		mkdirSync(entry.type === "directory" ? path : dirname(path), { recursive: true, mode: 0o700 });
		if (entry.type === "link") {
			requireInside(root, path, entry.to);
			symlinkSync(entry.to, path);
		}
		if (entry.type !== "file") return;
		file = { handle: await open(path, "wx", 0o600), left: entry.bytes };
		if (entry.bytes === 0) await finish();
	};

	const take = async (chunk: Buffer): Promise<void> => {
		let rest = chunk;
		while (rest.length > 0) {
			if (file) {
				const part = rest.subarray(0, file.left);
				await file.handle.write(part);
				file.left -= part.length;
				rest = rest.subarray(part.length);
				if (file.left === 0) await finish();
				continue;
			}
			const end = rest.indexOf(NEWLINE);
			header = Buffer.concat([header, end < 0 ? rest : rest.subarray(0, end)]);
			if (header.length > MOST_HEADER_BYTES)
				throw new UnreadablePackError("it has an unreadable entry");
			if (end < 0) return;
			const entry = entryFrom(header);
			header = Buffer.alloc(0);
			rest = rest.subarray(end + 1);
			await begin(entry);
		}
	};

	try {
		for await (const chunk of isGzip ? decompressed(pieces) : pieces)
			await take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
		if (file || header.length > 0) throw new UnreadablePackError("it is truncated");
	} finally {
		await file?.handle.close();
	}
};
