import { type Ask, type Asking, LIMITS } from "../describe/report.ts";
import type { Page } from "../query/page.ts";
import { type Asked, sessionCounts } from "../query/question.ts";
import { latestFirst, type Stretch } from "../source/latest-first.ts";
import {
	SESSION_COLUMNS,
	SESSION_EVENT_COLUMNS,
	type SessionEvent,
	type StoredSession,
} from "../source/session-facts.ts";
import { sessionsFromEvents } from "../source/sessions-from-events.ts";
import { withTraits } from "../users/traits.ts";
import { recordedSessions } from "./recorded-sessions.ts";
import { type SessionRow, sessionOf } from "./session-row.ts";

/** Of more events the engine makes sessions itself: one that never ended may have any number of them. */
const MOST_EVENTS = 10_000;

/** @param rows the last part of the range, when its sessions are enough */
const idsText = (asked: Asked, restrictions: readonly string[], rows = "1") => `
  SELECT toString(session_id) AS session
  FROM events
  WHERE ${asked.inRange} AND ${rows}
  GROUP BY session_id
  HAVING ${[sessionCounts(asked), ...restrictions].join("\n    AND ")}
  ORDER BY max(timestamp) DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  ${LIMITS}`;

const ofSessions = ({ inRange }: Asked) => `${inRange} AND session_id IN {sessions:Array(UInt64)}`;

const eventsText = (asked: Asked) => `
  SELECT ${SESSION_EVENT_COLUMNS}
  FROM events
  WHERE ${ofSessions(asked)}
  LIMIT ${MOST_EVENTS + 1}
  ${LIMITS}, prefer_column_name_to_alias = 1`;

const sessionsText = (asked: Asked) => `
  SELECT
    ${SESSION_COLUMNS}
  FROM events
  WHERE ${ofSessions(asked)}
  GROUP BY session_id
  ORDER BY ended_ms DESC, of_session_id
  ${LIMITS}`;

/** Everything that the range has of these sessions, the latest end first. */
const sessionsByIds = async (
	ask: Ask,
	asked: Asked,
	sessions: readonly bigint[],
): Promise<StoredSession[]> => {
	const parameters = { ...asked.parameters, sessions };
	const events = await ask<SessionEvent>(eventsText(asked), parameters);
	return events.length > MOST_EVENTS
		? ask<StoredSession>(sessionsText(asked), parameters)
		: sessionsFromEvents(events);
};

/** Sessions of the store as whoever asks may see them, with what is known beside their events. */
export const shownSessions = async (
	asking: Pick<
		Asking<Record<never, never>>,
		"ask" | "askPromptly" | "site" | "isMember" | "question"
	>,
	sessions: readonly StoredSession[],
	recorded?: ReadonlySet<string>,
): Promise<SessionRow[]> => {
	const playable =
		recorded ??
		(await recordedSessions(
			asking,
			sessions.map(({ of_session_id }) => BigInt(`0x${of_session_id}`)),
		));
	const rows = sessions.map((session) => {
		const row = sessionOf(session);
		row.has_replay = playable.has(row.session_id) ? 1 : 0;
		if (!asking.isMember) row.ip = null;
		return row;
	});
	return withTraits(asking, rows);
};

/**
 * A page of the sessions that a question means, the latest first: their ids by few columns, then everything about those
 * alone.
 * @param restrictions what else a session's rows must meet, as aggregates over them
 */
export const listSessions = async (
	asking: Pick<
		Asking<Record<never, never>>,
		"ask" | "askPromptly" | "site" | "isMember" | "question" | "now"
	>,
	asked: Asked,
	restrictions: readonly string[],
	page: Page,
): Promise<SessionRow[]> => {
	let { ask } = asking;
	const idsOf = (stretch: Stretch) => {
		ask = stretch.ask;
		const text = idsText(asked, restrictions, stretch.rows);
		return ask<{ session: string }>(text, { ...asked.parameters, ...page });
	};
	const { now, question } = asking;
	// Only where every session counts does the end of a session tell its place.
	const isPlain =
		asked.eventMatches === "1" && asked.sessionMatches === "1" && restrictions.length === 0;
	const found = isPlain
		? await latestFirst(
				asking,
				asked,
				{ end: Math.min(question.period.to ?? now, now), many: page.limit },
				idsOf,
			)
		: await idsOf({ rows: undefined, ask });
	const ids = found.map(({ session }) => BigInt(session));
	if (ids.length === 0) return [];
	const [sessions, recorded] = await Promise.all([
		sessionsByIds(ask, asked, ids),
		recordedSessions(asking, ids),
	]);
	return shownSessions(asking, sessions, recorded);
};
