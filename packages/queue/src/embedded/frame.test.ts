import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	emptyFrame,
	FRAME_HEADER_BYTES,
	readFrameHeader,
	sealFrame,
	writeFrameHeader,
} from "./frame.ts";

const anyHeader = fc.record({
	kind: fc.constantFrom("records" as const, "void" as const, "end" as const),
	bodyBytes: fc.nat(),
	first: fc.maxSafeNat(),
	count: fc.nat(),
	appendedAt: fc.maxSafeNat(),
	bodyChecksum: fc.nat(),
});

describe("the header of a frame", () => {
	it("is read as it was written", () =>
		fc.assert(
			fc.property(anyHeader, (header) => {
				const bytes = Buffer.alloc(FRAME_HEADER_BYTES);
				writeFrameHeader(bytes, header);
				expect(readFrameHeader(bytes)).toEqual(header);
			}),
		));

	it("is refused if any of its bits has changed", () => {
		const bytes = emptyFrame("end", 42);
		for (let bit = 0; bit < 8 * bytes.length; bit++) {
			const changed = Buffer.from(bytes);
			changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			expect(readFrameHeader(changed)).toBeUndefined();
		}
	});

	it("is refused if it is truncated", () =>
		expect(readFrameHeader(emptyFrame("void", 1).subarray(0, -1))).toBeUndefined());

	it("contains the length of the block after it", () => {
		const frame = Buffer.alloc(FRAME_HEADER_BYTES + 100, 7);
		sealFrame(frame, { first: 3, count: 2, appendedAt: 5 });
		expect(readFrameHeader(frame)).toMatchObject({ first: 3, count: 2, bodyBytes: 100 });
	});
});
