import { describe, expect, it } from "vitest";
import { qrCode } from "./qr-code.ts";

/** A code of version 1 with mask 0 for "footfall", drawn by another library (npm `qrcode`). */
const KNOWN = `
#######...#.#.#######
#.....#.....#.#.....#
#.###.#.#.#...#.###.#
#.###.#.....#.#.###.#
#.###.#..#.##.#.###.#
#.....#..###..#.....#
#######.#.#.#.#######
........#.#..........
###.#####.#.###...#..
###.....#.##..###.###
...#.##.#.##..####.##
..###...#.####.#...##
##....#..###..##...##
........#.#...###.###
#######.##..#..###.##
#.....#.##....#....#.
#.###.#.#.#.#.#.##...
#.###.#....#.#.##..#.
#.###.#.#.##.####.#.#
#.....#.######.##..#.
#######.##.#.####..##
`
	.trim()
	.split("\n");

const FINDER = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
const ALIGNMENT = ["#####", "#...#", "#.#.#", "#...#", "#####"];

/**
 * The tables of ISO/IEC 18004 for the lowest level of correction: centres of the alignment patterns, the check bytes of
 * each block, the numbers of blocks with their data bytes, and the 18 bits of the version.
 */
const VERSIONS = {
	1: { centres: [], checks: 7, blocks: [[1, 19]], drawn: "" },
	2: { centres: [6, 18], checks: 10, blocks: [[1, 34]], drawn: "" },
	6: { centres: [6, 34], checks: 18, blocks: [[2, 68]], drawn: "" },
	7: { centres: [6, 22, 38], checks: 20, blocks: [[2, 78]], drawn: "000111110010010100" },
	9: { centres: [6, 26, 46], checks: 30, blocks: [[2, 116]], drawn: "001001101010011001" },
	10: {
		...{ centres: [6, 28, 50], checks: 18, drawn: "001010010011010011" },
		blocks: [
			[2, 68],
			[2, 69],
		],
	},
	14: {
		...{ centres: [6, 26, 46, 66], checks: 30, drawn: "001110011000001101" },
		blocks: [
			[3, 115],
			[1, 116],
		],
	},
	15: {
		...{ centres: [6, 26, 48, 70], checks: 22, drawn: "001111100100101000" },
		blocks: [
			[5, 87],
			[1, 88],
		],
	},
} as const;
type Version = keyof typeof VERSIONS;

/** The 15 bits of the format: the lowest level of correction, and the mask that inverts every second module. */
const FORMAT = "111011111000100";
const isInverted = (row: number, column: number) => (row + column) % 2 === 0;

const drawn = (code: readonly boolean[][]) =>
	code.map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""));
const part = (code: readonly boolean[][], [row, column]: readonly [number, number], size: number) =>
	drawn(code.slice(row, row + size).map((one) => one.slice(column, column + size)));
const bitAt = (code: readonly boolean[][], row: number, column: number) =>
	code[row]?.[column] ? "1" : "0";

/** Rows and columns of the alignment patterns: at every crossing of the centres, save where the finders are. */
const alignmentsOf = (version: Version): (readonly [number, number])[] => {
	const { centres } = VERSIONS[version];
	const last = centres.at(-1);
	const isFinder = (row: number, column: number) =>
		(row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
	return centres.flatMap((row) =>
		centres.filter((column) => !isFinder(row, column)).map((column) => [row, column] as const),
	);
};

/** Where no data are: finders with their margin and format, timing, alignment and version. */
const isReserved = (version: Version, row: number, column: number) => {
	const size = version * 4 + 17;
	if (row === 6 || column === 6) return true;
	if ((row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9))
		return true;
	const isBesideFinder = (one: number, other: number) => one < 6 && other >= size - 11;
	if (version >= 7 && (isBesideFinder(row, column) || isBesideFinder(column, row))) return true;
	return alignmentsOf(version).some(
		([y, x]) => Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2,
	);
};

const chunksOf = (bits: string): number[] =>
	(bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));

/** Bytes in the order in which they stand in the code, without the mask. */
const readBytes = (code: readonly boolean[][], version: Version): number[] => {
	const size = code.length;
	const pairs = Array.from({ length: size }, (_, column) => size - 1 - column)
		.filter((column) => column !== 6)
		.map((column, index) => ({ column, index }));
	let bits = "";
	for (let pair = 0; pair < pairs.length; pair += 2)
		for (let step = 0; step < size; step++) {
			const row = pair % 4 === 0 ? size - 1 - step : step;
			for (const { column } of pairs.slice(pair, pair + 2)) {
				if (isReserved(version, row, column)) continue;
				bits += (code[row]?.[column] === true) !== isInverted(row, column) ? "1" : "0";
			}
		}
	return chunksOf(bits);
};

/** Powers of the generator of the field with 256 elements, by their exponent. */
const POWERS = [1];
for (let exponent = 1; exponent < 255; exponent++) {
	const doubled = (POWERS[exponent - 1] ?? 0) * 2;
	POWERS.push(doubled > 255 ? doubled ^ 0x11d : doubled);
}
const product = (one: number, other: number) =>
	one === 0 || other === 0 ? 0 : (POWERS[(POWERS.indexOf(one) + POWERS.indexOf(other)) % 255] ?? 0);

