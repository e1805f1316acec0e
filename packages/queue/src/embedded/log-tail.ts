import { unlessMissing } from "@footfall/shared/files/unless-missing";
import { listSegments, type Segment } from "./names.ts";
import type { Position } from "./position.ts";
import { openSegmentFile, type SegmentFile } from "./segment-file.ts";

/** Mainly headers are read, hardly any bodies. */
const WINDOW_BYTES = 4096;

/** The end of the written part of a segment. */
export interface Tail {
	byte: number;
	/** Offset of the next record. */
	offset: number;
	/** Whether its writer has closed the log. */
	isClosed: boolean;
}

/** Moves a tail to the end of the last complete frame. */
export const advanceTail = (file: SegmentFile, tail: Tail): void => {
	file.look();
	for (;;) {
		const frame = file.frameFrom(tail.byte, tail.offset);
		if (frame === undefined || !file.isWritten(frame)) return;
		tail.byte = frame.end;
		tail.offset = Math.max(tail.offset, frame.first + frame.count);
		tail.isClosed = frame.kind === "end";
	}
};

/** The tail of a segment, searched from a position if that is in the segment. */
export const startOfTail = ({ first }: Segment, from: Position): Tail => {
	const { byte, offset } = from.segment === first ? from : { byte: 0, offset: first };
	return { byte, offset, isClosed: false };
};

/** Counts the records of a log after a position, and remembers how far it has read. */
export const createLogCounter = (directory: string) => {
	let open: { segment: Segment; file: SegmentFile; tail: Tail } | undefined;
	const close = () => {
		open?.file.close();
		open = undefined;
	};
	return {
		count: (from: Position): number => {
			const segments = listSegments(directory);
			const last = segments.at(-1);
			if (last === undefined) return 0;
			if (open?.segment.first !== last.first) {
				close();
				const file = unlessMissing(() => openSegmentFile(last.path, WINDOW_BYTES));
				if (file === undefined) return 0;
				open = { segment: last, file, tail: startOfTail(last, from) };
			}
			const { file, tail } = open as NonNullable<typeof open>;
			advanceTail(file, tail);
			let records = 0;
			for (const [index, { first }] of segments.entries()) {
				if (first < from.segment) continue;
				const start = first === from.segment ? from.offset : first;
				const end = segments[index + 1]?.follows ?? tail.offset;
				records += Math.max(0, end - start);
			}
			return records;
		},
		close,
	};
};
