import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { syncPath } from "@footfall/shared/files/sync-path";

/** The header of a packed directory, on its own line; the files' contents follow in this order. */
interface PackedContents {
	/** What the directory was made from. */
	madeOf: string;
	/** Paths, parents before their children. */
	folders: string[];
	/** Paths and lengths in bytes. */
	files: [path: string, bytes: number][];
}

const LINE_END = 0x0a;
/** libuv's default number of threads; a file system commits concurrent syncs together. */
const SYNCED_AT_ONCE = 16;

/** Packs a directory that has no writers, without the owners and modes of its files. */
export const packDirectory = (directory: string, madeOf: string): Buffer => {
	const contents: PackedContents = { madeOf, folders: [], files: [] };
	const parts: Buffer[] = [];
	for (const path of (readdirSync(directory, { recursive: true }) as string[]).sort()) {
		const { size } = statSync(join(directory, path));
		if (statSync(join(directory, path)).isDirectory()) contents.folders.push(path);
		else {
			contents.files.push([path, size]);
			parts.push(readFileSync(join(directory, path)));
		}
	}
	return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...parts]), {
		level: 9,
	});
};

const syncAll = async (paths: string[]): Promise<void> => {
	const next = async (): Promise<void> => {
		for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path);
	};
	await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, next));
};

/**
 * Unpacks into a new directory, private to its user, and syncs it so that it survives a power cut.
 * @returns false if it was packed from a different source
 */
export const unpackDirectory = async (
	packed: Buffer,
	directory: string,
	madeOf: string,
): Promise<boolean> => {
	const bytes = gunzipSync(packed);
	const begin = bytes.indexOf(LINE_END) + 1;
	const contents: PackedContents = JSON.parse(bytes.toString("utf8", 0, begin));
	if (contents.madeOf !== madeOf) return false;
	const folders = [directory, ...contents.folders.map((path) => join(directory, path))];
	for (const folder of folders) mkdirSync(folder, { mode: 0o700 });
	let at = begin;
	for (const [path, size] of contents.files) {
		writeFileSync(join(directory, path), bytes.subarray(at, at + size), { mode: 0o600 });
		at += size;
	}
	await syncAll([...folders, ...contents.files.map(([path]) => join(directory, path))]);
	return true;
};
