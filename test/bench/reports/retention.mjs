import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteExpired, migrateStore, openStore, rollUpDays } from "@footfall/store";
import { printTable } from "../measuring/table.mjs";
import { DAY_MS, END, fillStore, LARGEST_SITE } from "./report-events.mjs";

/**
 * What it costs to remove expired events: months that no site keeps, which are dropped as whole parts, and the month
 * of the cut-off, whose parts are rewritten. EVENTS (1000000) of 20 sites in 90 days. Run after `npm run build`.
 */

const EVENTS = Number(process.env.EVENTS ?? 1_000_000);
const directory = mkdtempSync(join(tmpdir(), "footfall-retention-"));
const store = openStore({ directory });

const figures = async () => {
	const [{ events, bytes }] = await store.query(
		`SELECT (SELECT count() FROM events) AS events,
			(SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()) AS bytes`,
	);
	return { events, bytes };
};

const rows = [];
/** @param sites that keep their events for this many days; all others keep them forever */
const expire = async (name, days, sites) => {
	const before = await figures();
	const start = performance.now();
	const cpu = process.cpuUsage();
	await deleteExpired(
		store,
		async (all) =>
			new Map(
				(sites ?? all).map((site) => [site, { events: days, users: undefined, bots: undefined }]),
			),
		END,
	);
	const ms = Math.round(performance.now() - start);
	const { user, system } = process.cpuUsage(cpu);
	const after = await figures();
	rows.push([
		name,
		before.events - after.events,
		((before.bytes - after.bytes) / 1e6).toFixed(1),
		ms,
		Math.round((user + system) / 1000),
	]);
};

try {
	await migrateStore(store);
	await fillStore(store, EVENTS);
	await store.command("OPTIMIZE TABLE events FINAL");
	await rollUpDays(store, { now: END + DAY_MS, leastEvents: 10_000 });
	const { events, bytes } = await figures();
	const dayOfMonth = new Date(END).getUTCDate();
	// Up to the first of the month before: whole months are dropped.
	await expire("whole months of all sites, as whole parts", dayOfMonth - 1 + 31, undefined);
	await expire("ten days of one site, whose month is rewritten", dayOfMonth - 1 + 21, [
		LARGEST_SITE,
	]);
	await expire("nothing: the look every hour", dayOfMonth - 1 + 21, [LARGEST_SITE]);
	printTable(
		`${events.toLocaleString("en")} events of 20 sites in 90 days, ${(bytes / 1e6).toFixed(1)} MB.`,
		["what is removed", "events", "MB", "ms", "ms of CPU"],
		rows,
	);
} finally {
	await store.close();
	rmSync(directory, { recursive: true, force: true });
}
