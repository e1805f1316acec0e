import { hexId } from "@footfall/reports/query/dimensions";
import type { ReportStore } from "@footfall/reports/report/report";

const ROWS_AT_ONCE = 5000;
/** Sessions are put together from so many events at once, so that memory follows this number. */
const EVENTS_AT_ONCE = 500_000;
const LIMITS = "SETTINGS max_execution_time = 300";

export type Row = Record<string, unknown>;

/** Whose rows: a site's, or of it those of one of its users. */
export interface Whose {
	site: number;
	user?: string;
}

/** 64-bit ids as the api writes them; a JSON number would lose digits. */
const SOURCES = {
	events: `SELECT * REPLACE (${hexId("user_id")} AS user_id, ${hexId("session_id")} AS session_id) FROM events`,
	bots: `SELECT * REPLACE (${hexId("user_id")} AS user_id) FROM bots`,
} as const;

/** The order of the export; each page begins behind the last row of the one before. */
const KEY = "timestamp, source, source_offset, event_id";
const BEHIND = `AND timestamp >= {timestamp:DateTime64(3, 'UTC')} AND (${KEY}) > (
	{timestamp:DateTime64(3, 'UTC')}, {source:String}, {source_offset:UInt64}, {event_id:String}
)`;

const keyOf = (row: Row) => ({
	timestamp: String(row["timestamp"]),
	source: String(row["source"]),
	source_offset: Number(row["source_offset"]),
	event_id: String(row["event_id"]),
});

/** A table's rows by their times, some thousands at once. */
export const rowsOf = async function* (
	store: ReportStore,
	table: keyof typeof SOURCES,
	{ site, user }: Whose,
): AsyncIterable<Row> {
	const ofUser = user === undefined ? "" : "AND identified_user_id = {user:String}";
	let last: Row | undefined;
	for (;;) {
		const rows: Row[] = await store.query<Row>(
			`${SOURCES[table]} WHERE site_id = {site:UInt32} ${ofUser} ${last === undefined ? "" : BEHIND}
			ORDER BY site_id, ${KEY} LIMIT {limit:UInt32} ${LIMITS}`,
			{
				site,
				limit: ROWS_AT_ONCE,
				...(user !== undefined && { user }),
				...(last !== undefined && keyOf(last)),
			},
		);
		yield* rows;
		if (rows.length < ROWS_AT_ONCE) return;
		last = rows.at(-1);
	}
};

/** What a site's sessions come to: their times, their pages and where they began. */
export const sessionsOf = async function* (
	store: ReportStore,
	{ site }: Whose,
): AsyncIterable<Row> {
	const [counted] = await store.query<{ count: number }>(
		`SELECT count() AS count FROM events WHERE site_id = {site:UInt32} ${LIMITS}`,
		{ site },
	);
	const parts = Math.ceil((counted?.count ?? 0) / EVENTS_AT_ONCE);
	for (let part = 0; part < parts; part++)
		yield* await store.query<Row>(
			`SELECT ${hexId("events.session_id")} AS session_id, ${hexId("any(events.user_id)")} AS user_id,
				any(events.identified_user_id) AS identified_user_id, min(timestamp) AS session_start, max(timestamp) AS session_end,
				count() AS events, countIf(type = 'pageview') AS pageviews,
				argMinIf(pathname, (timestamp, source_offset), type = 'pageview') AS entry_page,
				argMaxIf(pathname, (timestamp, source_offset), type = 'pageview') AS exit_page
			FROM events WHERE site_id = {site:UInt32} AND events.session_id % {parts:UInt32} = {part:UInt32}
			GROUP BY events.session_id ORDER BY session_start, session_id ${LIMITS}`,
			{ site, parts, part },
		);
};

export const traitsOf = (store: ReportStore, { site, user }: Whose) =>
	store.query<Row>(
		`SELECT user_id, key, value, written_at FROM traits FINAL
		WHERE site_id = {site:UInt32} AND key != '' AND value != ''
		${user === undefined ? "" : "AND user_id = {user:String}"}
		ORDER BY user_id, key ${LIMITS}`,
		{ site, ...(user !== undefined && { user }) },
	);

/** What other products told of whole days, some thousands at once. */
export const figuresOf = async function* (store: ReportStore, { site }: Whose): AsyncIterable<Row> {
	for (let offset = 0; ; offset += ROWS_AT_ONCE) {
		const rows = await store.query<Row>(
			`SELECT date, dimension, value, visitors, visits, pageviews, bounces, duration_seconds, events
			FROM imported_figures FINAL WHERE site_id = {site:UInt32}
			ORDER BY dimension, date, value, import_id, position
			LIMIT {limit:UInt32} OFFSET {offset:UInt64} ${LIMITS}`,
			{ site, limit: ROWS_AT_ONCE, offset },
		);
		yield* rows;
		if (rows.length < ROWS_AT_ONCE) return;
	}
};

/** Devices and the users that they belong to. */
export const devicesOf = (store: ReportStore, { site, user }: Whose) =>
	store.query<Row>(
		`SELECT ${hexId("device")} AS device, user_id, linked_at FROM aliases FINAL
		WHERE site_id = {site:UInt32} AND user_id != ''
		${user === undefined ? "" : "AND user_id = {user:String}"}
		ORDER BY device ${LIMITS}`,
		{ site, ...(user !== undefined && { user }) },
	);
