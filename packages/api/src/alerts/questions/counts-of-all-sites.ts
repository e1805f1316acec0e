import {
	type CountsOfSite,
	countsOfSites,
	type ManySitesWindow,
	type PlainCount,
} from "@footfall/reports/alerts/counts-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import { chunks } from "./chunks.ts";

/** Sites of one statement: their numbers are bound as one array. */
const MOST_SITES = 1_000;

/** Counts of any number of sites in a window, by site; a site without an event is missing. */
export const countsOfAllSites = async (
	runSql: RunSql,
	{ sites, leavingOut, ...window }: ManySitesWindow,
	metrics: readonly PlainCount[],
): Promise<Map<number, CountsOfSite>> => {
	const found = new Map<number, CountsOfSite>();
	const strict = new Set(leavingOut);
	for (const chunk of chunks(sites, MOST_SITES)) {
		const ofChunk = {
			...{ ...window, sites: chunk },
			leavingOut: chunk.filter((site) => strict.has(site)),
		};
		for (const [site, counts] of await countsOfSites(runSql, ofChunk, metrics))
			found.set(site, counts);
	}
	return found;
};
