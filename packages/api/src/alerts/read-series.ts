import { seriesOfSite } from "@footfall/reports/alerts/ask-site";
import { isPlainCount, type PlainCount } from "@footfall/reports/alerts/counts-of-sites";
import type { RunSql } from "@footfall/reports/report/report";
import type { Site } from "../access/site.ts";
import { type Knowledge, type KnownRule, LOOK_BACK_MS } from "./known-rules.ts";
import { type Planned, seriesOf } from "./planned-rule.ts";
import { chunks } from "./questions/chunks.ts";
import { failureOf, isOverloaded } from "./questions/failure-of.ts";
import { grouped } from "./questions/grouped.ts";
import { createReadTogether } from "./questions/read-together.ts";
import { type MissingHours, type SeriesCache, type SeriesOf, seriesKey } from "./series-cache.ts";
import type { TimesLeftOut } from "./times-left-out.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Questions about the past of single sites in a minute, so that the work does not grow with the rules. */
const MOST_QUESTIONS = 60;
const MOST_METRICS = 10;
/** What could not be answered is asked again after this time. */
const RETRY_MS = 10 * MINUTE_MS;

/** A series of which hours are missing, and the rules that compare with it. */
interface Wanted extends MissingHours {
	key: string;
	of: SeriesOf;
	site: Site;
	rules: KnownRule[];
}

/** A time of knowledge: `now` is the beginning of a minute, ms since the epoch. */
interface Reading {
	knowledge: Knowledge;
	now: number;
}

type Keep = (one: Wanted, values: Float32Array) => Promise<void>;

const isPlain = ({ of }: Wanted): boolean =>
	isPlainCount(of.metric) && (of.filters ?? []).length === 0;

/** Asks single sites, a few in each minute, those first that waited longest. */
const createReadAlone = (runSql: RunSql) => {
	const askedAt = new Map<string, number>();
	const failedAt = new Map<string, number>();

	/** Several metrics of a site, in one question. @throws ApiError */
	const askSite = async (
		group: readonly Wanted[],
		{ knowledge, now }: Reading,
		keep: Keep,
	): Promise<void> => {
		const [first] = group;
		if (first === undefined) return;
		const series = await seriesOfSite(
			{ runSql, site: first.site, goals: knowledge.goals, now },
			{
				metrics: group.map(({ of }) => of.metric),
				filters: first.of.filters,
				...{ from: first.from * HOUR_MS, to: first.to * HOUR_MS },
			},
		);
		for (const [place, one] of group.entries())
			await keep(one, series[place] ?? new Float32Array());
	};

	const isDue = ({ key }: Wanted, now: number): boolean => {
		const failed = failedAt.get(key) ?? Number.NEGATIVE_INFINITY;
		return failed > now || now - failed >= RETRY_MS;
	};
	const waitingSince = ([first]: readonly Wanted[]) => (first && askedAt.get(first.key)) ?? 0;

	/** Why it cannot be read, by rule. */
	const read = async (
		wanted: readonly Wanted[],
		reading: Reading,
		keep: Keep,
	): Promise<Map<KnownRule, string>> => {
		const failures = new Map<KnownRule, string>();
		const { now } = reading;
		const ask = async (group: readonly Wanted[]): Promise<void> => {
			for (const { key } of group) askedAt.set(key, now);
			try {
				await askSite(group, reading, keep);
			} catch (error) {
				const failure = isOverloaded(error) ? undefined : failureOf(error);
				// One metric that cannot be asked must not keep others from being known.
				if (failure !== undefined && group.length > 1) {
					for (const one of group) await ask([one]);
					return;
				}
				for (const { key, rules } of group) {
					failedAt.set(key, now);
					if (failure !== undefined) for (const known of rules) failures.set(known, failure);
				}
			}
		};
		const due = wanted.filter((one) => isDue(one, now));
		const groups = grouped(due, ({ of, from }) =>
			JSON.stringify([of.siteId, from, of.filters ?? null]),
		)
			.flatMap((group) => chunks(group, MOST_METRICS))
			.sort((one, other) => waitingSince(one) - waitingSince(other));
		for (const group of groups.slice(0, MOST_QUESTIONS)) await ask(group);
		return failures;
	};

	return {
		read,
		keepOnly: (keys: ReadonlySet<string>): void => {
			for (const times of [askedAt, failedAt])
				for (const key of times.keys()) if (!keys.has(key)) times.delete(key);
		},
	};
};

/**
 * Reads the past that rules compare with, as far as it is missing. Counts without filters are read of many sites at
 * once, other series of single sites.
 */
export const createReadSeries = ({
	runSql,
	cache,
	timesLeftOut,
}: {
	runSql: RunSql;
	cache: SeriesCache;
	timesLeftOut: TimesLeftOut;
}) => {
	const alone = createReadAlone(runSql);
	const readTogether = createReadTogether(runSql);
	/** Sites whose past takes too much time or memory beside that of others: alone, it is read from rolled-up days. */
	const largeSites = new Set<number>();

	const wantedSeries = (planned: readonly Planned[], { knowledge, now }: Reading): Wanted[] => {
		const wanted = new Map<string, Wanted>();
		for (const one of planned) {
			const site = knowledge.sites.get(one.known.siteId);
			if (!one.needsSeries || site === undefined) continue;
			const of = seriesOf(one, site.timeZone);
			const missing = cache.missing(of, now);
			if (missing === undefined) continue;
			const key = seriesKey(of);
			const same = wanted.get(key);
			if (same) same.rules.push(one.known);
			else wanted.set(key, { ...missing, key, of, site, rules: [one.known] });
		}
		return [...wanted.values()];
	};

	return {
		/** Reads what is missing at a time. @returns why series cannot be read, by rule */
		read: async (
			planned: readonly Planned[],
			reading: Reading,
		): Promise<Map<KnownRule, string>> => {
			const { knowledge, now } = reading;
			const span = { from: now - LOOK_BACK_MS, to: now };
			const keep: Keep = async (one, values) => {
				const leftOut = await timesLeftOut.read(one.site, knowledge, span);
				cache.keep(one.of, one, { values, leftOut });
			};
			const wanted = wantedSeries(planned, reading);
			const isTogether = (one: Wanted) => isPlain(one) && !largeSites.has(one.of.siteId);
			const together = wanted.filter(isTogether).map((one) => ({
				...one,
				...{ siteId: one.of.siteId, metric: one.of.metric as PlainCount },
				leavesOutSuspected: one.site.countSuspected === false,
			}));
			for (const site of await readTogether(together, keep)) largeSites.add(site);
			return alone.read(
				wanted.filter((one) => !isTogether(one)),
				reading,
				keep,
			);
		},
		/** Forgets what no rule needs. */
		keepOnly: (planned: readonly Planned[], { sites }: Knowledge): void => {
			const needed = planned.flatMap((one) => {
				const site = sites.get(one.known.siteId);
				return one.needsSeries && site ? [seriesOf(one, site.timeZone)] : [];
			});
			const keys = new Set(needed.map(seriesKey));
			cache.keepOnly(keys);
			alone.keepOnly(keys);
		},
	};
};
