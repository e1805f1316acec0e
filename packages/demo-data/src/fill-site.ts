import { randomUUID } from "node:crypto";
import { type EventStore, linkDevices, versionOf, writeTraits } from "@footfall/store";
import { type DayOfTraffic, type TrafficOptions, trafficOf } from "./traffic.ts";
import type { EventRow } from "./visit.ts";

/** Rows of one insert: large enough to be cheap, small enough to leave the event loop to others in between. */
const ROWS_AT_ONCE = 5000;
/** Where the rows came from, as every row of the store says. */
const SOURCE = "demo";

const EVENT_COLUMNS = [
	"timestamp",
	"type",
	"event_name",
	"properties",
	"session_id",
	"user_id",
	"identified_user_id",
	"hostname",
	"pathname",
	"querystring",
	"page_title",
	"referrer",
	"channel",
	"url_parameters",
	"feature_flags",
	"browser",
	"browser_version",
	"operating_system",
	"operating_system_version",
	"device_type",
	"language",
	"screen_width",
	"screen_height",
	"country",
	"region",
	"city",
	"lat",
	"lon",
	"timezone",
	"lcp",
	"cls",
	"inp",
	"fcp",
	"ttfb",
	"ms_visible",
	"scroll_depth",
];
const BOT_COLUMNS = [
	"timestamp",
	"type",
	"user_id",
	"hostname",
	"pathname",
	"browser",
	"device_type",
	"country",
	"asn_org",
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
	"bot_category",
	"matched_ua_pattern",
	"bot_name",
	"bot_operator",
	"bot_purpose",
];

const EMPTY: Readonly<Record<string, unknown>> = {
	url_parameters: {},
	feature_flags: {},
	...Object.fromEntries(
		["lcp", "cls", "inp", "fcp", "ttfb", "ms_visible", "scroll_depth"].map((name) => [name, null]),
	),
};

export interface Filled {
	events: number;
	bots: number;
	users: number;
}

/** Writes rows to a table some thousand at a time, each with an id and a place of its own. */
const writerOf = (store: Pick<EventStore, "insert">, site: number, table: string) => {
	const columns = table === "bots" ? BOT_COLUMNS : EVENT_COLUMNS;
	// Each run's rows are told apart from those of another.
	const run = randomUUID();
	let waiting: unknown[][] = [];
	let count = 0;
	const flush = async () => {
		const rows = waiting;
		waiting = [];
		await store.insert(
			table,
			["site_id", "event_id", "source", "source_offset", "received_at", ...columns],
			rows,
		);
	};
	const write = async (rows: readonly EventRow[]) => {
		for (const row of rows) {
			const cells = columns.map((column) =>
				row[column] === undefined && column in EMPTY ? EMPTY[column] : (row[column] ?? null),
			);
			waiting.push([site, `${SOURCE}-${run}-${count}`, SOURCE, count, row["timestamp"], ...cells]);
			count += 1;
			if (waiting.length >= ROWS_AT_ONCE) await flush();
		}
	};
	return { write, flush, count: () => count };
};

const tellAbout = async (
	store: Pick<EventStore, "insert" | "command" | "query">,
	site: number,
	users: DayOfTraffic["users"],
) => {
	const known = users.flatMap((visitor) => (visitor.user ? [{ visitor, user: visitor.user }] : []));
	if (known.length === 0) return;
	await writeTraits(
		store,
		known.map(({ user: { id, traits, since } }) => ({
			site,
			user: id,
			traits,
			at: since,
			version: versionOf(since, 0),
		})),
	);
	await linkDevices(
		store,
		known.map(({ visitor, user: { id, since } }) => ({
			site,
			device: BigInt(visitor.id).toString(16).padStart(16, "0"),
			user: id,
			at: since,
			version: versionOf(since, 0),
		})),
	);
};

/** Fills a site with lifelike traffic; `progress` hears of each day. */
export const fillSite = async (
	store: Pick<EventStore, "insert" | "command" | "query">,
	site: number,
	options: TrafficOptions,
	progress: (day: number) => void = () => {},
): Promise<Filled> => {
	const events = writerOf(store, site, "events");
	const bots = writerOf(store, site, "bots");
	const users: DayOfTraffic["users"] = [];
	let day = 0;
	for (const traffic of trafficOf(options)) {
		await events.write(traffic.events);
		await bots.write(traffic.bots);
		users.push(...traffic.users);
		day += 1;
		progress(day);
	}
	await events.flush();
	await bots.flush();
	await tellAbout(store, site, users);
	return { events: events.count(), bots: bots.count(), users: users.length };
};
