import { hexId } from "../query/dimensions.ts";
import { LEAST_EVENTS } from "../replays/replay-row.ts";
import type { RunSql } from "../report/report.ts";

/** Of these sessions, those that have a recording that can be played: their ids as the wire has them. */
export const recordedSessions = async (
	{ runPromptSql, site }: { runPromptSql: RunSql; site: { siteId: number } },
	sessions: readonly bigint[],
): Promise<ReadonlySet<string>> => {
	if (sessions.length === 0) return new Set();
	const recorded = await runPromptSql<{ session: string }>(
		`
  SELECT ${hexId("session_id")} AS session
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id IN {sessions:Array(UInt64)}
  GROUP BY session_id
  HAVING sum(event_count) >= ${LEAST_EVENTS}`,
		{ site: site.siteId, sessions },
	);
	return new Set(recorded.map(({ session }) => session));
};