/** Zero for each root of the generator polynomial, if no byte of the block is wrong. */
const syndromes = (block: readonly number[], checks: number) =>
	POWERS.slice(0, checks).map((root) =>
		block.reduce((value, byte) => product(value, root) ^ byte, 0),
	);

/** Each block with its data, then its check bytes. */
const blocksOf = (bytes: readonly number[], version: Version) => {
	const { blocks, checks } = VERSIONS[version];
	const lengths = blocks.flatMap(([count, length]) => Array<number>(count).fill(length));
	const rest = [...bytes];
	const data = lengths.map((): number[] => []);
	for (let at = 0; at < Math.max(...lengths); at++)
		for (const [index, length] of lengths.entries())
			if (at < length) data[index]?.push(rest.shift() ?? -1);
	const check = lengths.map((): number[] => []);
	for (let at = 0; at < checks; at++) for (const one of check) one.push(rest.shift() ?? -1);
	expect(rest).toEqual([]);
	return data.map((one, index) => ({ data: one, check: check[index] ?? [] }));
};

/** Reads a code as the standard describes it, and checks that all of it is as it must be. */
const read = (code: readonly boolean[][]): { text: string; version: number } => {
	const size = code.length;
	const version = ((size - 17) / 4) as Version;
	const { checks, drawn: versionBits } = VERSIONS[version];
	for (const corner of [[0, 0] as const, [0, size - 7] as const, [size - 7, 0] as const])
		expect(part(code, corner, 7)).toEqual(FINDER);
	for (let at = 0; at < 8; at++)
		for (const [one, other] of [
			[7, at],
			[7, size - 1 - at],
			[size - 8, at],
		] as const)
			expect(bitAt(code, one, other) + bitAt(code, other, one)).toBe("00");
	for (let at = 8; at < size - 8; at++) {
		expect(bitAt(code, 6, at) + bitAt(code, at, 6)).toBe(at % 2 === 0 ? "11" : "00");
	}
	for (const [row, column] of alignmentsOf(version))
		expect(part(code, [row - 2, column - 2], 5)).toEqual(ALIGNMENT);

	const along = (places: readonly (readonly [number, number])[]) =>
		places.map(([row, column]) => bitAt(code, row, column)).join("");
	const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
	const atCorner = along([
		...upTo(6).map((at) => [8, at] as const),
		...([
			[8, 7],
			[8, 8],
			[7, 8],
		] as const),
		...upTo(6).map((at) => [5 - at, 8] as const),
	]);
	const atEdges = along([
		...upTo(7).map((at) => [size - 1 - at, 8] as const),
		...upTo(8).map((at) => [8, size - 8 + at] as const),
	]);
	expect([atCorner, atEdges]).toEqual([FORMAT, FORMAT]);
	expect(bitAt(code, size - 8, 8)).toBe("1");
	if (versionBits !== "") {
		// The first bit stands at the far corner of the three by six modules.
		const places = upTo(18).map((at) => [5 - Math.floor(at / 3), size - 9 - (at % 3)] as const);
		expect(along(places)).toBe(versionBits);
		expect(along(places.map(([row, column]) => [column, row] as const))).toBe(versionBits);
	}

	const blocks = blocksOf(readBytes(code, version), version);
	for (const { data, check } of blocks)
		expect(syndromes([...data, ...check], checks)).toEqual(Array<number>(checks).fill(0));
	const bits = blocks
		.flatMap(({ data }) => data)
		.map((byte) => byte.toString(2).padStart(8, "0"))
		.join("");
	expect(bits.slice(0, 4)).toBe("0100");
	const counted = version < 10 ? 8 : 16;
	const length = Number.parseInt(bits.slice(4, 4 + counted), 2);
	const content = bits.slice(4 + counted);
	const rest = content.slice(length * 8);
	expect(rest.slice(0, 4)).toBe("0000".slice(0, rest.length));
	expect(chunksOf(rest.slice(4))).toEqual(
		chunksOf(rest.slice(4)).map((_, at) => (at % 2 === 0 ? 0xec : 0x11)),
	);
	const text = new TextDecoder().decode(new Uint8Array(chunksOf(content.slice(0, length * 8))));
	return { text, version };
};

const uriOf = (length: number) =>
	`otpauth://totp/Footfall:anna%40example.com?secret=${"GEZDGNBVGY3TQOJQ".repeat(40)}`.slice(
		0,
		length,
	);

describe("a QR code", () => {
	it("is the one that another library draws", () =>
		expect(drawn(qrCode("footfall"))).toEqual(KNOWN));

	it.each([
		...([
			[1, 1],
			[17, 1],
			[18, 2],
			[32, 2],
		] as const),
		...([
			[134, 6],
			[135, 7],
			[154, 7],
			[230, 9],
		] as const),
		...([
			[231, 10],
			[271, 10],
			[458, 14],
			[459, 15],
			[520, 15],
		] as const),
	])("of %i bytes is one of version %i that reads as its text", (length, version) => {
		const text = uriOf(length);
		expect(text).toHaveLength(length);
		expect(read(qrCode(text))).toEqual({ text, version });
	});

	it("holds texts beyond ASCII as UTF-8", () =>
		expect(read(qrCode("Fußgänger: jörg@übung.test"))).toEqual({
			text: "Fußgänger: jörg@übung.test",
			version: 2,
		}));

	it("is refused for a text that no version holds", () =>
		expect(() => qrCode("x".repeat(521))).toThrow("The text is too long for a QR code"));
});
