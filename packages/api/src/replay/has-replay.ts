import { hexId } from "../question/dimension.ts";
import { type Ask, LIMITS } from "../reports/report.ts";
import { LEAST_EVENTS } from "./replay-row.ts";

/** Rows of sessions, marked where the session has a recording that can be played. */
export const withReplays = async <Row extends { session_id: string; has_replay: 0 | 1 }>(
	{ askPromptly, site }: { askPromptly: Ask; site: { siteId: number } },
	rows: readonly Row[],
): Promise<Row[]> => {
	if (rows.length === 0) return [];
	const recorded = await askPromptly<{ session: string }>(
		`
  SELECT ${hexId("session_id")} AS session
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id IN {sessions:Array(UInt64)}
  GROUP BY session_id
  HAVING sum(event_count) >= ${LEAST_EVENTS}
  ${LIMITS}`,
		{
			site: site.siteId,
			sessions: rows.map(({ session_id }) => BigInt(`0x${session_id}`)),
		},
	);
	const sessions = new Set(recorded.map(({ session }) => session));
	return rows.map((row) => ({ ...row, has_replay: sessions.has(row.session_id) ? 1 : 0 }));
};
