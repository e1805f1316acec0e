import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { migrations } from "./migrations/migrations.ts";
import { packDirectory, unpackDirectory } from "./packed-directory.ts";

/** The same place whether this runs from src or from dist; absent until the build has made it. */
const PACKED = new URL("../../empty-database/accounts.gz", import.meta.url);

/** Changes with the engine and with what makes the tables. */
const madeOf = (): string => {
	const engine = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
	return createHash("sha256")
		.update(readFileSync(join(engine, "../package.json")))
		.update(JSON.stringify(migrations))
		.digest("hex");
};

/** Packs the files of a database that has its tables and no rows, and is closed. */
export const packEmptyDatabase = (directory: string): Buffer => packDirectory(directory, madeOf());

/**
 * Fills a new directory with the files of an empty database that the build has packed: creating one and applying all
 * migrations takes seconds.
 * @returns whether it did: not with what was packed for another engine or other tables
 */
export const unpackEmptyDatabase = async (directory: string): Promise<boolean> =>
	existsSync(PACKED) && unpackDirectory(readFileSync(PACKED), directory, madeOf());
