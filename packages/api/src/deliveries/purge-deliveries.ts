import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

const KEPT_DAYS = 30;
const MOST_OF_ORGANIZATION = 10_000;
/** Deleted at a time, so that nothing waits for long. */
const BATCH = 2000;

/** Deletes deliveries that have ended a month ago, and the oldest of an organization that has too many. */
export const purgeDeliveries = async (database: Database, signal: AbortSignal): Promise<void> => {
	let deleted = BATCH;
	while (deleted === BATCH && !signal.aborted) {
		const { numAffectedRows } = await sql`
			DELETE FROM "delivery" WHERE "deliveryId" IN (
				SELECT "deliveryId" FROM (
					SELECT "deliveryId", "createdAt",
						row_number() OVER (PARTITION BY "organizationId" ORDER BY "deliveryId" DESC) AS "place"
					FROM "delivery" WHERE "status" <> 'waiting'
				) AS "ended"
				WHERE "createdAt" < now() - ${`${KEPT_DAYS} days`}::interval OR "place" > ${MOST_OF_ORGANIZATION}
				LIMIT ${BATCH}
			)`.execute(database);
		deleted = Number(numAffectedRows ?? 0n);
	}
};
