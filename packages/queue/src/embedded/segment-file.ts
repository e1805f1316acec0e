import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { FRAME_HEADER_BYTES, FRAME_MAGIC, type FrameHeader, readFrameHeader } from "./frame.ts";

/** A frame and its place in the file. */
export interface Frame extends FrameHeader {
	start: number;
	/** The position after its body. */
	end: number;
}

export type SegmentFile = ReturnType<typeof openSegmentFile>;

const SEARCH_BYTES = 64 * 1024;

/**
 * A segment that is read while another process may append to it.
 * @param windowBytes how much is read at once
 */
export const openSegmentFile = (path: string, windowBytes: number) => {
	const descriptor = openSync(path, "r");
	let window = Buffer.alloc(0);
	let windowStart = 0;
	let size = fstatSync(descriptor).size;

	/** Bytes of the file, fewer at its end. Never overwritten by a later read. */
	const read = (start: number, length: number): Buffer => {
		if (start < windowStart || start + length > windowStart + window.length) {
			const bytes = Buffer.allocUnsafeSlow(Math.max(length, Math.min(windowBytes, size - start)));
			window = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
			windowStart = start;
		}
		return window.subarray(start - windowStart, start - windowStart + length);
	};

	const frameAt = (start: number): Frame | undefined => {
		if (start + FRAME_HEADER_BYTES > size) return undefined;
		const header = readFrameHeader(read(start, FRAME_HEADER_BYTES));
		return header && { ...header, start, end: start + FRAME_HEADER_BYTES + header.bodyBytes };
	};

	/** The frame at a position or, if it is damaged, the next one. `next` is the offset expected there. */
	const frameFrom = (start: number, next: number): Frame | undefined => {
		const found = frameAt(start);
		if (found) return found;
		for (let at = start + 1; at + FRAME_HEADER_BYTES <= size; ) {
			const bytes = read(at, Math.min(SEARCH_BYTES, size - at));
			const place = bytes.indexOf(FRAME_MAGIC);
			if (place < 0) {
				at += Math.max(1, bytes.length - FRAME_MAGIC.length + 1);
				continue;
			}
			at += place;
			const frame = frameAt(at);
			// Skipped bytes held fewer records than bytes; anything else is no frame of this log.
			if (frame && frame.first >= next && frame.first - next < at - start) return frame;
			at++;
		}
		return undefined;
	};

	const isIntact = ({ kind, start, end, bodyBytes, bodyChecksum }: Frame): boolean =>
		end <= size &&
		(kind !== "records" || crc32(read(start + FRAME_HEADER_BYTES, bodyBytes)) === bodyChecksum);

	return {
		/** Checks how much was appended; everything else reflects the last check. */
		look: () => {
			size = fstatSync(descriptor).size;
		},
		size: () => size,
		frameFrom,
		/** Its body, fewer bytes if the file ends within it. */
		bodyOf: ({ start, bodyBytes }: Frame): Buffer => {
			const from = start + FRAME_HEADER_BYTES;
			return read(from, Math.max(0, Math.min(bodyBytes, size - from)));
		},
		/**
		 * Whether a frame was written completely: it is intact, or another one follows it. If not, it is being written, or a
		 * crash truncated it before it was acknowledged.
		 */
		isWritten: (frame: Frame): boolean =>
			frame.end <= size &&
			(frameAt(frame.end) !== undefined ||
				isIntact(frame) ||
				frameFrom(frame.end, frame.first + frame.count) !== undefined),
		close: () => closeSync(descriptor),
	};
};
