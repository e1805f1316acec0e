import { pointsBefore, type SeriesAnswer, type SeriesPoint } from "../../format/series.ts";

/** The kinds of events that have a figure above the chart. */
export const EVENT_KINDS = [
	"custom_event",
	"outbound",
	"button_click",
	"form_submit",
	"copy",
	"input_change",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

type Counts = { time: string } & Readonly<Record<`${EventKind}_count`, number>>;
/** A bucket as the API returns it, with the one it is compared with. */
export type CountedBucket = Counts & {
	previous?: Counts | null | undefined;
	previous_whole?: Counts | undefined;
};

export const isEventKind = (text: string | undefined): text is EventKind =>
	EVENT_KINDS.some((kind) => kind === text);

/** The number of events of a kind, now and before; `previous` is absent without a comparison. */
export const kindTotals = (
	rows: readonly CountedBucket[],
	kind: EventKind,
	isCompared: boolean,
): { current: number; previous: number | undefined } => {
	const sum = (of: (row: CountedBucket) => number | undefined) =>
		rows.reduce((total, row) => total + (of(row) ?? 0), 0);
	return {
		current: sum((row) => row[`${kind}_count`]),
		previous: isCompared ? sum((row) => row.previous?.[`${kind}_count`]) : undefined,
	};
};

/** The points of a kind, and those they are compared with. */
export const kindPoints = (
	rows: readonly CountedBucket[],
	kind: EventKind,
	isCompared: boolean,
): { points: SeriesPoint[]; previous: SeriesAnswer["previous"] } => ({
	points: rows.map((row) => ({ time: row.time, value: row[`${kind}_count`] })),
	previous: isCompared ? pointsBefore(rows, (previous) => previous[`${kind}_count`]) : undefined,
});
