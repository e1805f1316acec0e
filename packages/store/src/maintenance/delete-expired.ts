import type { Statements, WritableStore } from "../client/client.ts";
import { deleteRows } from "../client/delete-rows.ts";
import { inParts } from "../client/parameters.ts";
import { StoreError } from "../client/store-error.ts";
import { mutateSubjects, SUBJECT_DEVICES, SUBJECT_USERS } from "../people/mutation-subjects.ts";

const DAY_MS = 86_400_000;
const NO_SUCH_DATA_PART = 232;
const DROP_ATTEMPTS = 5;
/** Users and devices of one mutation. */
const SUBJECTS_AT_ONCE = 10_000;
const LIMITS = "SETTINGS max_execution_time = 300";

/** For how many days before today (UTC) a site's rows are kept; `undefined` = for good. */
export interface Retention {
	events: number | undefined;
	users: number | undefined;
	bots: number | undefined;
}
/** Resolves to the retention of some sites; sites that it omits keep everything. */
export type RetentionOf = (sites: readonly number[]) => Promise<ReadonlyMap<number, Retention>>;

/** A table partitioned by month, each row of which belongs to a day. */
interface MonthlyTable {
	name: string;
	/** The day as SQL. */
	day: string;
}
/** Events first: rows derived from them do not count without them. */
const OF_EVENTS: readonly MonthlyTable[] = [
	{ name: "events", day: "toDate(timestamp)" },
	{ name: "visits", day: "day" },
	{ name: "day_totals", day: "day" },
];
const OF_BOTS: MonthlyTable = { name: "bots", day: "toDate(timestamp)" };
const SMALL_TABLES: readonly MonthlyTable[] = [
	{ name: "sealed_days", day: "day" },
	{ name: "imported_figures", day: "date" },
	{ name: "search_figures", day: "date" },
];

/** The first day that each site keeps, as days since 1970. */
type FirstDays = ReadonlyMap<number, number>;

/** Days since 1970 of the first and last row of a site in a month or part. */
interface Stretch {
	site: number;
	/** `202601`. */
	month: number;
	first: number;
	last: number;
}

/** Grouped by day first: for events, a projection answers that without reading them. */
const stretchesOf = (store: Statements, { name, day }: MonthlyTable): Promise<Stretch[]> =>
	store.query<Stretch>(
		`SELECT site_id AS site, toYYYYMM(of_day) AS month, toUInt32(min(of_day)) AS first, toUInt32(max(of_day)) AS last
		FROM (SELECT site_id, ${day} AS of_day, count() FROM ${name} GROUP BY site_id, of_day)
		GROUP BY site_id, month ORDER BY month, site_id ${LIMITS}`,
		{},
		{ priority: "heavy" },
	);

const isOver = (firstDays: FirstDays, { site, last }: { site: number; last: number }): boolean =>
	last < (firstDays.get(site) ?? 0);

/** The parts of a month that contain nothing that any site keeps. */
const expiredParts = async (
	store: Statements,
	{ name, day }: MonthlyTable,
	month: number,
	firstDays: FirstDays,
): Promise<string[]> => {
	const rows = await store.query<{ part: string; site: number; last: number }>(
		`SELECT _part AS part, site_id AS site, toUInt32(max(${day})) AS last
		FROM ${name} WHERE toYYYYMM(${day}) = {month:UInt32}
		GROUP BY part, site_id ORDER BY part, site_id ${LIMITS}`,
		{ month },
		{ priority: "heavy" },
	);
	const kept = new Set(rows.filter((row) => !isOver(firstDays, row)).map(({ part }) => part));
	return [...new Set(rows.map(({ part }) => part))].filter((part) => !kept.has(part));
};

/** Drops a part as it was when checked; resolves to whether it was still there, rather than merged since. */
const dropPart = (store: Statements, name: string, part: string): Promise<boolean> =>
	store.command(`ALTER TABLE ${name} DROP PART '${part}'`).then(
		() => true,
		(error: unknown) => {
			if (error instanceof StoreError && error.code === NO_SUCH_DATA_PART) return false;
			throw error;
		},
	);

/** Drops the parts of a month that no site keeps. Those that are merged meanwhile, time and again, are left for the next run. */
const dropExpiredParts = async (
	store: Statements,
	table: MonthlyTable,
	month: number,
	firstDays: FirstDays,
): Promise<void> => {
	for (let attempt = 0; attempt < DROP_ATTEMPTS; attempt++) {
		let areThere = true;
		for (const part of await expiredParts(store, table, month, firstDays))
			areThere = (await dropPart(store, table.name, part)) && areThere;
		if (areThere) return;
	}
};

const boundDays = (firstDays: FirstDays, sites: readonly number[]) => ({
	sites,
	first: sites.map((site) => firstDays.get(site) ?? 0),
});
/** Each site is listed twice, with its first day. */
const sitesInParts = (sites: Iterable<number>) => inParts(sites, (site) => [site, site, site]);
const BEFORE_FIRST = (day: string) =>
	`has({sites:Array(UInt32)}, site_id)
		AND toUInt32(${day}) < transform(site_id, {sites:Array(UInt32)}, {first:Array(UInt32)}, toUInt32(0))`;

/**
 * Removes expired rows of a table: whole parts if no site keeps any of their rows, and otherwise single rows, which
 * rewrites the parts of that month. Resolves to whether there were any.
 */
