import { valuesOfSite } from "@footfall/reports/alerts/ask-site";
import {
	type CountsOfSite,
	countsOfSites,
	type PlainCount,
} from "@footfall/reports/alerts/counts-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { type AlertWindow, WINDOW_MINUTES } from "./alert-rule.ts";
import type { Knowledge, KnownRule } from "./known-rules.ts";
import {
	type AskedValue,
	type Measurement,
	measurementOf,
	type WatchedError,
} from "./measurement-of.ts";
import { vitalOf } from "./metric-of-rule.ts";
import { type Planned, plan, seriesOf } from "./planned-rule.ts";
import type { SeriesCache } from "./series-cache.ts";
import { windowMs } from "./verdict-of.ts";

const MINUTE_MS = 60_000;
/** Sites of one statement: their numbers are bound as one array. */
const MOST_SITES = 1_000;
/** Statements about single sites in a minute, so that the work does not grow with the rules. */
const MOST_QUESTIONS = 60;
const MOST_SERIES = 60;
const MOST_METRICS = 20;
/** In this time, some site of an installation with several has an event. */
const ACTIVE_MS = 10 * MINUTE_MS;

/** Every how many minutes windows are measured: long ones change slowly. Of single sites, whose statements cost more. */
const EVERY: Readonly<Record<AlertWindow, { counts: number; questions: number }>> = {
	"5m": { counts: 1, questions: 1 },
	"15m": { counts: 1, questions: 1 },
	"1h": { counts: 1, questions: 2 },
	"6h": { counts: 5, questions: 10 },
	"1d": { counts: 15, questions: 30 },
};

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
		items.slice(place * size, (place + 1) * size),
	);

const failureOf = (error: unknown): string => {
	if (error instanceof ApiError && error.status < 500)
		return [error.message, ...[error.fields["details"] ?? []].flat()].join("; ");
	throw error;
};

