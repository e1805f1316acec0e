import { z } from "zod";
import type { ErrorDecision } from "../definitions/error-decision.ts";
import type { ReportContext } from "../report/report.ts";
import { decisionsByError, type ErrorGroups } from "./error-groups.ts";
import { CANONICAL_ERROR_ID } from "./one-error.ts";
import { isNotOlder } from "./release-order.ts";

/** The states of an error. */
export const ERROR_STATES = ["new", "came_back", "resolved", "ignored"] as const;
type StateName = (typeof ERROR_STATES)[number];

export const ErrorState = z
	.object({
		state: z
			.enum(ERROR_STATES)
			.describe(
				"`new` until somebody decides, and once an ignored one has reached its end; `came_back` if it occurred after it was resolved",
			),
		since: z
			.string()
			.nullable()
			.describe(
				"Since when: of the decision, or of the occurrence that ended it. null if nobody has decided",
			),
		release: z.string().nullable().describe("The release in which it is resolved"),
		untilCount: z.number().int().nullable().describe("Ignored until it has occurred this often"),
		untilTime: z.string().nullable().describe("Ignored until then"),
		decidedAt: z.string().nullable(),
		decidedBy: z.string().nullable().describe("Who has decided; null for visitors"),
	})
	.meta({ component: "ErrorState" });
export type ErrorState = z.infer<typeof ErrorState>;

/** An error about which nobody has decided. */
export const UNDECIDED: ErrorState = {
	state: "new",
	since: null,
	release: null,
	untilCount: null,
	untilTime: null,
	decidedAt: null,
	decidedBy: null,
};

/** Occurrences of an error in a release since it was decided about, in ms since the epoch. */
interface Later {
	key: string;
	release: string;
	first: number;
	/** When the gateway received the first one of them. */
	received: number;
	/** The one that reaches the decision's `untilCount`; 0 if it is in another release, or there is none. */
	reaching: number;
	reachingReceived: number;
	/** The first one after the decision's `untilTime`; 0 if there is none. */
	afterEnd: number;
	afterEndReceived: number;
}

type Source = Pick<ReportContext, "runSql" | "now"> & { site: { siteId: number } };

const laterOf = async (
	{ runSql, site }: Source,
	decisions: readonly ErrorDecision[],
	groups: ErrorGroups,
): Promise<Later[]> => {
	const times = decisions.map(({ decidedAt }) => decidedAt.getTime());
	return runSql<Later>(
		`
  SELECT
    key,
    release,
    toUnixTimestamp64Milli(min(timestamp)) AS first,
    toUnixTimestamp64Milli(min(received_at)) AS received,
    toUnixTimestamp64Milli(minIf(timestamp, nth = most)) AS reaching,
    toUnixTimestamp64Milli(minIf(received_at, nth = most)) AS reachingReceived,
    toUnixTimestamp64Milli(minIf(timestamp, toUnixTimestamp64Milli(timestamp) >= ending)) AS afterEnd,
    toUnixTimestamp64Milli(minIf(received_at, toUnixTimestamp64Milli(timestamp) >= ending)) AS afterEndReceived
  FROM (
    SELECT
      ${CANONICAL_ERROR_ID} AS key,
      release,
      timestamp,
      received_at,
      row_number() OVER (PARTITION BY key ORDER BY timestamp, source_offset) AS nth,
      transform(key, {keys:Array(String)}, {counts:Array(Int64)}, toInt64(-1)) AS most,
      transform(key, {keys:Array(String)}, {ends:Array(Int64)}, toInt64(0)) AS ending
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
      AND type = 'error' AND key IN {keys:Array(String)}
      AND toUnixTimestamp64Milli(timestamp) > transform(key, {keys:Array(String)}, {times:Array(Int64)}, toInt64(0))
  )
  GROUP BY key, release
  ORDER BY first`,
		{
			...groups.parameters,
			site: site.siteId,
			since: Math.min(...times),
			keys: decisions.map(({ errorId }) => errorId),
			times,
			counts: decisions.map(({ untilCount }) => untilCount ?? -1),
			ends: decisions.map(({ untilTime }) => untilTime?.getTime() ?? 0),
		},
	);
};

