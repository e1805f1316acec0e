import type { PagedFile } from "./paged-file.ts";

/** A value in a record of a MaxMind DB: https://maxmind.github.io/MaxMind-DB/ */
export type MmdbValue =
	| string
	| number
	| boolean
	| bigint
	| Uint8Array
	| MmdbValue[]
	| { [key: string]: MmdbValue };

const POINTER = 1;
const EXTENDED = 0;

interface Decoded {
	value: MmdbValue;
	next: number;
}

const unsigned = (buffer: Buffer, start: number, size: number): number =>
	size === 0 ? 0 : buffer.readUIntBE(start, size);

const big = (buffer: Buffer, start: number, size: number): bigint =>
	size === 0 ? 0n : BigInt(`0x${buffer.toString("hex", start, start + size)}`);

/** Reads values from the section that starts at `base`; pointers count from there. */
export const mmdbValuesIn = (file: PagedFile, base: number) => {
	const byteAt = (at: number) => file.at(at, 1, (buffer, start) => buffer[start] ?? 0);

	/** Sizes from 29 on continue in one to three further bytes. */
	const sizeOf = (control: number, at: number): { size: number; next: number } => {
		const size = control & 0x1f;
		if (size < 29) return { size, next: at };
		const more = size - 28;
		const add = file.at(at, more, (buffer, start) => buffer.readUIntBE(start, more));
		return { size: add + ([0, 29, 285, 65_821][more] ?? 0), next: at + more };
	};

	const pointer = (control: number, at: number): Decoded => {
		const extra = ((control >> 3) & 0x3) + 1;
		const low = file.at(at, extra, (buffer, start) => buffer.readUIntBE(start, extra));
		const high = extra === 4 ? 0 : (control & 0x7) * 2 ** (8 * extra);
		const target = low + high + ([0, 0, 2048, 526_336, 0][extra] ?? 0);
		return { value: valueAt(base + target).value, next: at + extra };
	};

	const map = (size: number, at: number): Decoded => {
		const value: { [key: string]: MmdbValue } = {};
		let next = at;
		for (let index = 0; index < size; index++) {
			const key = valueAt(next);
			const entry = valueAt(key.next);
			value[String(key.value)] = entry.value;
			next = entry.next;
		}
		return { value, next };
	};

	const list = (size: number, at: number): Decoded => {
		const value: MmdbValue[] = [];
		let next = at;
		for (let index = 0; index < size; index++) {
			const entry = valueAt(next);
			value.push(entry.value);
			next = entry.next;
		}
		return { value, next };
	};

	const scalar = (type: number, size: number, buffer: Buffer, start: number): MmdbValue => {
		switch (type) {
			case 2:
				return buffer.toString("utf8", start, start + size);
			case 3:
				return buffer.readDoubleBE(start);
			case 4:
				return Buffer.from(buffer.subarray(start, start + size));
			case 5:
			case 6:
				return unsigned(buffer, start, size);
			case 8:
				// Shorter ones are never negative; only four full bytes can hold a sign.
				return size === 4 ? buffer.readInt32BE(start) : unsigned(buffer, start, size);
			case 9:
			case 10:
				return big(buffer, start, size);
			case 15:
				return buffer.readFloatBE(start);
			default:
				throw new RangeError(`Unknown value type ${type}`);
		}
	};

	const valueAt = (at: number): Decoded => {
		const control = byteAt(at);
		const short = control >> 5;
		if (short === POINTER) return pointer(control, at + 1);
		const type = short === EXTENDED ? byteAt(at + 1) + 7 : short;
		const { size, next } = sizeOf(control, at + (short === EXTENDED ? 2 : 1));
		if (type === 7) return map(size, next);
		if (type === 11) return list(size, next);
		if (type === 14) return { value: size === 1, next };
		return {
			value: file.at(next, size, (buffer, start) => scalar(type, size, buffer, start)),
			next: next + size,
		};
	};

	return (at: number): MmdbValue => valueAt(at).value;
};
