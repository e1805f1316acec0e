import { SESSION_MAX_MS } from "@footfall/shared/limits";
import type { EventStore } from "../client/client.ts";
import type { StatementParameters } from "../client/parameters.ts";
import { inParts } from "../client/parameters.ts";
import { IS_ACT } from "../rolled-up-days/column-sql.ts";
import type { Hash } from "./hash.ts";
import type { OpenSession, SessionKey } from "./sessions.ts";
import type { PageKey } from "./viewed-pages.ts";

/** The loader's state, read from the store to continue where a loader stopped. */

const LIMITS = "SETTINGS max_execution_time = 120";
/** Ids are read in slices of this length, so that an answer stays small; none crosses an hour. */
const SLICE_MS = 15 * 60 * 1000;
const TABLES = ["events", "bots"];

const text = (milliseconds: number) =>
	new Date(milliseconds).toISOString().slice(0, 23).replace("T", " ");

const OF_SOURCE = "AND source = {source:String}";

/** A time as bound text; the column's own type parses it. */
const timeParameter = (name: string) => `{${name}:DateTime64(3, 'UTC')}`;

/**
 * Offsets of a partition, starting at a given one, that are already stored; the index of offsets
 * finds them, however old the rows are.
 */
export const storedOffsets = async (
	store: EventStore,
	partition: string,
	from: number,
): Promise<Set<number>> => {
	const perTable = await Promise.all(
		TABLES.map((table) =>
			store.query<{ offset: number }>(
				`SELECT source_offset AS offset FROM ${table}
				WHERE source_offset >= {from:UInt64} AND source = {source:String} ${LIMITS}`,
				{ source: partition, from },
			),
		),
	);
	return new Set(perTable.flat().map(({ offset }) => offset));
};

/** Passes on the hash of `<site>/<event id>` of everything received in a span of time. */
export const eachStoredId = async (
	store: EventStore,
	{ from, to, source }: { from: number; to: number; source: string | undefined },
	maxDelayMs: number,
	take: (id: Hash, receivedAt: number) => void,
): Promise<void> => {
	const ofSource = source === undefined ? "" : OF_SOURCE;
	const parameters = { earliest: text(from - maxDelayMs), source: source ?? "" };
	for (const table of TABLES) {
		const slices = await store.query<{ start: number }>(
			`SELECT intDiv(toUnixTimestamp64Milli(received_at), ${SLICE_MS}) * ${SLICE_MS} AS start FROM ${table}
			WHERE timestamp >= ${timeParameter("earliest")}
				AND received_at >= ${timeParameter("from")} AND received_at < ${timeParameter("to")} ${ofSource}
			GROUP BY start ORDER BY start ${LIMITS}`,
			{ ...parameters, from: text(from), to: text(to) },
		);
		for (const { start } of slices) {
			const rows = await store.query<Hash>(
				`SELECT
					reinterpretAsUInt32(reverse(substring(digest, 1, 4))) AS high,
					reinterpretAsUInt32(reverse(substring(digest, 5, 4))) AS low
				FROM (
					SELECT MD5(concat(toString(site_id), '/', event_id)) AS digest FROM ${table}
					WHERE timestamp >= ${timeParameter("earliest")}
						AND received_at >= ${timeParameter("start")} AND received_at < ${timeParameter("end")} ${ofSource}
				) ${LIMITS}`,
				{ ...parameters, start: text(start), end: text(start + SLICE_MS) },
			);
			for (const row of rows) take(row, start);
		}
	}
};

const VISITOR = "leftPad(lower(hex(user_id)), 16, '0')";
const SESSION_COLUMNS = `
	site_id AS site,
	${VISITOR} AS visitor,
	identified_user_id AS identifiedUser,
	toString(session_id) AS id,
	toUnixTimestamp64Milli(min(timestamp)) AS first,
	toUnixTimestamp64Milli(max(timestamp)) AS last`;
/** A recording is part of its session, even after it is deleted. Events first: they tell who opened a session. */
const SESSION_TABLES = ["events", "replay_chunks", "deleted_recordings"];
/**
 * Whether a visitor opened the session before being identified: its acts were assigned to the user since, but its id is still
 * the one that `createSessions` made from its first act.
 */
const WAS_ANONYMOUS = `countIf(identified_user_id != '' AND session_id = reinterpretAsUInt64(reverse(substring(
	MD5(concat(toString(site_id), '/', ${VISITOR}, '//', event_id)), 1, 8)))) > 0`;

type Learn = (key: SessionKey, session: OpenSession) => void;

