import { sql } from "kysely";
import type { Database } from "../database/schema.ts";

const MINUTE_MS = 60_000;
/** A process that stops in the middle of a minute is replaced in the one after the next. */
const LEASE_MS = 90_000;
/** A minute so far ahead was written before the clock was set back. */
const MOST_AHEAD = 5;
/** A longer time without an evaluation counts as an interruption of this product. */
const MOST_MISSED = 3;

/** A minute that this process is to evaluate. */
export interface ClaimedMinute {
	/** Nobody evaluated the minutes before. */
	wasInterrupted: boolean;
}

/**
 * Takes a minute for one process: of several apis, each minute is evaluated by one, usually always the same. A minute that
 * was taken is not taken again, also not by a clock that runs behind; after downtime only the present one is.
 */
export const claimMinute = async (
	database: Database,
	{ holder, now }: { holder: string; now: number },
): Promise<ClaimedMinute | undefined> => {
	const minute = Math.floor(now / MINUTE_MS);
	const at = new Date(now);
	const until = new Date(now + LEASE_MS);
	const { rows } = await sql<{ before: string }>`
		UPDATE "alert_turn" AS "turn"
		SET "minute" = ${minute}, "holder" = ${holder}, "leaseUntil" = ${until}
		FROM (SELECT "minute" FROM "alert_turn" FOR UPDATE) AS "last"
		WHERE ("turn"."minute" < ${minute} OR "turn"."minute" > ${minute + MOST_AHEAD})
			AND ("turn"."holder" = ${holder} OR "turn"."leaseUntil" <= ${at} OR "turn"."minute" > ${minute + MOST_AHEAD})
		RETURNING "last"."minute" AS "before"`.execute(database);
	const [row] = rows;
	if (row === undefined) return undefined;
	const before = Number(row.before);
	const missed = minute - before;
	const wasInterrupted = missed > MOST_MISSED;
	if (wasInterrupted && before > 0)
		await database
			.insertInto("alert_gap")
			.values({ fromTime: new Date((before + 1) * MINUTE_MS), toTime: at })
			.onConflict((conflict) => conflict.column("fromTime").doUpdateSet({ toTime: at }))
			.execute();
	return { wasInterrupted: wasInterrupted && before > 0 };
};
