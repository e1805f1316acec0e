import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { GateBusyError } from "@footfall/shared/waiting/gate";
import { sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * For a thousand small files: copying them one by one, like `cp`, takes three times as long, and nothing is loaded
 * meanwhile.
 */
const copyDirectory = async (from: string, to: string): Promise<void> => {
	await mkdir(to, { recursive: true, mode: 0o700 });
	const entries = await readdir(from, { withFileTypes: true });
	await Promise.all(
		entries.map((entry) => {
			const copy = entry.isDirectory() ? copyDirectory : copyFile;
			return copy(join(from, entry.name), join(to, entry.name));
		}),
	);
};

/**
 * Copies the files of the embedded accounts database, while other statements wait.
 * @param directory of the database
 * @param to a directory that does not exist yet
 * @throws GateBusyError when the database is busy for longer than `maxWaitMs`
 */
export const copyAccounts = async (
	database: Database,
	{ directory, to, maxWaitMs }: { directory: string; to: string; maxWaitMs: number },
): Promise<void> => {
	let isTooLate = false;
	let timer: NodeJS.Timeout | undefined;
	const tooLate = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => {
			isTooLate = true;
			reject(new GateBusyError(`The accounts database was busy for ${maxWaitMs} ms`));
		}, maxWaitMs);
	});
	// The database has a single connection: holding it excludes everything else.
	const copied = database.connection().execute(async (connection) => {
		if (isTooLate) return;
		clearTimeout(timer);
		await sql`CHECKPOINT`.execute(connection);
		await copyDirectory(join(directory, "data"), join(to, "data"));
	});
	try {
		await Promise.race([copied, tooLate]);
	} finally {
		clearTimeout(timer);
		copied.catch(() => undefined);
	}
};
