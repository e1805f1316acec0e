import type { RunSql } from "@footfall/reports/report/report";
import { type AlertWindow, WINDOW_MINUTES } from "./alert-rule.ts";
import type { FoundError } from "./conditions/untold-errors.ts";
import type { Planned } from "./planned-rule.ts";
import { countsOfAllSites } from "./questions/counts-of-all-sites.ts";
import type { Disturbances } from "./times-left-out.ts";

const MINUTE_MS = 60_000;
/** Sites whose errors are looked at in a minute, so that the work does not grow with the rules. */
const MOST_SITES = 60;
/** Nobody needs to be told what was new long ago. */
const LONGEST_MS = 24 * 60 * MINUTE_MS;

/** The beginning of the window, or of the time before it in which nobody looked. */
const beginningOf = (
	window: AlertWindow,
	{ gaps }: Pick<Disturbances, "gaps">,
	now: number,
): number => {
	const from = now - WINDOW_MINUTES[window] * MINUTE_MS;
	const since = gaps.filter(({ to }) => to > from).map((gap) => gap.from);
	return Math.max(Math.min(from, ...since), now - LONGEST_MS);
};

/** The errors of a site that are new or came back since an instant, ms since the epoch. */
export type NewErrorsOf = (siteId: number, since: number) => Promise<FoundError[]>;

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

	return async (
		planned: readonly Planned[],
		disturbances: Pick<Disturbances, "gaps">,
		now: number,
	): Promise<Map<string, FoundError[]>> => {
		const found = new Map<string, FoundError[]>();
		const watching = planned.filter(({ known }) => known.rule.condition === "new_error");
		for (const window of new Set(watching.map(({ known }) => known.rule.window))) {
			const from = beginningOf(window, disturbances, now);
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
				const since = Math.max(Math.min(from, askedAt.get(key) ?? from), now - LONGEST_MS);
				askedAt.set(key, now);
				found.set(key, await newErrorsOf(site, since));
			}
		}
		return found;
	};
};
