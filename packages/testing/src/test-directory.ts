import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeDirectory } from "./remove-directory.ts";

const made: string[] = [];

/** An empty directory that goes when the tests of its file are over. For unit and integration tests, whose setup removes it. */
export const testDirectory = (): string => {
	const path = mkdtempSync(join(tmpdir(), "footfall-test-"));
	made.push(path);
	return path;
};

export const removeTestDirectories = (): void => {
	for (const path of made.splice(0)) removeDirectory(path);
};