/** Measures what rules watch, minute by minute, in few statements. */
export const createMeasureRules = ({
	runSql,
	cache,
	newErrorsOf,
}: {
	runSql: RunSql;
	cache: SeriesCache;
	/** The errors of a site that are new or came back since an instant, ms since the epoch. */
	newErrorsOf: (siteId: number, since: number) => Promise<WatchedError[]>;
}) => {
	const lastAt = new Map<number, number>();
	const askedAt = new Map<string, number>();

	const leavingOut = (sites: readonly number[], knowledge: Knowledge) =>
		sites.filter((site) => knowledge.sites.get(site)?.countSuspected === false);

	/** Counts of all sites with such rules, by window. */
	const countAll = async (
		planned: readonly Planned[],
		knowledge: Knowledge,
		now: number,
	): Promise<Map<AlertWindow, Map<number, CountsOfSite>>> => {
		const found = new Map<AlertWindow, Map<number, CountsOfSite>>();
		for (const window of Object.keys(WINDOW_MINUTES) as AlertWindow[]) {
			const counted = planned.filter(
				({ known, isPlain, needsValue }) => isPlain && needsValue && known.rule.window === window,
			);
			if (counted.length === 0) continue;
			const metrics = [...new Set(counted.map(({ metric }) => metric as PlainCount))];
			const ofWindow = new Map<number, CountsOfSite>();
			const sites = [...new Set(counted.map(({ known }) => known.siteId))];
			for (const chunk of chunks(sites, MOST_SITES)) {
				const counts = await countsOfSites(
					runSql,
					{
						...{ sites: chunk, leavingOut: leavingOut(chunk, knowledge) },
						...{ from: now - WINDOW_MINUTES[window] * MINUTE_MS, to: now },
					},
					metrics,
				);
				for (const [site, one] of counts) ofWindow.set(site, one);
			}
			found.set(window, ofWindow);
		}
		return found;
	};

	/** The sites that had an event in the last minutes. */
	const activeSites = async (sites: readonly number[], now: number): Promise<Set<number>> => {
		const active = new Set<number>();
		for (const chunk of chunks(sites, MOST_SITES)) {
			const window = { sites: chunk, leavingOut: [], from: now - ACTIVE_MS, to: now };
			for (const [site, one] of await countsOfSites(runSql, window, [])) {
				active.add(site);
				lastAt.set(site, one.lastAt);
			}
		}
		return active;
	};

	/** The errors of sites with an occurrence in the window; some sites a minute, those first that waited longest. */
	const newErrors = async (
		planned: readonly Planned[],
		now: number,
	): Promise<Map<string, WatchedError[]>> => {
		const found = new Map<string, WatchedError[]>();
		const watching = planned.filter(({ known }) => known.rule.condition === "new_error");
		for (const window of new Set(watching.map(({ known }) => known.rule.window))) {
			const from = now - WINDOW_MINUTES[window] * MINUTE_MS;
			const ofWindow = watching.filter(({ known }) => known.rule.window === window);
			const sites = [...new Set(ofWindow.map(({ known }) => known.siteId))];
			for (const site of sites) found.set(`${window} ${site}`, []);
			const affected: string[] = [];
			for (const chunk of chunks(sites, MOST_SITES))
				for (const [site, { counts }] of await countsOfSites(
					runSql,
					{ sites: chunk, leavingOut: [], from, to: now },
					["errors"],
				))
					if ((counts.errors ?? 0) > 0) affected.push(`${window} ${site}`);
			const waitingSince = (key: string) => askedAt.get(key) ?? 0;
			affected.sort((one, other) => waitingSince(one) - waitingSince(other));
			for (const key of affected.slice(MOST_QUESTIONS)) found.delete(key);
			for (const key of affected.slice(0, MOST_QUESTIONS)) {
				const since = Math.min(from, askedAt.get(key) ?? from);
				askedAt.set(key, now);
				found.set(key, await newErrorsOf(Number(key.split(" ")[1]), since));
			}
		}
		return found;
	};

	/** Values that are asked of single sites: several metrics of the same filters in one question. */
	const askSites = async (
		planned: readonly Planned[],
		knowledge: Knowledge,
		{ now, active }: { now: number; active: ReadonlySet<number> },
	): Promise<Map<KnownRule, AskedValue>> => {
		const values = new Map<KnownRule, AskedValue>();
		const groups = new Map<string, Planned[]>();
		const minute = Math.floor(now / MINUTE_MS);
		for (const one of planned) {
			const { siteId, rule } = one.known;
			if (!one.needsValue || one.isPlain) continue;
			const last = lastAt.get(siteId);
			const isIdle = !active.has(siteId) && last !== undefined && last < now - windowMs(rule);
			if (isIdle) {
				values.set(one.known, { value: one.kind.isSum ? 0 : null, samples: 0 });
				continue;
			}
			const key = JSON.stringify([siteId, rule.window, rule.filters ?? null]);
			const every = EVERY[rule.window].questions;
			const isDue = (minute + siteId) % every === 0 || !askedAt.has(key);
			if (isDue) groups.set(key, [...(groups.get(key) ?? []), one]);
		}
		const oldestFirst = [...groups].sort(
			([one], [other]) => (askedAt.get(one) ?? 0) - (askedAt.get(other) ?? 0),
		);
		for (const [key, group] of oldestFirst.slice(0, MOST_QUESTIONS)) {
			askedAt.set(key, now);
			const [first] = group;
			const site = first && knowledge.sites.get(first.known.siteId);
			if (first === undefined || site === undefined) continue;
			for (const some of chunks(group, MOST_METRICS / 2)) {
				const metrics = some.flatMap(({ metric }) => {
					const vital = vitalOf(metric);
					return vital === undefined ? [metric] : [metric, `measurements(${vital})`];
				});
				const asked = [...new Set(metrics)];
				try {
					const answer = await valuesOfSite(
						{ runSql, site, goals: knowledge.goals, now },
						{
							...{ metrics: asked, filters: first.known.rule.filters },
							...{ from: now - windowMs(first.known.rule), to: now },
						},
					);
					const answered = (metric: string) => answer[asked.indexOf(metric)] ?? null;
					for (const { known, metric } of some) {
						const vital = vitalOf(metric);
						values.set(known, {
							value: answered(metric),
							...(vital && { samples: answered(`measurements(${vital})`) ?? 0 }),
						});
					}
				} catch (error) {
					const failure = failureOf(error);
					for (const { known } of some) values.set(known, { failure });
				}
			}
		}
		return values;
	};

	/** Reads the past that is missing, of some sites in each minute. */
	const readSeries = async (
		planned: readonly Planned[],
		knowledge: Knowledge,
		now: number,
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
				await cache.refresh(
					{ runSql, site, goals: knowledge.goals, now },
					of,
					knowledge.blind.filter(({ siteId }) => siteId === undefined || siteId === site.siteId),
				);
			} catch (error) {
				failures.set(one.known, failureOf(error));
			}
		}
		return failures;
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
				!isPlain || minute % EVERY[known.rule.window].counts === 0 || known.state === "pending";
			const due = planned.filter(isDue);
			const sites = [...new Set(rules.map(({ siteId }) => siteId))];
			const active = await activeSites(sites, now);
			const counts = await countAll(due, knowledge, now);
			const errors = await newErrors(due, now);
			const failures = await readSeries(due, knowledge, now);
			const asked = await askSites(due, knowledge, { now, active });
			const isOutage = active.size === 0 && sites.length > 2;
			const results = new Map<KnownRule, Measurement>();
			for (const one of due) {
				const measurement = measurementOf(one, {
					...{ now, knowledge, counts, errors, failures, asked, isOutage, cache },
					lastAt: lastAt.get(one.known.siteId),
				});
				if (measurement) results.set(one.known, measurement);
			}
			const needed = planned.flatMap((one) => {
				const site = knowledge.sites.get(one.known.siteId);
				return one.needsSeries && site ? [seriesOf(one, site.timeZone)] : [];
			});
			if (minute % 60 === 0) cache.keepOnly(needed);
			return results;
		},
	};
};
