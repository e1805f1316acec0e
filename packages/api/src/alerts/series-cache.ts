import type { Span } from "@footfall/reports/alerts/imported-days";
import { type HourlySeries, onlyKnown } from "./conditions/hourly-series.ts";
import { createRhythm, type Rhythm } from "./conditions/rhythm.ts";
import type { MetricKind } from "./questions/metric-kind.ts";

const HOUR_MS = 3_600_000;
/** Eight weeks to compare with, before each of the three weeks whose spread is estimated. */
const HOURS_KEPT = 11 * 7 * 24;
/** Events may still arrive for hours that have just passed. */
const HOURS_REREAD = 2;
const DAY_HOURS = 24;
/** Hours that can be added before the memory of a series is allocated anew. */
const HOURS_AHEAD = 30;

/** What a series is of. */
export interface SeriesOf {
	siteId: number;
	metric: string;
	kind: MetricKind;
	filters: unknown[] | undefined;
	timeZone: string;
}

/** Hours of a series that are to be read, since the epoch; `to` is not part of them. */
export interface MissingHours {
	from: number;
	to: number;
	/** Whether all of it is read, in place of what is known. */
	isWhole: boolean;
	/** The hour since which it waits; 0 for what was never read. */
	since: number;
}

/** What is known of a series. */
export interface KnownSeries {
	series: HourlySeries;
	rhythm: Rhythm;
	/** Its end, ms since the epoch: what happened later is not in it yet. */
	knownTo: number;
}

interface Kept {
	series: HourlySeries;
	/** The values, and memory for some more. */
	buffer: Float32Array;
	/** The hour up to which it was read, and the one in which all of it was. */
	readTo: number;
	readWhole: number;
	rhythms: Map<number, Rhythm>;
	/** Another text once other times are left out. */
	leftOutMark: string;
}

const markOf = (leftOut: readonly Span[]) => `${leftOut.length} ${leftOut.at(-1)?.to}`;

/** The same for rules that compare with the same series. */
export const seriesKey = ({ siteId, metric, filters }: SeriesOf): string =>
	JSON.stringify([siteId, metric, filters ?? null]);

/**
 * The past of metrics by hour, shared by the rules that compare with it: each series is read whole at first and once a
 * day, and continued each hour.
 */
export const createSeriesCache = () => {
	const kept = new Map<string, Kept>();

	const replaceWhole = (key: string, from: number, values: Float32Array, isSum: boolean) => {
		const buffer = new Float32Array(values.length + HOURS_AHEAD);
		buffer.set(values);
		const readTo = from + values.length;
		kept.set(key, {
			series: { firstHour: from, values: buffer.subarray(0, values.length), isSum },
			...{ buffer, readTo, readWhole: readTo, rhythms: new Map(), leftOutMark: "" },
		});
	};

	/** Adds hours where they belong, so that what was computed from earlier ones stays. */
	const append = (known: Kept, from: number, values: Float32Array) => {
		const { series } = known;
		const length = from + values.length - series.firstHour;
		if (length > known.buffer.length) {
			const larger = new Float32Array(length + HOURS_AHEAD);
			larger.set(known.buffer);
			known.buffer = larger;
		}
		known.buffer.set(values, from - series.firstHour);
		series.values = known.buffer.subarray(0, length);
		known.readTo = from + values.length;
	};

	return {
		/** What is to be read of a series to know it up to the hour of `now`, ms since the epoch; undefined for nothing. */
		missing: (of: SeriesOf, now: number): MissingHours | undefined => {
			const to = Math.floor(now / HOUR_MS);
			const known = kept.get(seriesKey(of));
			const whole = { from: to - HOURS_KEPT, to, isWhole: true, since: known?.readWhole ?? 0 };
			if (known === undefined || to < known.readTo || to - known.readTo > DAY_HOURS) return whole;
			const since = known.readTo;
			if (to > since) return { from: since - HOURS_REREAD, to, isWhole: false, since };
			return to - known.readWhole >= DAY_HOURS ? whole : undefined;
		},
		/** Keeps what was read. @param leftOut times of the site that do not count */
		keep: (
			of: SeriesOf,
			{ from, isWhole }: Pick<MissingHours, "from" | "isWhole">,
			{ values, leftOut }: { values: Float32Array; leftOut: readonly Span[] },
		): void => {
			const key = seriesKey(of);
			const before = kept.get(key);
			if (isWhole || before === undefined) replaceWhole(key, from, values, of.kind.isSum);
			else append(before, from, values);
			const known = kept.get(key);
			if (known === undefined) return;
			const mark = markOf(leftOut);
			if (known.leftOutMark !== mark) known.rhythms.clear();
			known.leftOutMark = mark;
			onlyKnown(
				known.buffer.subarray(0, known.series.values.length),
				known.series.firstHour,
				leftOut,
			);
		},
		/** What is known of it, perhaps up to an earlier hour. */
		get: (of: SeriesOf, windowMs: number): KnownSeries | undefined => {
			const known = kept.get(seriesKey(of));
			if (known === undefined) return undefined;
			const { series, rhythms, readTo } = known;
			let rhythm = rhythms.get(windowMs);
			if (rhythm === undefined) {
				rhythm = createRhythm(series, { windowMs, timeZone: of.timeZone });
				rhythms.set(windowMs, rhythm);
			}
			return { series, rhythm, knownTo: readTo * HOUR_MS };
		},
		/** Forgets all but these. @param keys as `seriesKey` makes them */
		keepOnly: (keys: ReadonlySet<string>): void => {
			for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key);
		},
	};
};
export type SeriesCache = ReturnType<typeof createSeriesCache>;
