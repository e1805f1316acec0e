import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Total bytes of the files in a folder whose relative paths match. */
export const folderBytes = (folder, matches = /./) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.filter((path) => matches.test(path.slice(folder.length + 1)))
		.reduce((sum, path) => sum + statSync(path).size, 0);
