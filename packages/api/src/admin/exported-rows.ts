import { hexId } from "@footfall/reports/query/dimensions";
import type { ReportStore } from "@footfall/reports/report/report";

const ROWS_AT_ONCE = 5000;
/** How many events are aggregated into sessions at once, to bound memory. */
const EVENTS_AT_ONCE = 500_000;
const LIMITS = "SETTINGS max_execution_time = 300";

type ExportedRow = Record<string, unknown>;

/** Whose data is exported: a site's, or one of its users'. */
export interface DataOwner {
	site: number;
	user?: string;
}

/** 64-bit ids as the api writes them, and amounts as decimal text; JSON numbers would lose digits. */
const SOURCES = {
	events: `SELECT * REPLACE (${hexId("user_id")} AS user_id, ${hexId("session_id")} AS session_id, toString(revenue) AS revenue) FROM events`,
	bots: `SELECT * REPLACE (${hexId("user_id")} AS user_id) FROM bots`,
} as const;

/** The export's order; each page starts after the last row of the previous one. */
const KEY = "timestamp, source, source_offset, event_id";
const AFTER_LAST = `AND timestamp >= {timestamp:DateTime64(3, 'UTC')} AND (${KEY}) > (
	{timestamp:DateTime64(3, 'UTC')}, {source:String}, {source_offset:UInt64}, {event_id:String}
)`;

const keyOf = (row: ExportedRow) => ({
	timestamp: String(row["timestamp"]),
	source: String(row["source"]),
	source_offset: Number(row["source_offset"]),
	event_id: String(row["event_id"]),
});

/** All rows of a table by time, read in pages. */
export const exportedRows = async function* (
	store: ReportStore,
	table: keyof typeof SOURCES,
	{ site, user }: DataOwner,
) {
	const ofUser = user === undefined ? "" : "AND identified_user_id = {user:String}";
	let last: ExportedRow | undefined;
	for (;;) {
		const rows: ExportedRow[] = await store.query<ExportedRow>(
			`${SOURCES[table]} WHERE site_id = {site:UInt32} ${ofUser} ${last === undefined ? "" : AFTER_LAST}
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

/** A site's sessions with their times and pages. */
export const exportedSessions = async function* (store: ReportStore, { site }: DataOwner) {
	const [counted] = await store.query<{ count: number }>(
		`SELECT count() AS count FROM events WHERE site_id = {site:UInt32} ${LIMITS}`,
		{ site },
	);
	const parts = Math.ceil((counted?.count ?? 0) / EVENTS_AT_ONCE);
	for (let part = 0; part < parts; part++)
		yield* await store.query<ExportedRow>(
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

/** The daily sums of a table, read in pages. */
const exportedSums = (table: string, columns: string) =>
	async function* (store: ReportStore, { site }: DataOwner) {
		for (let offset = 0; ; offset += ROWS_AT_ONCE) {
			const rows = await store.query<ExportedRow>(
				`SELECT date, dimension, value, ${columns}
				FROM ${table} FINAL WHERE site_id = {site:UInt32}
				ORDER BY dimension, date, value, import_id, position
				LIMIT {limit:UInt32} OFFSET {offset:UInt64} ${LIMITS}`,
				{ site, limit: ROWS_AT_ONCE, offset },
			);
			yield* rows;
			if (rows.length < ROWS_AT_ONCE) return;
		}
	};

/** Daily figures from imports. */
export const exportedFigures = exportedSums(
	"imported_figures",
	"visitors, visits, pageviews, bounces, duration_seconds, events, platform",
);
/** What Google's search showed, from imports. */
export const exportedSearches = exportedSums("search_figures", "clicks, impressions, positions");

const ofUserId = (user: string | undefined) =>
	user === undefined ? "" : "AND user_id = {user:String}";

export const exportedTraits = async function* (store: ReportStore, owner: DataOwner) {
	yield* await store.query<ExportedRow>(
		`SELECT user_id, key, value, written_at FROM traits FINAL
		WHERE site_id = {site:UInt32} AND key != '' AND value != '' ${ofUserId(owner.user)}
		ORDER BY user_id, key ${LIMITS}`,
		{ ...owner },
	);
};

/** Devices with the users to whom they belong. */
export const exportedDevices = async function* (store: ReportStore, owner: DataOwner) {
	yield* await store.query<ExportedRow>(
		`SELECT ${hexId("device")} AS device, user_id, linked_at FROM aliases FINAL
		WHERE site_id = {site:UInt32} AND user_id != '' ${ofUserId(owner.user)}
		ORDER BY device ${LIMITS}`,
		{ ...owner },
	);
};
