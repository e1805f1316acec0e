import type { Page } from "../question/page.ts";
import { type Asked, sessionCounts } from "../question/question.ts";
import { withReplays } from "../replay/has-replay.ts";
import { latestFirst, type Stretch } from "./latest-first.ts";
import { type Asking, LIMITS } from "./report.ts";
import { SESSION_COLUMNS, type SessionRow, type StoredSession, sessionOf } from "./session-row.ts";
import { withTraits } from "./traits.ts";

/**
 * First the sessions of the page by few columns, then everything about those alone.
 * @param rows the last part of the range, when its sessions are enough
 */
const textOf = (asked: Asked, restrictions: readonly string[], rows = "1") => `
  SELECT
    ${SESSION_COLUMNS}
  FROM events
  WHERE ${asked.inRange}
    AND session_id IN (
      SELECT session_id FROM events
      WHERE ${asked.inRange} AND ${rows}
      GROUP BY session_id
      HAVING ${sessionCounts(asked)}
        ${restrictions.map((restriction) => `AND ${restriction}`).join("\n        ")}
      ORDER BY max(timestamp) DESC, session_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32})
  GROUP BY session_id
  ORDER BY ended_ms DESC, session_id
  ${LIMITS}`;

/** Sessions of the store as whoever asks may see them, with what is known beside their events. */
export const shownSessions = async (
	asking: Pick<Asking<Record<never, never>>, "ask" | "askPromptly" | "site" | "caller">,
	rows: readonly StoredSession[],
): Promise<SessionRow[]> => {
	const isVisitor = asking.caller === undefined;
	const sessions = await withReplays(
		asking,
		rows.map((row) => ({ ...sessionOf(row), ...(isVisitor && { ip: null }) })),
	);
	return withTraits(asking, sessions);
};

/**
 * A page of the sessions that a question means, the latest first.
 * @param restrictions what else a session's rows must meet, as aggregates over them
 */
export const listSessions = async (
	asking: Pick<
		Asking<Record<never, never>>,
		"ask" | "askPromptly" | "site" | "caller" | "question" | "now"
	>,
	asked: Asked,
	restrictions: readonly string[],
	page: Page,
): Promise<SessionRow[]> => {
	const sessionsOf = ({ rows, ask }: Stretch) =>
		ask<StoredSession>(textOf(asked, restrictions, rows), { ...asked.parameters, ...page });
	const { now, question } = asking;
	// Only where every session counts does the end of a session tell its place.
	const isPlain =
		asked.eventMatches === "1" && asked.sessionMatches === "1" && restrictions.length === 0;
	const rows = isPlain
		? await latestFirst(
				asking,
				asked,
				{ end: Math.min(question.period.to ?? now, now), many: page.limit },
				sessionsOf,
			)
		: await sessionsOf({ rows: undefined, ask: asking.ask });
	return shownSessions(asking, rows);
};
