import { ticksOfAmount } from "@footfall/shared/money/amount";
import type { NativeBuffer } from "./native-buffer.ts";

/**
 * Writes the cells of a column; returns whether all of them have its type, so that the engine need
 * not convert them.
 */
export type WriteCells = (out: NativeBuffer, cells: readonly unknown[]) => boolean;

/** How a column is sent. */
export interface NativeColumn {
	/** The type that is sent, which the engine converts to the column's own. */
	type: string;
	write: WriteCells;
	/** The placeholder for a NULL. */
	empty: unknown;
}

const WORD = 2 ** 32;

const writeTexts: WriteCells = (out, cells) => {
	for (const cell of cells) if (typeof cell !== "string" || !out.text(cell)) return false;
	return true;
};

/** Each distinct text once, then indexes into them: version 1 of the engine's keys, with keys of this block only. */
const KEYS_VERSION = 1;
const KEYS_OF_THIS_BLOCK = (1 << 9) | (1 << 10);

const writeFewTexts: WriteCells = (out, cells) => {
	const places = new Map<string, number>();
	const indices = new Uint32Array(cells.length);
	let lastText: unknown;
	let lastPlace = 0;
	for (let row = 0; row < cells.length; row++) {
		const cell = cells[row];
		if (cell !== lastText || row === 0) {
			if (typeof cell !== "string") return false;
			let place = places.get(cell);
			if (place === undefined) {
				place = places.size;
				places.set(cell, place);
			}
			lastText = cell;
			lastPlace = place;
		}
		indices[row] = lastPlace;
	}
	const width = places.size <= 256 ? 0 : places.size <= 65_536 ? 1 : 2;
	out.words(KEYS_VERSION, 0);
	out.words(KEYS_OF_THIS_BLOCK | width, 0);
	out.words(places.size, 0);
	if (!writeTexts(out, [...places.keys()])) return false;
	out.words(cells.length, 0);
	const put = [out.byte, out.uint16, out.uint32][width] ?? out.uint32;
	for (const place of indices) put(place);
	return true;
};

const isIntegerIn = (cell: unknown, min: number, max: number): cell is number =>
	Number.isInteger(cell) && (cell as number) >= min && (cell as number) <= max;

const integers =
	(min: number, max: number, put: (out: NativeBuffer, value: number) => void): WriteCells =>
	(out, cells) => {
		for (const cell of cells) {
			if (!isIntegerIn(cell, min, max)) return false;
			put(out, cell);
		}
		return true;
	};

const putWords = (out: NativeBuffer, value: number) =>
	out.words(value >>> 0, Math.floor(value / WORD) >>> 0);

/** 10^10 is twice 2^32 and this. */
const TEN_DIGITS_LOW = 1_410_065_408;
const MOST_DIGITS = 20;

/** Writes decimal text of 64 bits as two halves of ten digits, which takes a tenth of the time of a BigInt. */
const putDecimal = (out: NativeBuffer, text: string): boolean => {
	const { length } = text;
	if (length === 0 || length > MOST_DIGITS) return false;
	let high = 0;
	let low = 0;
	for (let at = 0; at < length; at++) {
		const digit = text.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) return false;
		if (at < length - 10) high = high * 10 + digit;
		else low = low * 10 + digit;
	}
	const upper = Math.floor(high / 65_536) * TEN_DIGITS_LOW;
	const sum = (high % 65_536) * TEN_DIGITS_LOW + (upper % 65_536) * 65_536 + low;
	const highWord = 2 * high + Math.floor(upper / 65_536) + Math.floor(sum / WORD);
	if (highWord >= WORD) return false;
	out.words(sum % WORD, highWord);
	return true;
};

const writeUint64s: WriteCells = (out, cells) => {
	for (const cell of cells) {
		if (typeof cell === "string") {
			if (!putDecimal(out, cell)) return false;
		} else if (isIntegerIn(cell, 0, Number.MAX_SAFE_INTEGER)) putWords(out, cell);
		else return false;
	}
	return true;
};