const learnFrom = async (
	store: EventStore,
	{
		where,
		having = "",
		havingOfEvents = having,
	}: { where: string; having?: string; havingOfEvents?: string },
	parameters: StatementParameters,
	learn: Learn,
): Promise<void> => {
	const anonymous = new Set<string>();
	for (const table of SESSION_TABLES) {
		const isEvents = table === "events";
		const rows = await store.query<SessionKey & OpenSession & { wasAnonymous: number }>(
			`SELECT ${SESSION_COLUMNS}, ${isEvents ? WAS_ANONYMOUS : "0"} AS wasAnonymous FROM ${table}
			WHERE timestamp >= ${timeParameter("from")} ${isEvents ? `AND ${IS_ACT}` : ""} ${where}
			GROUP BY site_id, user_id, identified_user_id, session_id ${isEvents ? havingOfEvents : having} ${LIMITS}`,
			parameters,
		);
		for (const { wasAnonymous, id, first, last, ...key } of rows) {
			if (wasAnonymous) anonymous.add(id);
			const identifiedUser = anonymous.has(id) ? "" : key.identifiedUser;
			learn({ ...key, identifiedUser }, { id, first, last });
		}
	}
};

/** Passes on the sessions with acts since a time, as whole sessions. */
export const eachStoredSession = (
	store: EventStore,
	{ from, source }: { from: number; source: string | undefined },
	learn: Learn,
): Promise<void> =>
	learnFrom(
		store,
		{
			where: source === undefined ? "" : OF_SOURCE,
			having: `HAVING max(timestamp) >= ${timeParameter("since")}`,
		},
		{ from: text(from - SESSION_MAX_MS), since: text(from), source: source ?? "" },
		learn,
	);

/** The same for some visitors, each around its own time; in order of time, so that a statement reads little. */
export const eachSessionOfVisitors = async (
	store: EventStore,
	wanted: readonly { key: SessionKey; from: number; to: number }[],
	learn: Learn,
): Promise<void> => {
	const spans = new Map<string, { key: SessionKey; from: number; to: number }>();
	for (const { key, from, to } of wanted) {
		const text = `${key.site}/${key.visitor}/${key.identifiedUser}`;
		const known = spans.get(text);
		if (known)
			Object.assign(known, { from: Math.min(known.from, from), to: Math.max(known.to, to) });
		else spans.set(text, { key, from, to });
	}
	const inOrder = [...spans.values()].sort((one, other) => one.from - other.from);
	for (const group of inParts(inOrder, ({ key }) => [key.site, key.visitor, key.identifiedUser]))
		await sessionsOfVisitors(
			store,
			group.map(({ key }) => key),
			{
				from: Math.min(...group.map(({ from }) => from)),
				to: Math.max(...group.map(({ to }) => to)),
			},
			learn,
		);
};

/** The views of a page load in one session. */
export interface StoredPage extends PageKey, SessionKey {
	session: string;
	/** ms since the epoch. */
	first: number;
	last: number;
}

/** Passes on the sessions in which some page loads were viewed between two times. */
export const eachViewedPage = async (
	store: EventStore,
	pages: readonly PageKey[],
	{ from, to }: { from: number; to: number },
	take: (page: StoredPage) => void,
): Promise<void> => {
	const distinct = [...new Map(pages.map((page) => [`${page.site}/${page.page}`, page])).values()];
	for (const group of inParts(distinct, ({ site, page }) => [site, page])) {
		const rows = await store.query<StoredPage>(
			`SELECT
				site_id AS site, page_id AS page,
				toString(session_id) AS session,
				leftPad(lower(hex(any(user_id))), 16, '0') AS visitor,
				any(identified_user_id) AS identifiedUser,
				toUnixTimestamp64Milli(min(timestamp)) AS first,
				toUnixTimestamp64Milli(max(timestamp)) AS last
			FROM events
			WHERE site_id IN {sites:Array(UInt32)} AND page_id IN {pages:Array(String)} AND type = 'pageview'
				AND timestamp >= ${timeParameter("from")} AND timestamp <= ${timeParameter("to")}
			GROUP BY site_id, page_id, session_id ${LIMITS}`,
			{
				sites: [...new Set(group.map(({ site }) => site))],
				pages: [...new Set(group.map(({ page }) => page))],
				from: text(from),
				to: text(to),
			},
		);
		for (const row of rows) take(row);
	}
};

const OWNERS =
	"(SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {visitors:Array(UInt64)}, {users:Array(String)})) AS key)";
const OF_OWNERS = `(site_id, user_id, identified_user_id) IN (SELECT key.1, key.2, key.3 FROM ${OWNERS})`;
/** Of visitors who were anonymous, whatever user their acts were assigned to since. */
const OF_ANONYMOUS_OWNERS = `(site_id, user_id) IN (SELECT key.1, key.2 FROM ${OWNERS} WHERE key.3 = '')`;

const sessionsOfVisitors = (
	store: EventStore,
	keys: readonly SessionKey[],
	{ from, to }: { from: number; to: number },
	learn: Learn,
): Promise<void> =>
	learnFrom(
		store,
		{
			where: `AND timestamp <= ${timeParameter("to")} AND site_id IN {sites:Array(UInt32)}
				AND (${OF_OWNERS} OR ${OF_ANONYMOUS_OWNERS})`,
			havingOfEvents: `HAVING wasAnonymous OR ${OF_OWNERS}`,
		},
		{
			sites: keys.map(({ site }) => site),
			visitors: keys.map(({ visitor }) => BigInt(`0x${visitor}`)),
			users: keys.map(({ identifiedUser }) => identifiedUser),
			from: text(from),
			to: text(to),
		},
		learn,
	);
