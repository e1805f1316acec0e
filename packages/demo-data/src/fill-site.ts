import { randomUUID } from "node:crypto";
import { type EventStore, linkDevices, versionOf, writeTraits } from "@footfall/store";
import { type DayOfTraffic, type TrafficOptions, trafficOf } from "./traffic.ts";
import type { EventRow } from "./visit.ts";

/** Rows per insert: enough to be cheap, few enough not to block the event loop for long. */
const ROWS_AT_ONCE = 5000;
/** Users per statement, because its text is limited. */
const USERS_AT_ONCE = 2000;
/** The source column of the rows. */
const SOURCE = "demo";

/**
 * Inserts rows into a table in blocks, each row with its own source offset.
 * @param idOf the columns that tell a row of this run from those of others
 */
const createWriter = (
	store: Pick<EventStore, "insert">,
	{ site, table, idOf }: { site: number; table: string; idOf?: (count: number) => EventRow },
) => {
	let queued: EventRow[] = [];
	let count = 0;
	const flush = async () => {
		const rows = queued;
		queued = [];
		const columns = [...new Set(rows.flatMap(Object.keys))];
		// A map cannot be null; the other columns take null for their default.
		const cells = rows.map((row) =>
			columns.map((column) => row[column] ?? (column === "url_parameters" ? {} : null)),
		);
		if (rows.length > 0) await store.insert(table, columns, cells);
	};
	const write = async (rows: readonly EventRow[]) => {
		for (const row of rows) {
			queued.push({
				site_id: site,
				...idOf?.(count),
				source: SOURCE,
				source_offset: count,
				received_at: row["timestamp"],
				...row,
			});
			count += 1;
			if (queued.length >= ROWS_AT_ONCE) await flush();
		}
	};
	return { write, flush, count: () => count };
};

const identifyUsers = async (
	store: Pick<EventStore, "insert" | "command" | "query">,
	site: number,
	visitors: DayOfTraffic["users"],
) => {
	const users = visitors.flatMap(({ id: device, user }) => (user ? [{ device, ...user }] : []));
	if (users.length === 0) return;
	const writes = users.map(({ device, id: user, traits, since: at }) => ({
		...{ site, user, traits, at, version: versionOf(at, 0) },
		device: BigInt(device).toString(16).padStart(16, "0"),
	}));
	for (let first = 0; first < writes.length; first += USERS_AT_ONCE) {
		const some = writes.slice(first, first + USERS_AT_ONCE);
		await writeTraits(store, some);
		await linkDevices(store, some);
	}
};

export interface FillOptions extends TrafficOptions {
	/**
	 * Called after each day with the number of rows so far; the next day waits for it, and a failure stops the filling.
	 */
	afterDay?: (filled: { days: number; events: number }) => Promise<void>;
}

/** Fills a site with realistic traffic. */
export const fillSite = async (
	store: Pick<EventStore, "insert" | "command" | "query">,
	site: number,
	options: FillOptions,
) => {
	const run = randomUUID();
	const idOf = (count: number) => ({ event_id: `${SOURCE}-${run}-${count}` });
	const events = createWriter(store, { site, table: "events", idOf });
	const bots = createWriter(store, { site, table: "bots", idOf });
	const recordings = createWriter(store, { site, table: "replay_chunks" });
	const users: DayOfTraffic["users"] = [];
	let days = 0;
	for (const traffic of trafficOf(options)) {
		await events.write(traffic.events);
		await bots.write(traffic.bots);
		await recordings.write(traffic.recordings);
		users.push(...traffic.users);
		days += 1;
		await options.afterDay?.({ days, events: events.count() });
	}
	await events.flush();
	await bots.flush();
	await recordings.flush();
	await identifyUsers(store, site, users);
	return {
		events: events.count(),
		bots: bots.count(),
		users: users.length,
		recordings: recordings.count(),
	};
};
