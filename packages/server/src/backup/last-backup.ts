import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { BACKUP_DIRECTORY } from "./backup-directory.ts";

const LastBackup = z.object({
	name: z.string(),
	/** Folder or bucket, without credentials. */
	to: z.string(),
	/** When the product was frozen, ISO 8601. */
	at: z.iso.datetime(),
	bytes: z.number(),
	writtenBytes: z.number(),
	seconds: z.number(),
});
/** The last completed backup. */
export type LastBackup = z.infer<typeof LastBackup>;

const pathIn = (dataDirectory: string) => join(dataDirectory, BACKUP_DIRECTORY, "last.json");

export const writeLastBackup = (dataDirectory: string, last: LastBackup): void => {
	const path = pathIn(dataDirectory);
	mkdirSync(join(dataDirectory, BACKUP_DIRECTORY), { recursive: true, mode: 0o700 });
	writeFileSync(`${path}.new`, `${JSON.stringify(last)}\n`, { mode: 0o600 });
	renameSync(`${path}.new`, path);
};

/** `undefined` if there is none or it cannot be read. */
export const readLastBackup = (dataDirectory: string): LastBackup | undefined => {
	try {
		return LastBackup.parse(JSON.parse(readFileSync(pathIn(dataDirectory), "utf8")));
	} catch {
		return undefined;
	}
};
