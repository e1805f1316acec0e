import type { PlainCount } from "@footfall/reports/alerts/counts-of-sites";
import { eventsOfSites } from "@footfall/reports/alerts/events-of-sites";
import { hourlyCountsOfSites } from "@footfall/reports/alerts/hourly-counts-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import { chunks } from "./chunks.ts";
import { isOverloaded } from "./failure-of.ts";
import { grouped } from "./grouped.ts";

const HOUR_MS = 3_600_000;
/** Sites of a statement that continues series: it reads the last day of them. */
const MOST_SITES = 1_000;
/** Statements in a minute that continue series: those of ten thousand sites take some minutes of each hour. */
const MOST_CONTINUED = 12;
/** Sites whose past is read in a minute, and how many events of it, all together and in one statement. */
const MOST_WHOLE_SITES = 200;
const MOST_EVENTS = 4_000_000;
const MOST_EVENTS_AT_ONCE = 2_000_000;
/** What a site with fewer events counts as, because each has a row of hours. */
const LEAST_EVENTS = MOST_EVENTS_AT_ONCE / MOST_WHOLE_SITES;
/** How fast the limits of statements recover after one took too much, by statement. */
const RECOVERY = 1.02;

/** Hours to be read of a count of a site. */
export interface MissingCounts {
	siteId: number;
	metric: PlainCount;
	leavesOutSuspected: boolean;
	/** Hours since the epoch, like `to`, which is not part of them. */
	from: number;
	to: number;
	/** Whether all of the past is read. */
	isWhole: boolean;
	/** The hour since which it waits; 0 for what was never read. */
	since: number;
}

/** Where what was read is kept. */
type Keep<Missing> = (missing: Missing, values: Float32Array) => Promise<void>;

const byWaiting = (one: MissingCounts, other: MissingCounts) => one.since - other.since;

/** The same hours and metric of several sites, in one statement. */
const readHours = async <Missing extends MissingCounts>(
	runSql: RunSql,
	group: readonly Missing[],
	keep: Keep<Missing>,
): Promise<void> => {
	const [first] = group;
	if (first === undefined) return;
	const window = {
		sites: group.map(({ siteId }) => siteId),
		leavingOut: group.filter((one) => one.leavesOutSuspected).map(({ siteId }) => siteId),
		...{ from: first.from * HOUR_MS, to: first.to * HOUR_MS },
	};
	const found = await hourlyCountsOfSites(runSql, window, first.metric);
	for (const one of group)
		await keep(one, found.get(one.siteId) ?? new Float32Array(first.to - first.from));
};

/**
 * Reads counts of many sites by hour: the last hours of all of them, and the past of some, those first that waited
 * longest. Where a statement takes too much time or memory, fewer sites are read at once from the next minute on.
 */
export const createReadTogether = (runSql: RunSql) => {
	/** What is read at once, as a share of the limits. */
	let share = 1;

	/** Reads groups until one takes too much. @returns a site that is too large even alone */
	const readGroups = async <Missing extends MissingCounts>(
		groups: readonly (readonly Missing[])[],
		keep: Keep<Missing>,
	): Promise<number[]> => {
		for (const group of groups)
			try {
				await readHours(runSql, group, keep);
				share = Math.min(1, share * RECOVERY);
			} catch (error) {
				if (!isOverloaded(error)) throw error;
				share /= 2;
				return group.length === 1 ? group.map(({ siteId }) => siteId) : [];
			}
		return [];
	};

	const wholeGroups = async <Missing extends MissingCounts>(
		missing: readonly Missing[],
	): Promise<Missing[][]> => {
		const [first] = missing;
		if (first === undefined) return [];
		const inOrder = [...missing].sort(byWaiting).map(({ siteId }) => siteId);
		const sites = [...new Set(inOrder)].slice(0, MOST_WHOLE_SITES);
		const events = await eventsOfSites(runSql, { sites, from: first.from * HOUR_MS });
		const eventsOf = (site: number) => Math.max(events.get(site) ?? 0, LEAST_EVENTS);
		const [ofMinute = []] = chunks(sites, MOST_EVENTS, eventsOf);
		return chunks(ofMinute, MOST_EVENTS_AT_ONCE * share, eventsOf).flatMap((chunk) => {
			const isOfChunk = new Set(chunk);
			const ofChunk = missing.filter(({ siteId }) => isOfChunk.has(siteId));
			return grouped(ofChunk, ({ metric }) => metric);
		});
	};

	/** @returns sites that are too large to be read like this */
	return async <Missing extends MissingCounts>(
		missing: readonly Missing[],
		keep: Keep<Missing>,
	): Promise<number[]> => {
		const continued = grouped(
			missing.filter(({ isWhole }) => !isWhole).sort(byWaiting),
			({ metric, from }) => `${metric} ${from}`,
		).flatMap((group) => chunks(group, Math.ceil(MOST_SITES * share)));
		const whole = missing.filter(({ isWhole }) => isWhole);
		return [
			...(await readGroups(continued.slice(0, MOST_CONTINUED), keep)),
			...(await readGroups(await wholeGroups(whole), keep)),
		];
	};
};
