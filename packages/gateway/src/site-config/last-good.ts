import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where a gateway keeps the last good snapshot below the data directory. */
export const lastGoodPathOf = (dataDirectory: string) =>
	join(dataDirectory, "gateway", "configuration.json");

const synced = async (path: string, flags: string, text?: string) => {
	const file = await open(path, flags);
	try {
		if (text !== undefined) await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
};

/** Replaces the kept snapshot: written aside, synced, renamed, so that a crash leaves the old one or the new one. */
export const keepLastGood = async (path: string, text: string): Promise<void> => {
	await mkdir(dirname(path), { recursive: true });
	const draft = `${path}.${process.pid}`;
	await synced(draft, "w", text);
	await rename(draft, path);
	await synced(dirname(path), "r");
};

/** The kept snapshot's text; `undefined` when there is none yet. */
export const lastGood = async (path: string): Promise<string | undefined> => {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};
