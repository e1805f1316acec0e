import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { madeOnce } from "../made-once.ts";

const API = new URL("../../../api/", import.meta.url);
const MIGRATIONS = new URL("src/database/migrations/", API);

/** A key for the engine's version and everything that creates the tables. */
const digest = (): string => {
	const hash = createHash("sha256").update(readFileSync(new URL("package.json", API)));
	const files = readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" });
	for (const name of files.filter((one) => one.endsWith(".ts")).sort())
		hash.update(name).update(readFileSync(new URL(name, MIGRATIONS)));
	return hash.digest("hex").slice(0, 16);
};

/** Fills a directory with an embedded accounts database that has its tables and no rows: making one takes seconds. */
export const copyEmptyAccounts = async (directory: string): Promise<void> => {
	const template = await madeOnce(`accounts-${digest()}`, async (draft) => {
		// Loaded lazily: the engine is large, and most often the template already exists.
		const { openDatabase } = await import("@footfall/api");
		const { close } = await openDatabase({ directory: draft }, () => undefined);
		await close();
	});
	cpSync(join(template, "data"), join(directory, "data"), { recursive: true });
};
