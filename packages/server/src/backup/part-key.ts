import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TreeEntry } from "./tree.ts";

/** The engine's own metadata of a part, including the checksums of all its files. */
const DESCRIBES = /\.(txt|json)$/;

/**
 * Identifies a table part without reading its columns: by its files' names and lengths, and the engine's metadata. The
 * name alone is not enough, because a restored store creates other parts with the same names.
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
