import { errorMarksOfSites } from "@footfall/reports/alerts/error-marks-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import { type AlertWindow, WINDOW_MINUTES } from "./alert-rule.ts";
import type { FoundError } from "./conditions/untold-errors.ts";
import type { Planned } from "./planned-rule.ts";
import { countsOfAllSites } from "./questions/counts-of-all-sites.ts";
import type { Disturbances } from "./times-left-out.ts";

const MINUTE_MS = 60_000;
/** Sites that are asked for their errors in a minute, so that the work does not grow with the rules. */
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

/** By site, a text that is another one once somebody decided otherwise about its errors; `now` in ms since the epoch. */
export type ErrorDecisionMarks = (
	sites: readonly number[],
	now: number,
) => Promise<ReadonlyMap<number, string>>;

/** Where errors and decisions about them are found. */
export interface FindingErrors {
	runSql: RunSql;
	newErrorsOf: NewErrorsOf;
	decisionMarks: ErrorDecisionMarks;
}

/** A site with an occurrence in a window. */
interface Affected {
	site: number;
	/** Of the window and the site. */
	key: string;
	/** Stands for everything that the site's new errors follow from. */
	mark: string;
}

/** The sites with an occurrence between two instants. */
const affectedSites = async (
	{ runSql, decisionMarks }: FindingErrors,
	{ window, sites, from, now }: { window: string; sites: number[]; from: number; now: number },
): Promise<Affected[]> => {
	const range = { sites, leavingOut: [], from, to: now };
	const counts = await countsOfAllSites(runSql, range, ["errors"]);
	const affected = [...counts].filter(([, one]) => (one.counts.errors ?? 0) > 0);
	if (affected.length === 0) return [];
	const numbers = affected.map(([site]) => site);
	const received = await errorMarksOfSites(runSql, { sites: numbers, since: from });
	const decided = await decisionMarks(numbers, now);
	return numbers.map((site) => ({
		...{ site, key: `${window} ${site}` },
		mark: `${received.get(site)} ${decided.get(site)}`,
	}));
};

/**
 * Finds the errors of sites with an occurrence in the window, by window and site, such as `1h 7`. A site is asked again
 * once an occurrence was received or has left the window, or somebody decided otherwise; some sites a minute, those
 * first that waited longest. The others are missing.
 */
export const createFindNewErrors = (finding: FindingErrors) => {
	const askedAt = new Map<string, number>();
	const waitingSince = ({ key }: Affected) => askedAt.get(key) ?? 0;
	let answers = new Map<string, { mark: string; errors: FoundError[] }>();

	const ask = async ({ site, key, mark }: Affected, from: number, now: number) => {
		const since = Math.max(Math.min(from, askedAt.get(key) ?? from), now - LONGEST_MS);
		askedAt.set(key, now);
		const errors = await finding.newErrorsOf(site, since);
		// What is of a longer time than the window is not the answer of the next minute.
		if (since === from) answers.set(key, { mark, errors });
		return errors;
	};

	/** Forgets the answers of a window but for those that still hold. */
	const keepOnly = (window: string, unchanged: readonly Affected[]): void => {
		const keys = new Set(unchanged.map(({ key }) => key));
		answers = new Map(
			[...answers].filter(([key]) => !key.startsWith(`${window} `) || keys.has(key)),
		);
	};

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
			const affected = await affectedSites(finding, { window, sites, from, now });
			const isUnchanged = ({ key, mark }: Affected) => answers.get(key)?.mark === mark;
			const unchanged = affected.filter(isUnchanged);
			keepOnly(window, unchanged);
			for (const { key } of unchanged) {
				askedAt.set(key, now);
				found.set(key, answers.get(key)?.errors ?? []);
			}
			const changed = affected
				.filter((one) => !isUnchanged(one))
				.sort((one, other) => waitingSince(one) - waitingSince(other));
			for (const { key } of changed.slice(MOST_SITES)) found.delete(key);
			for (const one of changed.slice(0, MOST_SITES)) found.set(one.key, await ask(one, from, now));
		}
		return found;
	};
};
