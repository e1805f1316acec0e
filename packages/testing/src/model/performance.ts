import { countedRows, grouped, mean, percent, type ReferenceQuery } from "./expected.ts";
import { type SiteEvent, VITALS } from "./random-site.ts";
import { bucketStart, textOf } from "./semantics.ts";

/** Web vitals, computed naively. */

const LEVELS = { p50: 0.5, p75: 0.75, p90: 0.9, p99: 0.99 };

const knownOf = (events: readonly SiteEvent[], vital: (typeof VITALS)[number]): number[] =>
	events.flatMap(({ vitals }) => vitals?.[vital] ?? []);

/** Interpolates between two measurements; null without any. */
export const percentile = (numbers: readonly number[], share: number): number | null => {
	const inOrder = [...numbers].sort((one, other) => one - other);
	const place = share * (inOrder.length - 1);
	const [below, above] = [inOrder[Math.floor(place)], inOrder[Math.ceil(place)]];
	if (below === undefined || above === undefined) return null;
	return below + (above - below) * (place - Math.floor(place));
};

const percentiles = (events: readonly SiteEvent[]) =>
	Object.fromEntries(
		VITALS.flatMap((vital) =>
			Object.entries(LEVELS).map(([level, share]) => [
				`${vital}_${level}`,
				percentile(knownOf(events, vital), share),
			]),
		),
	);
const averages = (events: readonly SiteEvent[]) =>
	Object.fromEntries(
		VITALS.map((vital) => {
			const known = knownOf(events, vital);
			return [`${vital}_avg`, known.length === 0 ? null : mean(known)];
		}),
	);

/** The upper limit of good and the lower limit of poor, from web.dev. */
const ENDS_OF_GOOD = { lcp: 2500, cls: 0.1, inp: 200, fcp: 1800, ttfb: 800 };
const STARTS_OF_POOR = { lcp: 4000, cls: 0.25, inp: 500, fcp: 3000, ttfb: 1800 };

/** Shares of the ratings of each vital in percent; null without any. */
const ratings = (events: readonly SiteEvent[]) =>
	Object.fromEntries(
		VITALS.flatMap((vital) => {
			const known = knownOf(events, vital);
			const share = (isRated: (value: number) => boolean) =>
				known.length === 0 ? null : percent(known.filter(isRated).length, known.length);
			const isGood = (value: number) => value <= ENDS_OF_GOOD[vital];
			const isPoor = (value: number) => value > STARTS_OF_POOR[vital];
			return [
				[`${vital}_good`, share(isGood)],
				[`${vital}_needs_improvement`, share((value) => !isGood(value) && !isPoor(value))],
				[`${vital}_poor`, share(isPoor)],
			];
		}),
	);

/** The figures of each group of measurements; the ratings only on request. */
const figuresOf = (events: readonly SiteEvent[], isRated: boolean) => ({
	...percentiles(events),
	...(isRated && ratings(events)),
});

/** The third quartile of each vital, and the number of measuring events; null without any. */
export const vitalsOf = (events: readonly SiteEvent[]) => {
	const measured = events.filter(({ type }) => type === "performance");
	if (measured.length === 0) return null;
	const quartiles = VITALS.map((vital) => [
		`${vital}_p75`,
		percentile(knownOf(measured, vital), 0.75),
	]);
	return { ...Object.fromEntries(quartiles), performance_events: measured.length };
};

const measuredOf = (events: readonly SiteEvent[], question: ReferenceQuery) =>
	countedRows(events, question).filter(({ type }) => type === "performance");

export const overview = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	isRated = false,
) => {
	const measured = measuredOf(events, question);
	return { ...figuresOf(measured, isRated), total_performance_events: measured.length };
};

/** @param times every bucket that the range touches, or none for an open range */
export const series = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	{ bucket, isRated = false }: { bucket: string; isRated?: boolean },
	times: readonly string[],
) => {
	const measured = measuredOf(events, question);
	const timeOf = ({ at }: SiteEvent) => bucketStart(at, bucket, question.timeZone);
	return [...new Set([...times, ...measured.map(timeOf)])].sort().map((time) => {
		const here = measured.filter((event) => timeOf(event) === time);
		return { time, event_count: here.length, ...figuresOf(here, isRated) };
	});
};

/** By the values of a dimension, in the order of a field; missing measurements come last in both directions. */
export const byDimension = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	dimension: string,
	{
		field,
		order,
		isRated = false,
		least = 0,
	}: { field: string; order: string; isRated?: boolean; least?: number },
) => {
	const known = measuredOf(events, question).filter((event) => textOf(event, dimension) !== "");
	const rows = grouped(known, (event) => textOf(event, dimension)).map(([value, here]) => ({
		value,
		numbers: {
			event_count: here.length,
			...averages(here),
			...figuresOf(here, isRated),
		} as Record<string, number | null>,
	}));
	const compare = (one: number | null, other: number | null) => {
		if (one === other) return 0;
		if (one === null || other === null) return one === null ? 1 : -1;
		return order === "asc" ? one - other : other - one;
	};
	return rows
		.filter(({ numbers }) => Number(numbers["event_count"]) >= least)
		.sort(
			(one, other) =>
				compare(one.numbers[field] ?? null, other.numbers[field] ?? null) ||
				Buffer.compare(Buffer.from(one.value), Buffer.from(other.value)),
		)
		.map(({ value, numbers }) => ({ [dimension]: value, ...numbers }));
};
