import type { RunSql } from "@footfall/reports/report/report";
import { WINDOW_MINUTES } from "./alert-rule.ts";
import type { WatchedError } from "./measurement-of.ts";
import type { Planned } from "./planned-rule.ts";
import { countsOfAllSites } from "./questions/counts-of-all-sites.ts";

const MINUTE_MS = 60_000;
/** Sites whose errors are looked at in a minute, so that the work does not grow with the rules. */
const MOST_SITES = 60;

/** The errors of a site that are new or came back since an instant, ms since the epoch. */
export type NewErrorsOf = (siteId: number, since: number) => Promise<WatchedError[]>;

/**
 * Finds the errors of sites with an occurrence in the window, by window and site, such as `1h 7`; some sites a minute,
 * those first that waited longest. The others are missing.
 */
export const createFindNewErrors = ({
	runSql,
	newErrorsOf,
}: {
	runSql: RunSql;
	newErrorsOf: NewErrorsOf;
}) => {
	const askedAt = new Map<string, number>();
	const waitingSince = (key: string) => askedAt.get(key) ?? 0;

	return async (planned: readonly Planned[], now: number): Promise<Map<string, WatchedError[]>> => {
		const found = new Map<string, WatchedError[]>();
		const watching = planned.filter(({ known }) => known.rule.condition === "new_error");
		for (const window of new Set(watching.map(({ known }) => known.rule.window))) {
			const from = now - WINDOW_MINUTES[window] * MINUTE_MS;
			const ofWindow = watching.filter(({ known }) => known.rule.window === window);
			const sites = [...new Set(ofWindow.map(({ known }) => known.siteId))];
			for (const site of sites) found.set(`${window} ${site}`, []);
			const counts = await countsOfAllSites(runSql, { sites, leavingOut: [], from, to: now }, [
				"errors",
			]);
			const affected = [...counts]
				.filter(([, one]) => (one.counts.errors ?? 0) > 0)
				.map(([site]) => ({ site, key: `${window} ${site}` }))
				.sort((one, other) => waitingSince(one.key) - waitingSince(other.key));
			for (const { key } of affected.slice(MOST_SITES)) found.delete(key);
			for (const { site, key } of affected.slice(0, MOST_SITES)) {
				const since = Math.min(from, askedAt.get(key) ?? from);
				askedAt.set(key, now);
				found.set(key, await newErrorsOf(site, since));
			}
		}
		return found;
	};
};
