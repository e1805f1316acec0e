import type { CountsOfSite, PlainCount } from "@footfall/reports/alerts/counts-of-sites";
import type { Span } from "@footfall/reports/alerts/imported-days";
import { THRESHOLDS } from "@footfall/reports/performance/ratings";
import type { AlertWindow } from "./alert-rule.ts";
import { isLeftOut, leftOutUntil, valueBetween } from "./conditions/hourly-series.ts";
import type { FoundError } from "./conditions/untold-errors.ts";
import type { Knowledge, KnownRule } from "./known-rules.ts";
import { vitalOf } from "./metric-of-rule.ts";
import { type Planned, seriesOf } from "./planned-rule.ts";
import type { SeriesCache } from "./series-cache.ts";
import { type Measured, windowMs } from "./verdict-of.ts";

const HOUR_MS = 3_600_000;

/** What a rule was measured to be, or why it could not be. */
export type Measurement =
	| { measured: Measured; errors?: readonly FoundError[] }
	| { failure: string };

/** A value that was asked of a single site. */
export type AskedValue = { value: number | null; samples?: number } | { failure: string };

/** What was read in a minute. */
export interface Found {
	now: number;
	knowledge: Knowledge;
	counts: ReadonlyMap<AlertWindow, ReadonlyMap<number, CountsOfSite>>;
	errors: ReadonlyMap<string, FoundError[]>;
	failures: ReadonlyMap<KnownRule, string>;
	asked: ReadonlyMap<KnownRule, AskedValue>;
	/** No site has had an event for a while: what is silent is this product. */
	isOutage: boolean;
	cache: SeriesCache;
	lastAt: number | undefined;
	/** Times of the site that do not count. */
	leftOut: readonly Span[];
}

/** All that is known about a rule now; undefined if that is not enough to evaluate it. */
export const measurementOf = (planned: Planned, found: Found): Measurement | undefined => {
	const { known, metric, kind, isByHour, isPlain, needsValue, needsSeries } = planned;
	const { rule, siteId } = known;
	const { now, knowledge, cache, isOutage } = found;
	const site = knowledge.sites.get(siteId);
	if (site === undefined) return undefined;
	const failure = found.failures.get(known);
	if (failure !== undefined) return { failure };
	if (rule.condition === "new_error") {
		const errors = found.errors.get(`${rule.window} ${siteId}`);
		if (errors === undefined) return undefined;
		return { measured: { now, value: null, isCount: true, newErrors: errors }, errors };
	}
	const length = isByHour ? Math.max(windowMs(rule), HOUR_MS) : windowMs(rule);
	const past = needsSeries ? cache.get(seriesOf(planned, site.timeZone), length) : undefined;
	if (needsSeries && past === undefined) return undefined;
	const { knownTo = 0, ...compared } = past ?? {};
	const base = { isCount: kind.isCount, ...compared };
	const isStale = now - knownTo >= 2 * HOUR_MS;
	if (isByHour && past) {
		if (isStale) return undefined;
		const value = valueBetween(past.series, knownTo - length, knownTo);
		return { measured: { ...base, now: knownTo, value } };
	}
	if (!needsValue) {
		// A silence of everything is no news about a site.
		if (isOutage) return undefined;
		const isUnfiltered = rule.condition === "silent" && (rule.filters ?? []).length === 0;
		const lastAt = isUnfiltered ? found.lastAt : undefined;
		// What happened after the last hour that was read is unknown, and not nothing.
		const isKnownNow = lastAt !== undefined;
		if (isStale && !isKnownNow) return undefined;
		return {
			measured: {
				...{ ...base, now: isKnownNow ? now : Math.min(now, knownTo), value: 0, lastAt },
				blindUntil: leftOutUntil(now, found.leftOut),
			},
		};
	}
	// What is compared with other weeks must be whole; numbers are compared as they are.
	if (needsSeries && isLeftOut({ from: now - length, to: now }, found.leftOut))
		return { measured: { ...base, now, value: null } };
	if (isPlain) {
		const ofWindow = found.counts.get(rule.window);
		if (ofWindow === undefined) return undefined;
		const counts = ofWindow.get(siteId)?.counts;
		return { measured: { ...base, now, value: counts?.[metric as PlainCount] ?? 0 } };
	}
	const asked = found.asked.get(known);
	if (asked === undefined || "failure" in asked) return asked;
	const vital = vitalOf(metric);
	return {
		measured: { ...base, now, ...asked, ...(vital && { poor: THRESHOLDS[vital][1] }) },
	};
};
