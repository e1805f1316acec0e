import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

/** How long sign-ins are kept. */
export const SIGN_IN_DAYS = 90;
const PURGE_EVERY_MS = 3_600_000;
/** Deleted at a time, so that nothing waits for long. */
const BATCH = 2000;

/** Deletes the sign-ins that are older than 90 days. */
export const purgeSignIns = async (database: Database, signal: AbortSignal): Promise<void> => {
	let deleted = BATCH;
	while (deleted === BATCH && !signal.aborted) {
		const { numAffectedRows } = await sql`
			DELETE FROM "sign_in" WHERE "signInId" IN (
				SELECT "signInId" FROM "sign_in"
				WHERE "at" < now() - ${`${SIGN_IN_DAYS} days`}::interval
				ORDER BY "at" LIMIT ${BATCH}
			)`.execute(database);
		deleted = Number(numAffectedRows ?? 0n);
	}
};

/** Deletes old sign-ins at the start, and each hour. */
export const startSignInPurge = (database: Database, logger: Logger): PeriodicJob =>
	startPeriodicJob((signal) => purgeSignIns(database, signal), {
		pauseMs: PURGE_EVERY_MS,
		failed: (err) => logger.error({ err }, "Old sign-ins could not be deleted; retrying later"),
	});
