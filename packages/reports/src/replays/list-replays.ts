import { z } from "zod";
import { withTraits } from "../people/traits.ts";
import { idNumberOf } from "../query/dimensions.ts";
import { offsetOf, rowLimitOf } from "../query/page.ts";
import { textParameter } from "../query/parameters.ts";
import { countsEverything, passingSessions, type QuerySql, toSql } from "../query/report-query.ts";
import { PLAIN_COLUMNS, report } from "../report/report.ts";
import {
	LEAST_EVENTS,
	REPLAY_COLUMNS,
	REPLAY_DURATION_MS,
	ReplayRow,
	replayOf,
	type StoredReplay,
} from "./replay-row.ts";

const DEFAULT_LIMIT = 50;

/** Filters apply to sessions, so that a recording is found by the attributes of its session. */
const matching = (querySql: QuerySql) =>
	countsEverything(querySql)
		? "1"
		: `session_id IN (SELECT session_id FROM (${passingSessions(querySql, [])}))`;

const textOf = (querySql: QuerySql, restrictions: readonly string[]) => `
  SELECT
    ${REPLAY_COLUMNS}
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32}
    AND session_id IN (SELECT session_id FROM replay_chunks WHERE ${querySql.inRange})
    AND ${matching(querySql)}
  GROUP BY session_id
  HAVING sum(event_count) >= ${LEAST_EVENTS}
    ${restrictions.map((restriction) => `AND ${restriction}`).join("\n    ")}
  ORDER BY started_ms DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

const userIs = (querySql: QuerySql, user: string): string => {
	const identified = `identified_user_id = ${querySql.bind(user, "String")}`;
	const number = idNumberOf(user);
	const device = number === undefined ? "0" : `user_id = ${querySql.bind(number, "UInt64")}`;
	return `countIf(${device} OR ${identified}) > 0`;
};

export const listReplays = report({
	path: "/session-replay/list",
	summary: "Recordings of sessions, latest first",
	description:
		"To find one to watch. `duration_ms` is in milliseconds; recordings are kept for the site's `replayRetentionDays`.",
	tag: "Session replay",
	readers: "viewer",
	extra: {
		limit: textParameter(`Rows: ${DEFAULT_LIMIT} by default, at most 1000`),
		offset: textParameter("Rows to skip"),
		userId: textParameter(
			"Only recordings of this visitor: the id of a device or of one of the site's own users",
		),
		minDuration: textParameter("Minimum duration in seconds"),
	},
	response: z.object({ data: z.array(ReplayRow) }),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const querySql = toSql(site.siteId, query);
		const restrictions: string[] = [];
		if (given.userId) restrictions.push(userIs(querySql, given.userId));
		if (given.minDuration && /^\d{1,9}(\.\d{1,3})?$/.test(given.minDuration))
			restrictions.push(
				`${REPLAY_DURATION_MS} >= ${querySql.bind(Number(given.minDuration) * 1000, "Float64")}`,
			);
		const page = {
			limit: rowLimitOf(given.limit, DEFAULT_LIMIT),
			offset: offsetOf(given.offset),
		};
		const rows = await runSql<StoredReplay>(
			textOf(querySql, restrictions),
			{ ...querySql.parameters, ...page },
			PLAIN_COLUMNS,
		);
		return { data: await withTraits(context, rows.map(replayOf)) };
	},
});
