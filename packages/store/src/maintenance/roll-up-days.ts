import { randomBytes } from "node:crypto";
import type { EventStore, Statements } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { totalsOfDays } from "../rolled-up-days/day-totals.ts";
import {
	DAY_DIGEST,
	SESSION_DAY_COLUMNS,
	sessionRowsFromEvents,
} from "../rolled-up-days/session-day-columns.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day is rolled up this long after its end, because events still arrive. */
const SETTLED_MS = HOUR_MS;
/** Days of one statement are limited by their events: memory depends on this number. */
const EVENTS_AT_ONCE = 100_000;
/** The maximum, since a statement lists each of them. */
const DAYS_AT_ONCE = 300;
/** Reports may still be reading a day's previous rows. */
const KEPT_MS = HOUR_MS;
const LIMITS =
	"max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000";

/** A site's day (UTC) as days since 1970, and the digest of its events: 64 bits as decimal text. */
interface Day {
	site: number;
	day: number;
	events: number;
	digest: string;
}

/** Days whose events have changed since their roll-up, or that have none, the latest first. */
const daysToRollUp = (
	store: Pick<EventStore, "query">,
	{ before, leastEvents }: { before: number; leastEvents: number },
): Promise<Day[]> =>
	store.query<Day>(
		`SELECT site_id AS site, toUInt32(day) AS day, events, toString(digest) AS digest
		FROM (
			SELECT site_id, toDate(timestamp) AS day, count() AS events, ${DAY_DIGEST} AS digest
			FROM events WHERE toDate(timestamp) < toDate({before:UInt32})
			GROUP BY site_id, toDate(timestamp)
		)
		WHERE events >= {leastEvents:UInt64} AND (site_id, day, events, digest) NOT IN (
			SELECT site_id, day, events, digest FROM sealed_days FINAL WHERE has_totals = 1
		)
		ORDER BY day DESC, site
		SETTINGS ${LIMITS}`,
		{ before, leastEvents },
	);

/** Groups neighbouring days so that each group has enough events for a statement. */
const groupsOf = (days: readonly Day[]): Day[][] => {
	const groups: Day[][] = [];
	let events = 0;
	for (const day of days) {
		const last = groups.at(-1);
		const isFull = last?.length === DAYS_AT_ONCE || events + day.events > EVENTS_AT_ONCE;
		if (last === undefined || isFull) {
			groups.push([day]);
			events = day.events;
		} else {
			last.push(day);
			events += day.events;
		}
	}
	return groups;
};

