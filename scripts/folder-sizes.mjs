import { dirname } from "node:path";
import { repositoryFiles } from "./repository-files.mjs";

/** Fails for a source folder that holds more files than a reader can survey. Tests are not counted. */

const MAX_FILES = 30;

const counts = new Map();
for (const name of repositoryFiles)
	if (/^packages\/[^/]+\/src\/.*(?<!\.test)\.tsx?$/.test(name))
		counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);

for (const [folder, count] of counts)
	if (count > MAX_FILES) {
		console.error(`${folder}: ${count} files, and a folder holds ${MAX_FILES} at most`);
		process.exitCode = 1;
	}
