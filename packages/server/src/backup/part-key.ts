import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TreeEntry } from "./tree.ts";

/** The engine's own lists of a part: among them the checksums of all its files. */
const DESCRIBES = /\.(txt|json)$/;

/**
 * What a part of a table is, without reading its columns: its files' names and lengths, and what the engine writes about
 * them. Its name alone does not do: a store that was restored makes other parts of the same names.
 */
export const partKey = (root: string, entries: readonly TreeEntry[]): string => {
	const hash = createHash("sha256");
	for (const entry of entries) {
		hash.update(`${JSON.stringify(entry)}\n`);
		if (entry.type === "file" && DESCRIBES.test(entry.path))
			hash.update(readFileSync(join(root, entry.path)));
	}
	return hash.digest("hex");
};