/** Amounts, as ticks of 1/10,000; nearly all events have none. */
const writeAmounts: WriteCells = (out, cells) => {
	for (const cell of cells) {
		if (cell === "0") out.words(0, 0);
		else {
			const ticks = typeof cell === "string" ? ticksOfAmount(cell) : undefined;
			if (ticks === undefined) return false;
			const bits = BigInt.asUintN(64, ticks);
			out.words(Number(bits & 0xffff_ffffn), Number(bits >> 32n));
		}
	}
	return true;
};

const writeFloats: WriteCells = (out, cells) => {
	for (const cell of cells) {
		if (typeof cell !== "number" || !Number.isFinite(cell)) return false;
		// JSON has no negative zero.
		out.float64(cell + 0);
	}
	return true;
};

/** The number of items up to and including each cell, and then all items. */
const writeLists = (
	out: NativeBuffer,
	sizes: readonly number[],
	items: readonly unknown[],
	write: WriteCells,
): boolean => {
	let end = 0;
	for (const size of sizes) {
		end += size;
		putWords(out, end);
	}
	return write(out, items);
};

const arraysOf =
	(write: WriteCells): WriteCells =>
	(out, cells) =>
		cells.every(Array.isArray) &&
		writeLists(
			out,
			cells.map((cell) => cell.length),
			cells.flat(),
			write,
		);

const isRecord = (cell: unknown): cell is Record<string, unknown> =>
	typeof cell === "object" && cell !== null && !Array.isArray(cell);

const writeMaps: WriteCells = (out, cells) => {
	const names: string[] = [];
	const values: unknown[] = [];
	const sizes: number[] = [];
	for (const cell of cells) {
		if (!isRecord(cell)) return false;
		const before = names.length;
		for (const name of Object.keys(cell)) {
			names.push(name);
			values.push(cell[name]);
		}
		sizes.push(names.length - before);
	}
	return writeLists(out, sizes, names, writeTexts) && writeTexts(out, values);
};

/** Which cells are NULL, and then all cells. */
const orNull =
	({ write, empty }: NativeColumn): WriteCells =>
	(out, cells) => {
		for (const cell of cells) out.byte((cell ?? null) === null ? 1 : 0);
		return write(
			out,
			cells.map((cell) => cell ?? empty),
		);
	};

/** Times that the engine stores unchanged; it would clamp others. Up to the end of 2199, in ms. */
const LAST_TIME = Date.UTC(2200, 0) - 1;

const SIMPLE: Readonly<Record<string, NativeColumn>> = Object.fromEntries(
	(
		[
			["String", writeTexts, ""],
			["LowCardinality(String)", writeFewTexts, ""],
			["UInt8", integers(0, 255, (out, value) => out.byte(value)), 0],
			["UInt16", integers(0, 65_535, (out, value) => out.uint16(value)), 0],
			["UInt32", integers(0, WORD - 1, (out, value) => out.uint32(value)), 0],
			["Int32", integers(-(2 ** 31), 2 ** 31 - 1, (out, value) => out.uint32(value >>> 0)), 0],
			["UInt64", writeUint64s, 0],
			["Int64", integers(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, putWords), 0],
			["Float64", writeFloats, 0],
			["Decimal(18, 4)", writeAmounts, "0"],
			["DateTime64(3, 'UTC')", integers(0, LAST_TIME, putWords), 0],
			["Map(String, String)", writeMaps, {}],
		] as const
	).map(([type, write, empty]) => [type, { type, write, empty }]),
);

/** How cells of a type are sent; `undefined` for a type that is sent only as text. */
export const nativeColumn = (type: string): NativeColumn | undefined => {
	if (type === "Map(LowCardinality(String), String)") return SIMPLE["Map(String, String)"];
	const [, outer, inner = ""] = /^(Nullable|Array)\((.*)\)$/.exec(type) ?? [];
	if (outer === undefined) return SIMPLE[type];
	const item = SIMPLE[inner];
	if (item === undefined || inner.startsWith("LowCardinality")) return undefined;
	return outer === "Array"
		? { type, write: arraysOf(item.write), empty: [] }
		: { type, write: orNull(item), empty: null };
};
