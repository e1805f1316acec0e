import { countedSessions, grouped, mean, type ReferenceQuery } from "./expected.ts";
import { type SiteEvent, VITALS } from "./random-site.ts";
import { bucketStart, textOf } from "./semantics.ts";

/** Web vitals worked out by hand. */

const LEVELS = { p50: 0.5, p75: 0.75, p90: 0.9, p99: 0.99 };

const knownOf = (events: readonly SiteEvent[], vital: (typeof VITALS)[number]): number[] =>
	events.flatMap(({ vitals }) => vitals?.[vital] ?? []);

/** Between two measurements in proportion; null of none. */
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

/** The third quartile of each vital, and how many events measured; null where none did. */
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
	countedSessions(events, question)
		.flatMap(({ meant }) => meant)
		.filter(({ type }) => type === "performance");

export const overview = (events: readonly SiteEvent[], question: ReferenceQuery) => {
	const measured = measuredOf(events, question);
	return { ...percentiles(measured), total_performance_events: measured.length };
};

/** @param times every bucket that the range touches, or none for an open range */
export const series = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	bucket: string,
	times: readonly string[],
) => {
	const measured = measuredOf(events, question);
	const timeOf = ({ at }: SiteEvent) => bucketStart(at, bucket, question.timeZone);
	return [...new Set([...times, ...measured.map(timeOf)])].sort().map((time) => {
		const here = measured.filter((event) => timeOf(event) === time);
		return { time, event_count: here.length, ...percentiles(here) };
	});
};

/** By the values of a dimension, in the order of a field; what was not measured comes last either way. */
export const byDimension = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	dimension: string,
	{ field, order }: { field: string; order: string },
) => {
	const known = measuredOf(events, question).filter((event) => textOf(event, dimension) !== "");
	const rows = grouped(known, (event) => textOf(event, dimension)).map(([value, here]) => ({
		value,
		numbers: {
			event_count: here.length,
			...averages(here),
			...percentiles(here),
		} as Record<string, number | null>,
	}));
	const compare = (one: number | null, other: number | null) => {
		if (one === other) return 0;
		if (one === null || other === null) return one === null ? 1 : -1;
		return order === "asc" ? one - other : other - one;
	};
	return rows
		.sort(
			(one, other) =>
				compare(one.numbers[field] ?? null, other.numbers[field] ?? null) ||
				Buffer.compare(Buffer.from(one.value), Buffer.from(other.value)),
		)
		.map(({ value, numbers }) => ({ [dimension]: value, ...numbers }));
};
