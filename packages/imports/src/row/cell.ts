import type { RawRow } from "./reading.ts";

const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Matches pairs too, because a search for any surrogate takes a tenth of the time of one for lone surrogates. */
const ANY_SURROGATE = /[\uD800-\uDFFF]/;

/** Text that every database can store: without NUL characters and lone surrogates. */
const storable = (text: string): string => {
	const whole = ANY_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, "\uFFFD") : text;
	return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
};

/** A row whose texts every database can store, at any depth. */
export const storableRow = (row: RawRow): RawRow =>
	JSON.parse(JSON.stringify(row), (_, value: unknown) =>
		typeof value === "string" ? storable(value) : value,
	) as RawRow;

/** A cell as trimmed text; "" if it is absent, null or not a plain value. */
export const textIn = (row: RawRow, name: string): string => {
	const value = row[name];
	if (typeof value === "string") return storable(value.trim());
	return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};

/** The cells with text, of those named. */
export const textCellsIn = (row: RawRow, names: readonly string[]): Record<string, string> => {
	const texts: Record<string, string> = {};
	for (const name of names) {
		const text = textIn(row, name);
		if (text !== "") texts[name] = text;
	}
	return texts;
};

/** A cell as a finite number; `undefined` for everything else. */
export const numberIn = (row: RawRow, name: string): number | undefined => {
	const value = row[name];
	if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
	if (typeof value !== "string" || value.trim() === "") return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
};

/** More than any site has on a day: sums of counts stay exact numbers. */
const MAX_COUNT = 1_000_000_000;

/** A count of a day's figures: whole, not negative, 0 if absent. */
export const countIn = (row: RawRow, name: string): number =>
	Math.min(Math.max(0, Math.round(numberIn(row, name) ?? 0)), MAX_COUNT);

/** The value of JSON text; `undefined` for other text, the row's other cells decide whether it is usable. */
const parsed = (text: string): unknown => {
	if (text === "") return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

const valueIn = (row: RawRow, name: string): unknown => {
	const cell = row[name];
	return typeof cell === "string" ? parsed(cell) : cell;
};

/** A cell that is an object itself or JSON text of one; an empty object for everything else. */
export const objectIn = (row: RawRow, name: string): RawRow => {
	const value = valueIn(row, name);
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as RawRow)
		: {};
};

/** A cell that is a list itself or JSON text of one, as in Parquet; an empty list for everything else. */
export const listIn = (row: RawRow, name: string): readonly unknown[] => {
	const value = valueIn(row, name);
	return Array.isArray(value) ? value : [];
};

/** The cells with accepted names, as JSON text of an object. */
export const jsonOf = (row: RawRow, isTaken: (name: string) => boolean): string =>
	JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => isTaken(name))));
