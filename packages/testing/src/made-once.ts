import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A directory that takes seconds to create and is meant to be copied: created once per machine.
 * @param name changes with everything that the content depends on
 * @param make fills a directory that does not exist yet
 */
export const madeOnce = async (
	name: string,
	make: (draft: string) => Promise<void>,
): Promise<string> => {
	const path = join(tmpdir(), `footfall-${name}`);
	if (existsSync(path)) return path;
	const draft = `${path}-${randomUUID()}`;
	try {
		await make(draft);
		renameSync(draft, path);
	} catch (error) {
		// Another test file may have been faster.
		if (!existsSync(path)) throw error;
	} finally {
		rmSync(draft, { recursive: true, force: true });
	}
	return path;
};
