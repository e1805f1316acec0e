import { ORDER_COLUMNS } from "../question/dimension.ts";
import type { Asked } from "../question/question.ts";

/** The longest that a page counts as looked at: beyond it, the visitor had gone. */
export const MAX_GAP_MS = 1_800_000;

/**
 * Every row in range with what it means within its session: `counted` (it matches), `session_pageviews`, and
 * `gap_ms` to the session's next event, -1 for the last one (not NULL, which argMin would skip).
 * @param columns further columns of the row
 */
export const timeline = (
	{ inRange, eventMatches, sessionMatches }: Asked,
	columns: readonly string[],
) => `
    SELECT
      session_id, timestamp, source_offset, type, ${columns.join(", ")},
      ${eventMatches} AS counted,
      countIf(type = 'pageview') OVER (PARTITION BY session_id) AS session_pageviews,
      leadInFrame(toUnixTimestamp64Milli(timestamp), 1, toInt64(-1)) OVER (
        PARTITION BY session_id ORDER BY ${ORDER_COLUMNS.join(", ")}
        ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS next_ms,
      if(next_ms < 0, -1, least(next_ms - toUnixTimestamp64Milli(timestamp), ${MAX_GAP_MS})) AS gap_ms
    FROM events
    WHERE ${inRange}${
			sessionMatches === "1"
				? ""
				: `
      AND session_id IN (
        SELECT session_id FROM events WHERE ${inRange}
        GROUP BY session_id HAVING ${sessionMatches})`
		}`;
