import type { CountsOfSite, PlainCount } from "@footfall/reports/alerts/counts-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import { type AlertWindow, WINDOW_MINUTES } from "./alert-rule.ts";
import { createAskSites } from "./ask-sites.ts";
import { createFindNewErrors, type NewErrorsOf } from "./find-new-errors.ts";
import { type Knowledge, type KnownRule, LOOK_BACK_MS } from "./known-rules.ts";
import { type Measurement, measurementOf } from "./measurement-of.ts";
import { type Planned, plan, seriesOf } from "./planned-rule.ts";
import { countsOfAllSites } from "./questions/counts-of-all-sites.ts";
import { failureOf } from "./questions/failure-of.ts";
import type { SeriesCache } from "./series-cache.ts";
import { createTimesLeftOut, type TimesLeftOut } from "./times-left-out.ts";
import { windowMs } from "./verdict-of.ts";

const MINUTE_MS = 60_000;
/** Series read in a minute, so that the work does not grow with the rules. */
const MOST_SERIES = 60;
/** In this time, some site of an installation with several has an event. */
const ACTIVE_MS = 10 * MINUTE_MS;

/** Every how many minutes windows are counted: long ones change slowly. */
const EVERY: Readonly<Record<AlertWindow, number>> = {
	"5m": 1,
	"15m": 1,
	"1h": 1,
	"6h": 5,
	"1d": 15,
};

/** Asking for what rules need: `now` is the beginning of a minute, ms since the epoch. */
interface Reading {
	runSql: RunSql;
	knowledge: Knowledge;
	now: number;
}

/** Counts of all sites with such rules, by window. */
const countsByWindow = async (
	planned: readonly Planned[],
	{ runSql, knowledge, now }: Reading,
): Promise<Map<AlertWindow, Map<number, CountsOfSite>>> => {
	const found = new Map<AlertWindow, Map<number, CountsOfSite>>();
	for (const window of Object.keys(WINDOW_MINUTES) as AlertWindow[]) {
		const counted = planned.filter(
			({ known, isPlain, needsValue }) => isPlain && needsValue && known.rule.window === window,
		);
		if (counted.length === 0) continue;
		const metrics = [...new Set(counted.map(({ metric }) => metric as PlainCount))];
		const sites = [...new Set(counted.map(({ known }) => known.siteId))];
		const leavingOut = sites.filter((site) => knowledge.sites.get(site)?.countSuspected === false);
		const from = now - WINDOW_MINUTES[window] * MINUTE_MS;
		found.set(
			window,
			await countsOfAllSites(runSql, { sites, leavingOut, from, to: now }, metrics),
		);
	}
	return found;
};

/** Reads the past that is missing, of some series in each minute; why it could not be read, by rule. */
const readSeries = async (
	planned: readonly Planned[],
	{ runSql, knowledge, now }: Reading,
	{ cache, timesLeftOut }: { cache: SeriesCache; timesLeftOut: TimesLeftOut },
): Promise<Map<KnownRule, string>> => {
	const failures = new Map<KnownRule, string>();
	let reads = 0;
	for (const one of planned) {
		const site = knowledge.sites.get(one.known.siteId);
		if (!one.needsSeries || site === undefined) continue;
		const of = seriesOf(one, site.timeZone);
		if (!cache.needsRead(of, now)) continue;
		if (++reads > MOST_SERIES) break;
		try {
			const span = { from: now - LOOK_BACK_MS, to: now };
			const leftOut = await timesLeftOut.read(site, knowledge, span);
			await cache.refresh({ runSql, site, goals: knowledge.goals, now }, of, leftOut);
		} catch (error) {
			failures.set(one.known, failureOf(error));
		}
	}
	return failures;
};

/** The series that rules compare with, whether they are due or not. */
const seriesNeeded = (planned: readonly Planned[], { sites }: Knowledge) =>
	planned.flatMap((one) => {
		const site = sites.get(one.known.siteId);
		return one.needsSeries && site ? [seriesOf(one, site.timeZone)] : [];
	});

/** Measures what rules watch, minute by minute, in few statements. */
export const createMeasureRules = ({
	runSql,
	cache,
	newErrorsOf,
}: {
	runSql: RunSql;
	cache: SeriesCache;
	newErrorsOf: NewErrorsOf;
}) => {
	const lastAt = new Map<number, number>();
	const findNewErrors = createFindNewErrors({ runSql, newErrorsOf });
	const askSites = createAskSites(runSql);
	const timesLeftOut = createTimesLeftOut(runSql);

	/** The sites that had an event in the last minutes. */
	const activeSites = async (sites: readonly number[], now: number): Promise<Set<number>> => {
		const window = { sites, leavingOut: [], from: now - ACTIVE_MS, to: now };
		const active = await countsOfAllSites(runSql, window, []);
		for (const [site, one] of active) lastAt.set(site, one.lastAt);
		return new Set(active.keys());
	};

	return {
		/** What each of the rules is now; those that are not due are missing. */
		measure: async (
			rules: readonly KnownRule[],
			knowledge: Knowledge,
			minuteStart: number,
		): Promise<Map<KnownRule, Measurement>> => {
			const now = minuteStart;
			const minute = Math.floor(now / MINUTE_MS);
			const planned = rules.map(plan);
			const isDue = ({ known, isPlain }: Planned) =>
				!isPlain || minute % EVERY[known.rule.window] === 0 || known.state === "pending";
			const due = planned.filter(isDue);
			const sites = [...new Set(rules.map(({ siteId }) => siteId))];
			const active = await activeSites(sites, now);
			const isIdle = ({ siteId, rule }: KnownRule): boolean => {
				const last = lastAt.get(siteId);
				return !active.has(siteId) && last !== undefined && last < now - windowMs(rule);
			};
			const reading = { runSql, knowledge, now };
			const counts = await countsByWindow(due, reading);
			const errors = await findNewErrors(due, now);
			const failures = await readSeries(due, reading, { cache, timesLeftOut });
			const asked = await askSites(due, knowledge, { now, isIdle });
			const isOutage = active.size === 0 && sites.length > 2;
			const results = new Map<KnownRule, Measurement>();
			for (const one of due) {
				const measurement = measurementOf(one, {
					...{ now, knowledge, counts, errors, failures, asked, isOutage, cache },
					lastAt: lastAt.get(one.known.siteId),
					leftOut: timesLeftOut.known(one.known.siteId, knowledge),
				});
				if (measurement) results.set(one.known, measurement);
			}
			if (minute % 60 === 0) cache.keepOnly(seriesNeeded(planned, knowledge));
			return results;
		},
	};
};
