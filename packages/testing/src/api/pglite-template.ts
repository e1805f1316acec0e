import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A data directory of another version is none that this one should open. */
const version = (): string => {
	const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
	const description = readFileSync(join(dirname(entry), "..", "package.json"), "utf8");
	return (JSON.parse(description) as { version: string }).version;
};

/** A new database's data directory, to be copied; made once per machine, because making one takes seconds. */
export const pgliteTemplate = async (): Promise<string> => {
	const path = join(tmpdir(), `footfall-pglite-${version()}`);
	if (existsSync(path)) return path;
	const draft = `${path}-${randomUUID()}`;
	// Loaded where it is needed: the engine is large, and most often the template is there.
	const { initialiseDirectory } = await import("../../../api/src/database/embedded.ts");
	await initialiseDirectory(draft);
	try {
		renameSync(draft, path);
	} catch (error) {
		// Another test file was faster.
		rmSync(draft, { recursive: true, force: true });
		if (!existsSync(path)) throw error;
	}
	return path;
};
