import { MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";
import type { ErrorDecision } from "../definitions/error-decision.ts";
import { ORDER } from "../query/dimensions.ts";
import { PLAIN_COLUMNS, type RunSql } from "../report/run-sql.ts";
import { decisionsByError, type ErrorGroups } from "./error-groups.ts";
import { decidedStates } from "./error-states.ts";
import { seenByKey } from "./error-trends.ts";
import { CANONICAL_ERROR_ID, MESSAGE } from "./one-error.ts";

/** An error that somebody should look at. */
export interface NewOrReturnedError {
	errorId: string;
	/** The groups of minified stacks that are this error. */
	groups: readonly string[];
	/** `came_back` after it was resolved; `new` is also one that is no longer ignored. */
	state: "new" | "came_back";
	/** When it first occurred, or when it came back; ISO 8601. */
	at: string;
	/** Its class, the latest message, and the release of the latest occurrence, "" if unknown. */
	errorName: string;
	message: string;
	release: string;
	/** Occurrences since the asked time. */
	count: number;
}

interface Candidate extends Omit<NewOrReturnedError, "state" | "at" | "groups"> {
	first: number;
}

/** More would not be read; the earliest are listed. */
const MOST = 1000;

/**
 * The errors of a site that became new, or came back, with an event that the gateway received at `since` (ms since the epoch)
 * or later: each is listed once if every call asks since the previous one. The earliest first, at most 1,000.
 */
export const newOrReturned = async (
	source: { runSql: RunSql; site: { siteId: number }; now: number },
	decisions: readonly ErrorDecision[],
	groups: ErrorGroups,
	since: number,
): Promise<NewOrReturnedError[]> => {
	const candidates = await source.runSql<Candidate>(
		`
  SELECT
    ${CANONICAL_ERROR_ID} AS errorId,
    argMax(event_name, ${ORDER}) AS errorName,
    argMax(${MESSAGE}, ${ORDER}) AS message,
    argMax(release, ${ORDER}) AS release,
    count() AS count,
    toUnixTimestamp64Milli(min(timestamp)) AS first
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({earliest:Int64}, 'UTC')
    AND received_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    AND type = 'error' AND ${MESSAGE} != ''
  GROUP BY errorId
  ORDER BY first, errorId
  LIMIT ${MOST}`,
		{
			...groups.parameters,
			...{ site: source.site.siteId, since, earliest: since - MAX_EVENT_DELAY_MS },
		},
		PLAIN_COLUMNS,
	);
	if (candidates.length === 0) return [];
	const keys = candidates.map(({ errorId }) => errorId);
	const known = new Set(keys);
	const seen = await seenByKey(source, keys, groups, "received_at");
	const decided = await decidedStates(
		source,
		decisionsByError(decisions, groups).filter(({ errorId }) => known.has(errorId)),
		groups,
	);
	return candidates.flatMap(({ first, ...candidate }) => {
		const [, ...members] = groups.membersOf(candidate.errorId);
		const error = { ...candidate, groups: members };
		const state = decided.get(error.errorId);
		if (state !== undefined)
			return state.endedBy >= since && (state.state === "new" || state.state === "came_back")
				? [{ ...error, state: state.state, at: state.since ?? new Date(first).toISOString() }]
				: [];
		const isNew = Date.parse(seen.get(error.errorId)?.firstSeen ?? "") >= since;
		return isNew ? [{ ...error, state: "new", at: new Date(first).toISOString() }] : [];
	});
};
