import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A file, directory or link of a tree. */
export type TreeEntry = { path: string } & (
	| { type: "file"; bytes: number }
	| { type: "directory" }
	| { type: "link"; to: string }
);

const entryOf = (root: string, path: string): TreeEntry | undefined => {
	const stat = lstatSync(join(root, path));
	if (stat.isDirectory()) return { path, type: "directory" };
	if (stat.isSymbolicLink()) return { path, type: "link", to: readlinkSync(join(root, path)) };
	// Sockets belong to the running product.
	return stat.isFile() ? { path, type: "file", bytes: stat.size } : undefined;
};

const pathsBelow = (root: string, path: string): string[] => {
	if (!lstatSync(join(root, path)).isDirectory()) return [path];
	const below = readdirSync(join(root, path))
		.sort()
		.flatMap((name) => pathsBelow(root, join(path, name)));
	return path === "" ? below : [path, ...below];
};

/** The entries of a directory, in order, optionally limited to some paths; "" for a root that is itself a file. */
export const treeEntries = (root: string, only?: readonly string[]): TreeEntry[] =>
	(only ?? pathsBelow(root, "")).flatMap((path) => entryOf(root, path) ?? []);

export const bytesOfTree = (entries: readonly TreeEntry[]): number =>
	entries.reduce((sum, entry) => sum + (entry.type === "file" ? entry.bytes : 0), 0);
