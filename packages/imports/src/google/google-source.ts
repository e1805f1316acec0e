import type { ReadBatch } from "../read-batch.ts";

/** First and last day, `YYYY-MM-DD`. */
export interface DayRange {
	from: string;
	to: string;
}

/** What is read and stored as a whole: a set of dimensions in a range of days. */
export interface GoogleUnit extends DayRange {
	/** Its set's name. */
	set: string;
}

/** A property of Google's, opened. */
export interface GoogleSource {
	/** The days that are read. */
	range: DayRange;
	/** The same list for the same days, so that a unit's place identifies it. */
	units(range: DayRange): GoogleUnit[];
	/** @throws GoogleFault */
	read(unit: GoogleUnit, place: number): Promise<ReadBatch>;
}

/** Rows of one unit that can have a position of their own. */
const ROWS_PER_UNIT = 10_000_000;

/** The position of a unit's row in its import. */
export const positionIn = (unit: number, row: number): number => unit * ROWS_PER_UNIT + row;

/** A batch without rows. */
export const emptyBatch = (): ReadBatch & Required<Pick<ReadBatch, "searches" | "noted">> => ({
	hits: [],
	events: [],
	figures: [],
	searches: [],
	traits: [],
	devices: [],
	definitions: [],
	skipped: {},
	invalid: {},
	invalidRows: {},
	noted: {},
});

const DAY_MS = 86_400_000;

export const isDay = (text: string): boolean =>
	/^\d{4}-\d{2}-\d{2}$/.test(text) &&
	!Number.isNaN(Date.parse(text)) &&
	new Date(text).toISOString().startsWith(text);

export const addDays = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The whole range in months; the first and the last may be incomplete. */
export const monthsOf = ({ from, to }: DayRange): DayRange[] => {
	const months: DayRange[] = [];
	for (let first = from; first <= to; ) {
		const [year = 0, month = 0] = first.split("-").map(Number);
		const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
		months.push({ from: first, to: last < to ? last : to });
		first = addDays(last, 1);
	}
	return months;
};

/** The whole range in pieces of that many days. */
export const piecesOf = ({ from, to }: DayRange, days: number): DayRange[] => {
	const pieces: DayRange[] = [];
	for (let first = from; first <= to; first = addDays(first, days)) {
		const last = addDays(first, days - 1);
		pieces.push({ from: first, to: last < to ? last : to });
	}
	return pieces;
};

/** Today's date in a time zone. */
export const dayIn = (timeZone: string, at: number): string =>
	new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at);