/** When a site first sent events of releases. */
const firstSeenOf = async (
	{ runSql, site }: Source,
	releases: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
	if (releases.length === 0) return new Map();
	const rows = await runSql<{ release: string; first: number }>(
		`
  SELECT release, toUnixTimestamp64Milli(min(timestamp)) AS first
  FROM events
  WHERE site_id = {site:UInt32} AND release IN {releases:Array(String)}
  GROUP BY release`,
		{ site: site.siteId, releases: [...releases] },
	);
	return new Map(rows.map(({ release, first }) => [release, first]));
};

/** Which occurrence ended a decision, and when the gateway received it, in ms since the epoch. */
interface Ended {
	state: StateName;
	at: number;
	received: number;
}

const earliest = (candidates: readonly Ended[]): Ended | undefined =>
	candidates.toSorted((one, other) => one.at - other.at)[0];

const endOfResolution = (
	decision: ErrorDecision,
	later: readonly Later[],
	firstSeen: ReadonlyMap<string, number>,
): Ended | undefined => {
	const { release: resolvedIn, decidedAt } = decision;
	return earliest(
		later
			.filter(
				({ release }) =>
					resolvedIn === null || isNotOlder(release, resolvedIn, firstSeen, decidedAt.getTime()),
			)
			.map(({ first, received }) => ({ state: "came_back", at: first, received })),
	);
};

const endOfIgnoring = (
	{ untilCount, untilTime }: ErrorDecision,
	later: readonly Later[],
	now: number,
): Ended | undefined => {
	if (untilCount !== null)
		return earliest(
			later
				.filter(({ reaching }) => reaching > 0)
				.map((row) => ({ state: "new", at: row.reaching, received: row.reachingReceived })),
		);
	if (untilTime === null || now < untilTime.getTime()) return undefined;
	const [next] = later
		.filter(({ afterEnd }) => afterEnd > 0)
		.map(({ afterEnd, afterEndReceived }) => ({ at: afterEnd, received: afterEndReceived }))
		.toSorted((one, other) => one.at - other.at);
	return { state: "new", at: untilTime.getTime(), received: next?.received ?? 0 };
};

/** The state of an error with a decision. */
export interface DecidedState extends ErrorState {
	/** When the gateway received the occurrence that ended the decision, in ms since the epoch; 0 if none has. */
	endedBy: number;
}

/**
 * The states of the errors about which somebody has decided, by error. Nothing is stored when an error comes back: the state
 * follows from the decision and what has happened since.
 * @param given the latest first
 */
export const decidedStates = async (
	source: Source,
	given: readonly ErrorDecision[],
	groups: ErrorGroups,
): Promise<ReadonlyMap<string, DecidedState>> => {
	if (given.length === 0) return new Map();
	const decisions = decisionsByError(given, groups);
	const rows = await laterOf(source, decisions, groups);
	const later = new Map<string, Later[]>();
	for (const row of rows) later.set(row.key, [...(later.get(row.key) ?? []), row]);
	const compared = decisions.flatMap(({ errorId, release }) =>
		release === null
			? []
			: [release, ...(later.get(errorId) ?? []).map((row) => row.release)].filter(Boolean),
	);
	const firstSeen = await firstSeenOf(source, [...new Set(compared)]);
	return new Map(
		decisions.map((decision) => {
			const rowsOfOne = later.get(decision.errorId) ?? [];
			const ended =
				decision.state === "resolved"
					? endOfResolution(decision, rowsOfOne, firstSeen)
					: endOfIgnoring(decision, rowsOfOne, source.now);
			return [
				decision.errorId,
				{
					state: ended?.state ?? decision.state,
					since: new Date(ended?.at ?? decision.decidedAt).toISOString(),
					release: decision.release,
					untilCount: decision.untilCount,
					untilTime: decision.untilTime?.toISOString() ?? null,
					decidedAt: decision.decidedAt.toISOString(),
					decidedBy: decision.decidedBy,
					endedBy: ended?.received ?? 0,
				},
			] as const;
		}),
	);
};
