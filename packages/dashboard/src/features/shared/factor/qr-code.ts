/** The largest version: 77 modules a side, 520 bytes. An account's address has at most 254. */
const MAX_VERSION = 15;
/** By version, for the lowest level of error correction: a screen has no stains. */
const CHECK_BYTES = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6];
const FORMAT_MASK = 0x5412;
const LOWEST_LEVEL = 1;

const sizeOf = (version: number) => version * 4 + 17;

/** Positions of the alignment patterns, on both axes. */
const alignments = (version: number): number[] => {
	if (version === 1) return [];
	const count = Math.floor(version / 7) + 2;
	const size = sizeOf(version);
	const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
	const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
	return [6, ...rest.reverse()];
};

/** Data and check bytes together. */
const bytesIn = (version: number): number => {
	const count = alignments(version).length;
	const patterns = count === 0 ? 0 : (25 * count - 10) * count - 55;
	return Math.floor(((16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0)) / 8);
};

const dataBytesIn = (version: number) =>
	bytesIn(version) - (CHECK_BYTES[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);

/** Product in the field of 256 elements that QR codes use. */
const times = (one: number, other: number): number => {
	let product = 0;
	for (let bit = 7; bit >= 0; bit--) {
		product = (product << 1) ^ ((product >>> 7) * 0x11d);
		product ^= ((other >>> bit) & 1) * one;
	}
	return product;
};

/** The check bytes of a block (Reed and Solomon). */
const checkBytes = (data: readonly number[], count: number): number[] => {
	const divisor = Array<number>(count).fill(0);
	divisor[count - 1] = 1;
	let root = 1;
	for (let round = 0; round < count; round++) {
		for (let at = 0; at < count; at++)
			divisor[at] = times(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
		root = times(root, 2);
	}
	let rest = Array<number>(count).fill(0);
	for (const byte of data) {
		const factor = byte ^ (rest[0] ?? 0);
		rest = [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at] ?? 0, factor));
	}
	return rest;
};

/** The data in blocks, each with its check bytes, in the order in which they are drawn. */
const interleaved = (data: readonly number[], version: number): number[] => {
	const blocks = BLOCKS[version - 1] ?? 1;
	const checks = CHECK_BYTES[version - 1] ?? 0;
	const shortLength = Math.floor(data.length / blocks);
	const longer = data.length % blocks;
	const parts: number[][] = [];
	for (let block = 0, at = 0; block < blocks; block++) {
		const length = shortLength + (block < blocks - longer ? 0 : 1);
		parts.push(data.slice(at, at + length));
		at += length;
	}
	const columns = (rows: readonly number[][], length: number) =>
		Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
	return [
		...columns(parts, shortLength + 1),
		...columns(
			parts.map((part) => checkBytes(part, checks)),
			checks,
		),
	];
};

const bitsOf = (value: number, length: number) =>
	Array.from({ length }, (_, at) => (value >>> (length - 1 - at)) & 1);

/** The text as bytes with the header and padding of byte mode. */
const encoded = (bytes: Uint8Array, version: number): number[] => {
	const capacity = dataBytesIn(version) * 8;
	const bits = [
		...bitsOf(4, 4),
		...bitsOf(bytes.length, version < 10 ? 8 : 16),
		...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
	];
	bits.push(...Array<number>(Math.min(4, capacity - bits.length)).fill(0));
	bits.push(...Array<number>((8 - (bits.length % 8)) % 8).fill(0));
	for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) bits.push(...bitsOf(pad, 8));
	return Array.from({ length: bits.length / 8 }, (_, at) =>
		bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
	);
};

/** A value with the remainder of its division appended, for version and format. */
const withRemainder = (value: number, length: number, divisor: number): number => {
	let rest = value;
	for (let round = 0; round < length; round++)
		rest = (rest << 1) ^ ((rest >>> (length - 1)) * divisor);
	return (value << length) | rest;
};

type Module = boolean | undefined;

const createGrid = (version: number) => {
	const size = sizeOf(version);
	const cells: Module[][] = Array.from({ length: size }, () => Array<Module>(size).fill(undefined));
	const set = (x: number, y: number, isDark: boolean) => {
		const row = cells[y];
		if (row && x >= 0 && x < size) row[x] = isDark;
	};
	return { size, cells, set };
};
type Grid = ReturnType<typeof createGrid>;