/** `timestamp` first, because it is the table's sort key. */
const OF_DAYS = `site_id IN {sites:Array(UInt32)}
	AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;
const AMONG =
	"IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day))";
const SEAL = "cityHash64({batch:UInt64}, site_id, day)";

const IN_DAYS = `${OF_DAYS} AND (site_id, toDate(timestamp)) ${AMONG}`;
/** Sessions of these days that have rows for other days. */
const ELSEWHERE = `SELECT site_id, session_id FROM visits
	WHERE site_id IN {sites:Array(UInt32)} AND (site_id, day) NOT ${AMONG}
		AND session_id IN (SELECT session_id FROM events WHERE ${IN_DAYS})`;
/** Sessions that continue after these days, or started before them: nearly all of those that have other rows. */
const AROUND = `SELECT site_id, session_id FROM events
	WHERE site_id IN {sites:Array(UInt32)}
		AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${DAY_MS}, 'UTC')
		AND timestamp < fromUnixTimestamp64Milli({to:Int64} + ${DAY_MS}, 'UTC')
		AND (site_id, toDate(timestamp)) NOT ${AMONG}`;

const rowsOfDays = sessionRowsFromEvents(SESSION_DAY_COLUMNS, {
	where: IN_DAYS,
	keys: ["site_id", "toDate(events.timestamp) AS day"],
	more: (act) => [
		"least(uniqExact(events.user_id, events.identified_user_id), 255) AS people",
		"groupUniqArray(events.source) AS sources",
		`toUInt32(countIf(${act})) AS acts`,
	],
});
const STORED = [
	...["site_id", "day", "session_id", "people", "sources", "acts"],
	...SESSION_DAY_COLUMNS,
];
/** The visible time is needed only for the last page; without a view, that may be one of the day before. */
const SEEN = "arrayFilter(time -> pageviews = 0 OR time.1 = last_page, seen)";

const MAKE = `
	INSERT INTO visits (${STORED.join(", ")}, seal, sealed_at, crosses)
	SELECT
		${STORED.map((name) => (name === "seen" ? SEEN : name)).join(", ")},
		${SEAL}, now(),
		count() OVER (PARTITION BY site_id, session_id) > 1
			OR (site_id, session_id) IN (${ELSEWHERE}) OR (site_id, session_id) IN (${AROUND})
	FROM (${rowsOfDays})
	SETTINGS ${LIMITS}, max_partitions_per_insert_block = 0`;

const MAKE_TOTALS = totalsOfDays(
	`site_id IN {sites:Array(UInt32)} AND (site_id, day) ${AMONG} AND seal = ${SEAL}`,
	LIMITS,
);

/** Rows of other days that treat a session as theirs alone do not include these: such days must be rolled up again. */
const INVALIDATE_NEIGHBOURS = `
	INSERT INTO sealed_days (site_id, day, seal, sealed_at, events, digest)
	SELECT DISTINCT site_id, day, 0, now64(3), 0, 0
	FROM visits
	WHERE site_id IN {sites:Array(UInt32)} AND crosses = 0 AND (site_id, day) NOT ${AMONG}
		AND seal IN (SELECT seal FROM sealed_days FINAL)
		AND (site_id, session_id) IN (
			SELECT site_id, session_id FROM visits WHERE site_id IN {sites:Array(UInt32)} AND crosses = 1
				AND (site_id, day) ${AMONG} AND seal = ${SEAL}
		)
	SETTINGS ${LIMITS}`;

/**
 * Days that changed meanwhile stay without a roll-up, as do days whose neighbour was meanwhile rolled up by another
 * process, or lost its totals to an erasure.
 */
const CONFIRM = `
	INSERT INTO sealed_days (site_id, day, seal, sealed_at, events, digest, has_totals)
	SELECT site_id, day, ${SEAL}, now64(3), events, digest, 1
	FROM (
		SELECT site_id, toDate(timestamp) AS day, count() AS events, ${DAY_DIGEST} AS digest
		FROM events
		WHERE site_id IN {sites:Array(UInt32)} AND toDate(timestamp) IN (SELECT toDate(arrayJoin({days:Array(UInt32)})))
		GROUP BY site_id, toDate(timestamp)
	)
	WHERE (site_id, day, events, digest) IN (
		SELECT one.1, toDate(one.2), one.3, one.4
		FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)}, {events:Array(UInt64)}, {digests:Array(UInt64)})) AS one)
	)
	AND (site_id, day) NOT IN (
		SELECT site_id, day FROM visits
		WHERE site_id IN {sites:Array(UInt32)} AND crosses = 0 AND (site_id, day) ${AMONG} AND seal = ${SEAL} AND (site_id, session_id) IN (${ELSEWHERE})
	)
	AND (site_id, day) IN (
		SELECT site_id, day FROM day_totals
		WHERE site_id IN {sites:Array(UInt32)} AND dimension = 'day' AND (site_id, day) ${AMONG} AND seal = ${SEAL}
	)
	SETTINGS ${LIMITS}`;

const rollUp = async (store: Statements, days: readonly Day[]): Promise<void> => {
	const numbers = days.map(({ day }) => day);
	const parameters = {
		sites: days.map(({ site }) => site),
		days: numbers,
		events: days.map(({ events }) => events),
		digests: days.map(({ digest }) => BigInt(digest)),
		from: Math.min(...numbers) * DAY_MS,
		to: (Math.max(...numbers) + 1) * DAY_MS,
		batch: randomBytes(8).readBigUInt64BE(),
	};
	for (const statement of [MAKE, ...MAKE_TOTALS, INVALIDATE_NEIGHBOURS, CONFIRM])
		await store.command(statement, parameters, { priority: "heavy" });
};

/** Deletes rows of seals that are no longer valid. */
const deleteStaleRows = async (store: Statements, now: number): Promise<void> => {
	const stale = `sealed_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
		AND seal NOT IN (SELECT seal FROM sealed_days FINAL)`;
	const bound = { before: now - KEPT_MS };
	for (const table of ["visits", "day_totals"]) {
		const [one] = await store.query(
			`SELECT 1 FROM ${table} WHERE ${stale} LIMIT 1 SETTINGS ${LIMITS}`,
			bound,
		);
		if (one !== undefined) await deleteRows(store, table, stale, bound);
	}
};

/**
 * Rolls up the days that are over into a row per session, for reports to read instead of the events, and again if
 * events were added or removed since. A day's rows count only while its events are those that they were computed
 * from, so that results do not depend on when or whether this runs.
 * @param options.leastEvents days with fewer events stay as they are
 * @param options.isOver checked between statements; when true, the rest is left for the next call
 * @param options.now ms since the epoch
 * @returns the number of days rolled up
 */
export const rollUpDays = async (
	store: Statements,
	{
		now,
		leastEvents,
		isOver = () => false,
	}: { now: number; leastEvents: number; isOver?: () => boolean },
): Promise<number> => {
	const before = Math.floor((now - SETTLED_MS) / DAY_MS);
	const days = await daysToRollUp(store, { before, leastEvents });
	let done = 0;
	for (const group of groupsOf(days)) {
		if (isOver()) return done;
		await rollUp(store, group);
		done += group.length;
	}
	await deleteStaleRows(store, now);
	return done;
};