const deleteOfTable = async (
	store: Statements,
	table: MonthlyTable,
	firstDays: FirstDays,
): Promise<boolean> => {
	const stretches = await stretchesOf(store, table);
	const months = new Map<number, Stretch[]>();
	for (const stretch of stretches)
		months.set(stretch.month, [...(months.get(stretch.month) ?? []), stretch]);
	let isFound = false;
	for (const [month, ofMonth] of months) {
		const begun = ofMonth.filter(({ site, first }) => first < (firstDays.get(site) ?? 0));
		if (begun.length === 0) continue;
		isFound = true;
		if (ofMonth.every((stretch) => isOver(firstDays, stretch)))
			await dropExpiredParts(store, table, month, firstDays);
		else {
			for (const sites of sitesInParts(begun.map(({ site }) => site)))
				await store.command(
					`ALTER TABLE ${table.name} DELETE IN PARTITION ID '${month}' WHERE ${BEFORE_FIRST(table.day)} SETTINGS mutations_sync = 1`,
					boundDays(firstDays, sites),
				);
		}
	}
	return isFound;
};

const deleteOfSmallTable = async (
	store: Statements,
	{ name, day }: MonthlyTable,
	firstDays: FirstDays,
): Promise<void> => {
	const condition = BEFORE_FIRST(day);
	for (const sites of sitesInParts(firstDays.keys())) {
		const bound = boundDays(firstDays, sites);
		const [one] = await store.query(
			`SELECT 1 AS found FROM ${name} WHERE ${condition} LIMIT 1 ${LIMITS}`,
			bound,
		);
		if (one !== undefined) await deleteRows(store, name, condition, bound);
	}
};

/** Users with an event, a trait or a link since a site's first day. */
const SEEN = `
	SELECT identified_user_id FROM events
	WHERE site_id = {site:UInt32} AND identified_user_id != '' AND toDate(timestamp) >= toDate({first:UInt32})
	UNION DISTINCT
	SELECT user_id FROM traits WHERE site_id = {site:UInt32} AND toDate(written_at) >= toDate({first:UInt32})
	UNION DISTINCT
	SELECT user_id FROM aliases WHERE site_id = {site:UInt32} AND toDate(linked_at) >= toDate({first:UInt32})`;
/** Users without any, and devices whose last user had none. */
const UNSEEN_USERS = `
	SELECT DISTINCT user_id AS user FROM traits
	WHERE site_id = {site:UInt32} AND user_id NOT IN (${SEEN})
	LIMIT ${SUBJECTS_AT_ONCE} ${LIMITS}`;
const UNSEEN_DEVICES = `
	SELECT leftPad(lower(hex(device)), 16, '0') AS device FROM aliases
	WHERE site_id = {site:UInt32} GROUP BY device HAVING argMax(user_id, version) NOT IN (${SEEN})
	LIMIT ${SUBJECTS_AT_ONCE} ${LIMITS}`;

/** Removes the traits and links of users who were inactive since then; resolves to whether there were any. */
const deleteUsers = async (store: WritableStore, site: number, first: number): Promise<boolean> => {
	for (let isFound = false; ; isFound = true) {
		const users = await store.query<{ user: string }>(
			UNSEEN_USERS,
			{ site, first },
			{ priority: "heavy" },
		);
		const devices = await store.query<{ device: string }>(
			UNSEEN_DEVICES,
			{ site, first },
			{ priority: "heavy" },
		);
		if (users.length + devices.length === 0) return isFound;
		await mutateSubjects(store, [...users, ...devices], async (mutation) => {
			const ofSite = "site_id = {site:UInt32}";
			if (users.length > 0)
				await deleteRows(store, "traits", `${ofSite} AND user_id IN ${SUBJECT_USERS}`, {
					...{ site, mutation },
				});
			if (devices.length > 0)
				await deleteRows(store, "aliases", `${ofSite} AND device IN ${SUBJECT_DEVICES}`, {
					...{ site, mutation },
				});
		});
	}
};

const sitesWithRows = async (store: Statements): Promise<number[]> => {
	const tables = ["events", "bots", "traits", "aliases", "imported_figures", "search_figures"];
	const rows = await store.query<{ site: number }>(
		`SELECT DISTINCT site FROM (${tables.map((name) => `SELECT site_id AS site FROM ${name} GROUP BY site_id`).join(" UNION ALL ")})
		ORDER BY site ${LIMITS}`,
	);
	return rows.map(({ site }) => site);
};

/**
 * Removes what sites no longer keep: whole days (UTC) before the first day kept. Resolves to the kinds of rows that
 * were removed.
 * @param now ms since the epoch
 */
export const deleteExpired = async (
	store: WritableStore,
	retentionOf: RetentionOf,
	now: number,
): Promise<(keyof Retention)[]> => {
	const retention = await retentionOf(await sitesWithRows(store));
	const today = Math.floor(now / DAY_MS);
	const firstDaysOf = (kind: keyof Retention): FirstDays =>
		new Map(
			[...retention].flatMap(([site, { [kind]: days }]) =>
				days === undefined ? [] : [[site, Math.max(0, today - days)] as const],
			),
		);
	const removed: (keyof Retention)[] = [];
	const events = firstDaysOf("events");
	if (events.size > 0) {
		const found: boolean[] = [];
		for (const table of OF_EVENTS) found.push(await deleteOfTable(store, table, events));
		for (const table of SMALL_TABLES) await deleteOfSmallTable(store, table, events);
		if (found.includes(true)) removed.push("events");
	}
	const bots = firstDaysOf("bots");
	if (bots.size > 0 && (await deleteOfTable(store, OF_BOTS, bots))) removed.push("bots");
	const users: boolean[] = [];
	for (const [site, first] of firstDaysOf("users"))
		users.push(await deleteUsers(store, site, first));
	if (users.includes(true)) removed.push("users");
	return removed;
};
