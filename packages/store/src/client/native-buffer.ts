/** Bytes of a block that is being written; the buffer grows as needed. Numbers are little-endian. */
export interface NativeBuffer {
	byte(value: number): void;
	uint16(value: number): void;
	uint32(value: number): void;
	float64(value: number): void;
	/** Two 32-bit halves of a 64-bit number. */
	words(low: number, high: number): void;
	/** Variable-length: seven bits per byte, lowest first. */
	varint(value: number): void;
	/** Its length in bytes, and its UTF-8; returns whether it is encodable, which a lone surrogate is not. */
	text(value: string): boolean;
	/** Valid until the next write. */
	bytes(): Buffer;
}

const VARINT_BYTES = 5;
/** Up to this length a loop over the characters is faster than a call into the runtime. */
const SHORT_TEXT = 24;

const HALF_OF_A_PAIR = /\p{Surrogate}/u;

const varintBytes = (value: number): number => {
	let bytes = 1;
	for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes++;
	return bytes;
};

/** @param firstBytes how many bytes to expect */
export const createNativeBuffer = (firstBytes: number): NativeBuffer => {
	let buffer = Buffer.allocUnsafeSlow(firstBytes);
	let view = new DataView(buffer.buffer);
	let at = 0;

	const reserve = (bytes: number) => {
		if (at + bytes <= buffer.length) return;
		const grown = Buffer.allocUnsafeSlow(2 * (at + bytes));
		buffer.copy(grown, 0, 0, at);
		buffer = grown;
		view = new DataView(grown.buffer);
	};

	const varint = (value: number) => {
		reserve(VARINT_BYTES);
		let rest = value;
		for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[at++] = (rest % 128) + 128;
		buffer[at++] = rest;
	};

	/** Whether it was short and only ASCII; if not, nothing is written. */
	const shortText = (value: string): boolean => {
		const { length } = value;
		if (length > SHORT_TEXT) return false;
		buffer[at] = length;
		for (let index = 0; index < length; index++) {
			const code = value.charCodeAt(index);
			if (code > 127) return false;
			buffer[at + 1 + index] = code;
		}
		at += 1 + length;
		return true;
	};

	return {
		byte: (value) => {
			reserve(1);
			buffer[at++] = value;
		},
		uint16: (value) => {
			reserve(2);
			view.setUint16(at, value, true);
			at += 2;
		},
		uint32: (value) => {
			reserve(4);
			view.setUint32(at, value, true);
			at += 4;
		},
		float64: (value) => {
			reserve(8);
			view.setFloat64(at, value, true);
			at += 8;
		},
		words: (low, high) => {
			reserve(8);
			view.setUint32(at, low, true);
			view.setUint32(at + 4, high, true);
			at += 8;
		},
		varint,
		text: (value) => {
			const { length } = value;
			reserve(VARINT_BYTES + 3 * length);
			if (shortText(value)) return true;
			// Most texts are ASCII, with as many bytes as characters.
			const start = at + varintBytes(length);
			const bytes = buffer.write(value, start);
			if (bytes !== length) {
				if (HALF_OF_A_PAIR.test(value)) return false;
				buffer.copyWithin(at + varintBytes(bytes), start, start + bytes);
			}
			varint(bytes);
			at += bytes;
			return true;
		},
		bytes: () => buffer.subarray(0, at),
	};
};
