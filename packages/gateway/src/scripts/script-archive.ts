import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { scriptAddress } from "./script-address.ts";

export interface ArchivePlaces {
	/** Where this installation keeps the scripts that it published; created if missing. */
	keptDirectory: string;
	/** Where the product bundles the scripts of earlier releases. */
	releasedDirectory: string;
	log: Logger;
}

const keep = (directory: string, source: string) => {
	const { fileName } = scriptAddress(source);
	const path = join(directory, fileName);
	// Written under another name first: a file with the right name is complete, even when several gateways start at
	// once.
	const unfinished = `${path}.${process.pid}`;
	writeFileSync(unfinished, source);
	renameSync(unfinished, path);
};

/**
 * Keeps every script that pages may still request by its content: adds today's, so that they outlive the next upgrade.
 * A disk that is not writable is reported: the scripts are still served, but only while this release runs. Returns a
 * function that finds the source of a file; `undefined` if no directory has it intact. A file name is never a path.
 */
export const createScriptArchive = (
	today: readonly string[],
	{ keptDirectory, releasedDirectory, log }: ArchivePlaces,
) => {
	try {
		mkdirSync(keptDirectory, { recursive: true });
		for (const source of today) keep(keptDirectory, source);
	} catch (error) {
		log.error({ error: (error as Error).message }, "Published scripts could not be saved");
	}

	const readFrom = async (directory: string, fileName: string) => {
		const path = join(directory, fileName);
		try {
			const source = await readFile(path, "utf8");
			if (scriptAddress(source).fileName === fileName) return source;
			log.error({ path }, "A saved script is damaged");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT")
				log.error({ error: (error as Error).message }, "Saved scripts could not be read");
		}
		return undefined;
	};

	return async (fileName: string): Promise<string | undefined> =>
		(await readFrom(keptDirectory, fileName)) ?? (await readFrom(releasedDirectory, fileName));
};
