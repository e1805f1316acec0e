import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillSite } from "@footfall/demo-data/fill-site";
import { migrateStore, openStore, rollUpDays } from "@footfall/store";

const DAY_MS = 86_400_000;
/** The period that the page shows, in days. */
export const DAYS = 28;
/** As in the example traffic. */
const EVENTS_PER_VISIT = 7.5;
/** The traffic grows: the later half of the days has this many times the average. */
const LATER_HALF = 1.125;
/** The number of events from which a site's days are rolled up. */
const LEAST_EVENTS = 10_000;

/**
 * Fills the first site of a product that has not been started yet, once: the given number of events in 28 days, and the
 * 28 days before them for comparison.
 * @returns the first and last day, both included; the last one is the last whole day at the time of filling
 */
export const fillDirectory = async (directory, events) => {
	const note = join(directory, "filled-until");
	if (!existsSync(note)) {
		mkdirSync(directory, { recursive: true });
		const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
		const store = openStore({ directory: join(directory, "store") });
		await migrateStore(store);
		const visitsPerDay = events / DAYS / EVENTS_PER_VISIT / LATER_HALF;
		await fillSite(store, 1, { seed: 1, days: 2 * DAYS, visitsPerDay, now: end - 1 });
		await rollUpDays(store, { now: end + DAY_MS, leastEvents: LEAST_EVENTS });
		await store.close();
		writeFileSync(note, String(end));
	}
	const end = Number(readFileSync(note, "utf8"));
	const day = (instant) => new Date(instant).toISOString().slice(0, 10);
	return { first: day(end - DAYS * DAY_MS), last: day(end - DAY_MS) };
};
