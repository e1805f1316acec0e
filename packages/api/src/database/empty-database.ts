import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { migrations } from "./migrations/migrations.ts";
import { packDirectory, unpackDirectory } from "./packed-directory.ts";

/** The same path from src and from dist; absent until the build has made it. */
const PACKED = new URL("../../empty-database/accounts.gz", import.meta.url);

/** Depends on the engine and on everything that creates the tables. */
const madeOf = (): string => {
	const engine = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
	return createHash("sha256")
		.update(readFileSync(join(engine, "../package.json")))
		.update(JSON.stringify(migrations))
		.digest("hex");
};

/** Packs the files of a closed database that has its tables and no rows. */
export const packEmptyDatabase = (directory: string): Buffer => packDirectory(directory, madeOf());

/**
 * Fills a new directory with the empty database that the build has packed, because creating one and applying all
 * migrations takes seconds.
 * @returns false if the packed files are for another engine or other tables
 */
export const unpackEmptyDatabase = async (directory: string): Promise<boolean> =>
	existsSync(PACKED) && unpackDirectory(readFileSync(PACKED), directory, madeOf());
