import type { CountsOfSite, PlainCount } from "@footfall/reports/alerts/counts-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import { type AlertWindow, WINDOW_MINUTES } from "./alert-rule.ts";
import { createAskSites } from "./ask-sites.ts";
import { createFindNewErrors, type FindingErrors } from "./find-new-errors.ts";
import type { Knowledge, KnownRule } from "./known-rules.ts";
import { type Measurement, measurementOf } from "./measurement-of.ts";
import { type Planned, plan } from "./planned-rule.ts";
import { countsOfAllSites } from "./questions/counts-of-all-sites.ts";
import { createReadSeries } from "./read-series.ts";
import type { SeriesCache } from "./series-cache.ts";
import { createTimesLeftOut } from "./times-left-out.ts";
import { windowMs } from "./verdict-of.ts";

const MINUTE_MS = 60_000;
/** In this time, some site of an installation with several has an event. */
const ACTIVE_MS = 10 * MINUTE_MS;
/** How far back events are looked for at first: an hour that has just begun is in no series. */
const FIRST_ACTIVE_MS = 2 * 60 * MINUTE_MS;
/** How long after it is due a rule that could not be measured yet says so. */
const OVERDUE_MS = 15 * MINUTE_MS;

/** Every how many minutes windows are counted: long ones change slowly. */
const EVERY: Readonly<Record<AlertWindow, number>> = {
	"5m": 1,
	"15m": 1,
	"1h": 1,
	"6h": 5,
	"1d": 15,
};

/** What the rules are now. */
export interface MeasuredMinute {
	/** Rules that are not due are missing. */
	measurements: ReadonlyMap<KnownRule, Measurement>;
	/** Rules that could not be measured for longer than they should wait. */
	overdue: ReadonlySet<KnownRule>;
}

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

/** Measures what rules watch, minute by minute, in few statements. */
export const createMeasureRules = ({
	runSql,
	cache,
	...finding
}: FindingErrors & { cache: SeriesCache }) => {
	const lastAt = new Map<number, number>();
	const findNewErrors = createFindNewErrors({ runSql, ...finding });
	const askSites = createAskSites(runSql);
	const timesLeftOut = createTimesLeftOut(runSql);
	const readSeries = createReadSeries({ runSql, cache, timesLeftOut });
	let measuredAt = new Map<number, number>();

	/** The sites that had an event in the last minutes. */
	const activeSites = async (sites: readonly number[], now: number): Promise<Set<number>> => {
		const length = lastAt.size === 0 ? FIRST_ACTIVE_MS : ACTIVE_MS;
		const window = { sites, leavingOut: [], from: now - length, to: now };
		const found = [...(await countsOfAllSites(runSql, window, []))];
		for (const [site, one] of found) lastAt.set(site, one.lastAt);
		const active = found.filter(([, one]) => one.lastAt >= now - ACTIVE_MS);
		return new Set(active.map(([site]) => site));
	};

	/** The rules that have waited for too long, given those that need nothing or were measured now. */
	const overdueOf = (
		rules: readonly KnownRule[],
		isKnown: (known: KnownRule) => boolean,
		now: number,
	): Set<KnownRule> => {
		const before = measuredAt;
		const lastOf = (known: KnownRule) =>
			isKnown(known) ? now : Math.min(before.get(known.alertId) ?? now, now);
		measuredAt = new Map(rules.map((known) => [known.alertId, lastOf(known)]));
		return new Set(
			rules.filter((known) => {
				const since = measuredAt.get(known.alertId) ?? now;
				return now - since > OVERDUE_MS + EVERY[known.rule.window] * MINUTE_MS;
			}),
		);
	};

	return {
		measure: async (
			rules: readonly KnownRule[],
			knowledge: Knowledge,
			minuteStart: number,
		): Promise<MeasuredMinute> => {
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
			const errors = await findNewErrors(due, knowledge, now);
			const failures = await readSeries.read(planned, reading);
			const asked = await askSites(due, knowledge, { now, isIdle });
			const isOutage = active.size === 0 && sites.length > 2;
			const measurements = new Map<KnownRule, Measurement>();
			for (const one of due) {
				const measurement = measurementOf(one, {
					...{ now, knowledge, counts, errors, failures, asked, isOutage, cache },
					lastAt: lastAt.get(one.known.siteId),
					leftOut: timesLeftOut.known(one.known.siteId, knowledge),
				});
				if (measurement) measurements.set(one.known, measurement);
			}
			if (minute % 60 === 0) readSeries.keepOnly(planned, knowledge);
			// Without any event, what was not measured is not what waits.
			const isKnown = (known: KnownRule) => isOutage || measurements.has(known);
			return { measurements, overdue: overdueOf(rules, isKnown, now) };
		},
	};
};
