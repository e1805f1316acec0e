import { cp } from "node:fs/promises";
import { join } from "node:path";
import { GateBusyError } from "@footfall/shared/waiting/gate";
import { sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * Copies the files of the embedded accounts database, which other statements wait for.
 * @param directory of the database
 * @param to a directory that is not there yet
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
	// The database has a single connection: whoever has it is alone.
	const copied = database.connection().execute(async (connection) => {
		if (isTooLate) return;
		clearTimeout(timer);
		await sql`CHECKPOINT`.execute(connection);
		await cp(join(directory, "data"), join(to, "data"), { recursive: true });
	});
	try {
		await Promise.race([copied, tooLate]);
	} finally {
		clearTimeout(timer);
		copied.catch(() => undefined);
	}
};
