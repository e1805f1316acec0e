import { amountOfTicks } from "@footfall/shared/money/amount";
import { z } from "zod";
import {
	type Conversion,
	convertedAmount,
	HAS_MONEY,
	orNothing,
	ticksOf,
} from "../money/converted-amount.ts";
import type { QuerySql } from "../query/report-query.ts";

/** The fields of a step that are asked for with `revenue=true`, as decimal texts in the site's currency. */
export const funnelMoney = {
	/** All revenue of the sessions that reached the step, also before and after it. */
	revenue: z.string().optional(),
	/**
	 * The sessions that reached the step and not the next one, times the mean revenue of a session that reached the last;
	 * null if none did.
	 */
	revenue_lost: z.string().nullable().optional(),
};

/** SQL that joins to a subquery of sessions the revenue of each, in ticks. */
export const sessionsMoney = (
	{ around, bind }: QuerySql,
	conversion: Conversion,
): string => ` AS reaching
  LEFT JOIN (
    SELECT session_id, sum(${ticksOf(orNothing(convertedAmount(conversion, bind)))}) AS session_ticks
    FROM events
    WHERE ${around} AND ${HAS_MONEY}
    GROUP BY session_id
  ) AS money USING (session_id)`;

/** SQL over these rows: the revenue of those that reached a step, as the text of a whole number. */
export const ticksReached = (isReached: string): string =>
	`toString(sumIf(session_ticks, ${isReached}))`;

/** What sessions are worth that left, as decimal text, rounded to four digits. @param completed those that reached the last step */
export const lostWith = (
	left: number,
	completed: { sessions: number; ticks: bigint },
): string | null => {
	if (completed.sessions === 0) return null;
	const sessions = BigInt(completed.sessions);
	const whole = BigInt(left) * completed.ticks;
	const half = (whole < 0n ? -sessions : sessions) / 2n;
	return amountOfTicks((whole + half) / sessions);
};