const drawFinder = ({ set }: Grid, centreX: number, centreY: number) => {
	for (let y = -4; y <= 4; y++)
		for (let x = -4; x <= 4; x++) {
			const distance = Math.max(Math.abs(x), Math.abs(y));
			set(centreX + x, centreY + y, distance !== 2 && distance !== 4);
		}
};

const drawAlignments = ({ set, size }: Grid, version: number) => {
	const positions = alignments(version);
	for (const centreY of positions)
		for (const centreX of positions) {
			const isFinder =
				(centreX === 6 && centreY === 6) ||
				(centreX === 6 && centreY === size - 7) ||
				(centreX === size - 7 && centreY === 6);
			if (isFinder) continue;
			for (let y = -2; y <= 2; y++)
				for (let x = -2; x <= 2; x++)
					set(centreX + x, centreY + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
		}
};

const drawVersion = ({ set, size }: Grid, version: number) => {
	if (version < 7) return;
	const bits = withRemainder(version, 12, 0x1f25);
	for (let at = 0; at < 18; at++) {
		const isDark = ((bits >>> at) & 1) === 1;
		const [long, short] = [size - 11 + (at % 3), Math.floor(at / 3)];
		set(long, short, isDark);
		set(short, long, isDark);
	}
};

const drawFormat = ({ set, size }: Grid, mask: number) => {
	const bits = withRemainder((LOWEST_LEVEL << 3) | mask, 10, 0x537) ^ FORMAT_MASK;
	const isDark = (at: number) => ((bits >>> at) & 1) === 1;
	for (let at = 0; at <= 5; at++) set(8, at, isDark(at));
	set(8, 7, isDark(6));
	set(8, 8, isDark(7));
	set(7, 8, isDark(8));
	for (let at = 9; at < 15; at++) set(14 - at, 8, isDark(at));
	for (let at = 0; at < 8; at++) set(size - 1 - at, 8, isDark(at));
	for (let at = 8; at < 15; at++) set(8, size - 15 + at, isDark(at));
	set(8, size - 8, true);
};

/** The places of data bits: upwards and downwards in columns of two, from the right. */
const dataPlaces = ({ size, cells }: Grid): [x: number, y: number][] => {
	const places: [number, number][] = [];
	for (let right = size - 1; right >= 1; right -= 2) {
		if (right === 6) right = 5;
		for (let step = 0; step < size; step++) {
			const isUpward = ((right + 1) & 2) === 0;
			const y = isUpward ? size - 1 - step : step;
			for (const x of [right, right - 1]) if (cells[y]?.[x] === undefined) places.push([x, y]);
		}
	}
	return places;
};

/** Keeps long runs of one colour apart, which readers could take for the patterns at the corners. */
const MASKED = (x: number, y: number) => (x + y) % 2 === 0;
const MASK = 0;

/**
 * A text as a QR code: rows of modules, true for dark.
 * @throws RangeError for more than some 500 bytes
 */
export const qrCode = (text: string): boolean[][] => {
	const bytes = new TextEncoder().encode(text);
	const version = Array.from({ length: MAX_VERSION }, (_, at) => at + 1).find(
		(one) => bytes.length + (one < 10 ? 2 : 3) <= dataBytesIn(one),
	);
	if (version === undefined) throw new RangeError("The text is too long for a QR code");
	const grid = createGrid(version);
	const { size, set, cells } = grid;
	for (let at = 0; at < size; at++) {
		set(6, at, at % 2 === 0);
		set(at, 6, at % 2 === 0);
	}
	drawFinder(grid, 3, 3);
	drawFinder(grid, size - 4, 3);
	drawFinder(grid, 3, size - 4);
	drawAlignments(grid, version);
	drawVersion(grid, version);
	drawFormat(grid, MASK);
	const stream = interleaved(encoded(bytes, version), version);
	for (const [at, [x, y]] of dataPlaces(grid).entries()) {
		const bit = ((stream[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
		set(x, y, (bit === 1) !== MASKED(x, y));
	}
	return cells.map((row) => row.map((isDark) => isDark === true));
};
