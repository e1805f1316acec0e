import { LIMITS } from "../report/report.ts";
import {
	changesOfTotals,
	lacksDays,
	rowsOfTotals,
	SETS_WITHOUT_INDEX,
	type SealedTotals,
} from "../source/sealed-totals.ts";

/** Everybody who did something: people of days do not add up. */
const people = ({ visits: { inVisits, inEvents } }: SealedTotals) => `
      SELECT user_id FROM visits WHERE ${inVisits}${
				inEvents === undefined
					? ""
					: `
      UNION ALL
      SELECT user_id FROM events WHERE ${inEvents}`
			}`;

/** SQL for the overview's sums from totals of days. */
export const overviewOfTotals = (totals: SealedTotals): string => `
  SELECT
    toUInt64(sum(row_sessions)) AS sessions,
    toUInt64(sum(row_pageviews)) AS pageviews,
    toUInt64(sum(row_users)) AS users,
    pageviews AS session_pages,
    toUInt64(sum(row_bounces)) AS bounces,
    toInt64(sum(row_total_ms)) AS total_ms
  FROM (
    SELECT
      toInt64(sum(sessions)) AS row_sessions,
      toInt64(sum(pageviews)) AS row_pageviews,
      0 AS row_users,
      toInt64(sum(bounces)) AS row_bounces,
      toInt64(sum(total_ms)) AS row_total_ms
    FROM ${rowsOfTotals(totals, "day")}
    HAVING NOT ${lacksDays(totals)}
    UNION ALL
    SELECT
      sum(sign),
      sum(sign * toInt64(pageviews)),
      0,
      sumIf(sign, pageviews = 1),
      sum(sign * (toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)))
    FROM (${changesOfTotals(totals, ["began", "ended", "pageviews"])})
    UNION ALL
    SELECT 0, 0, uniqExact(user_id), 0, 0
    FROM (${people(totals)})
  )
  ${LIMITS}${SETS_WITHOUT_INDEX}`;
