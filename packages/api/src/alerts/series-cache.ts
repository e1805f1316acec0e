import { type Asking, seriesOfSite } from "@footfall/reports/alerts/ask-site";
import type { Span } from "@footfall/reports/alerts/imported-days";
import { type HourlySeries, onlyKnown, valueAt } from "./conditions/hourly-series.ts";
import { createRhythm, type Rhythm } from "./conditions/rhythm.ts";
import type { MetricKind } from "./metric-kind.ts";

const HOUR_MS = 3_600_000;
/** Eight weeks to compare with, before each of the three weeks whose spread is estimated. */
const HOURS_KEPT = 11 * 7 * 24;
/** Events may still arrive for hours that have just passed. */
const HOURS_REREAD = 2;
const DAY_HOURS = 24;

/** What a series is of. */
export interface SeriesOf {
	siteId: number;
	metric: string;
	kind: MetricKind;
	filters: unknown[] | undefined;
	timeZone: string;
}

interface Kept {
	series: HourlySeries;
	/** The hour up to which it was read, and the one in which all of it was. */
	readTo: number;
	readWhole: number;
	rhythms: Map<number, Rhythm>;
}

const keyOf = ({ siteId, metric, filters }: SeriesOf) =>
	JSON.stringify([siteId, metric, filters ?? null]);

/**
 * The past of metrics by hour: each is read whole once a day, and continued each hour.
 */
export const createSeriesCache = () => {
	const kept = new Map<string, Kept>();

	const read = async (asking: Asking, of: SeriesOf, from: number, to: number) => {
		const [values] = await seriesOfSite(asking, {
			...{ metrics: [of.metric], filters: of.filters },
			...{ from: from * HOUR_MS, to: to * HOUR_MS },
		});
		return values ?? new Float32Array();
	};

	return {
		/** Whether a statement is needed to know the series up to the hour of `now`. */
		needsRead: (of: SeriesOf, now: number): boolean =>
			(kept.get(keyOf(of))?.readTo ?? -1) !== Math.floor(now / HOUR_MS),
		/**
		 * Reads what is missing up to the hour of `now`, which is not part of it.
		 * @param leftOut times that do not count
		 * @throws ApiError
		 */
		refresh: async (asking: Asking, of: SeriesOf, leftOut: readonly Span[]): Promise<void> => {
			const hour = Math.floor(asking.now / HOUR_MS);
			const key = keyOf(of);
			const known = kept.get(key);
			const first = hour - HOURS_KEPT;
			const isWhole =
				known === undefined || hour < known.readTo || hour - known.readWhole >= DAY_HOURS;
			const values = new Float32Array(HOURS_KEPT).fill(Number.NaN);
			if (known && !isWhole)
				for (let index = 0; index < HOURS_KEPT; index++)
					values[index] = valueAt(known.series, first + index) ?? Number.NaN;
			const from = isWhole || !known ? first : known.readTo - HOURS_REREAD;
			values.set(await read(asking, of, from, hour), from - first);
			onlyKnown(values, first, leftOut);
			kept.set(key, {
				series: { firstHour: first, values, isSum: of.kind.isSum },
				readTo: hour,
				readWhole: isWhole || !known ? hour : known.readWhole,
				rhythms: new Map(),
			});
		},
		/** What is known of it, perhaps up to an earlier hour. */
		get: (of: SeriesOf, windowMs: number): { series: HourlySeries; rhythm: Rhythm } | undefined => {
			const known = kept.get(keyOf(of));
			if (known === undefined) return undefined;
			let rhythm = known.rhythms.get(windowMs);
			if (rhythm === undefined) {
				rhythm = createRhythm(known.series, { windowMs, timeZone: of.timeZone });
				known.rhythms.set(windowMs, rhythm);
			}
			return { series: known.series, rhythm };
		},
		/** Forgets what no rule needs. */
		keepOnly: (needed: readonly SeriesOf[]): void => {
			const keys = new Set(needed.map(keyOf));
			for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key);
		},
	};
};
export type SeriesCache = ReturnType<typeof createSeriesCache>;
