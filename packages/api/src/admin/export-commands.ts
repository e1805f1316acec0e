import type { Database } from "../database/schema.ts";
import type { ReportStore } from "../reports/report.ts";
import type { Site } from "../sites/site.ts";
import type { Command } from "./dependencies.ts";
import { required } from "./options.ts";
import { siteOfOption } from "./site-commands.ts";

const ROWS_AT_ONCE = 5000;

type Row = Record<string, unknown>;

/** 64-bit ids as the api writes them; a JSON number would lose digits. */
const SOURCES = {
	events:
		"SELECT * REPLACE (lower(hex(user_id)) AS user_id, lower(hex(session_id)) AS session_id) FROM events",
	bots: "SELECT * REPLACE (lower(hex(user_id)) AS user_id) FROM bots",
} as const;

const line = (kind: string, row: unknown) => JSON.stringify({ kind, ...(row as Row) });

/** A table's rows of one site in the order of the log, some thousands at once. */
const rowsOf = async function* (
	store: ReportStore,
	table: keyof typeof SOURCES,
	{ site, user }: { site: number; user?: string },
): AsyncIterable<Row> {
	const where = user === undefined ? "" : "AND identified_user_id = {user:String}";
	for (let offset = 0; ; offset += ROWS_AT_ONCE) {
		const rows = await store.query<Row>(
			`${SOURCES[table]} WHERE site_id = {site:UInt32} ${where}
			ORDER BY site_id, timestamp, source, source_offset, event_id
			LIMIT {limit:UInt32} OFFSET {offset:UInt64}
			SETTINGS max_execution_time = 300, max_bytes_before_external_sort = 200000000`,
			{ site, limit: ROWS_AT_ONCE, offset, ...(user !== undefined && { user }) },
		);
		yield* rows;
		if (rows.length < ROWS_AT_ONCE) return;
	}
};

const traitsOf = (store: ReportStore, { site, user }: { site: number; user?: string }) =>
	store.query<Row>(
		`SELECT user_id, key, value, written_at FROM traits FINAL
		WHERE site_id = {site:UInt32} AND key != '' AND value != ''
		${user === undefined ? "" : "AND user_id = {user:String}"}
		ORDER BY user_id, key SETTINGS max_execution_time = 300`,
		{ site, ...(user !== undefined && { user }) },
	);

const definitionsOf = async function* (
	database: Database,
	{ siteId }: Site,
): AsyncIterable<string> {
	for (const table of ["goal", "funnel", "segment", "annotation"] as const) {
		const rows = await database
			.selectFrom(table)
			.selectAll()
			.where("siteId", "=", siteId)
			.execute();
		for (const row of rows) yield line(table, row);
	}
};

/** Everything of a site, a JSON object in each line. */
export const exportSite: Command = async function* ({ database, store }, options) {
	const site = await siteOfOption(database, options);
	const { privateLinkKey: _, ...shown } = site;
	yield line("site", shown);
	yield* definitionsOf(database, site);
	for (const trait of await traitsOf(store, { site: site.siteId })) yield line("trait", trait);
	for await (const row of rowsOf(store, "events", { site: site.siteId })) yield line("event", row);
	for await (const row of rowsOf(store, "bots", { site: site.siteId })) yield line("bot", row);
};

/** Everything that a site knows of one of its users, a JSON object in each line. */
export const exportPerson: Command = async function* ({ database, store }, options) {
	const { siteId: site } = await siteOfOption(database, options);
	const user = required(options, "user");
	for (const trait of await traitsOf(store, { site, user })) yield line("trait", trait);
	for await (const row of rowsOf(store, "events", { site, user })) yield line("event", row);
};
