import { unlessMissing } from "@footfall/shared/files/unless-missing";
import { readBlock } from "../driver/block.ts";
import type { QueueRecord } from "../driver/queue.ts";
import { listSegments, type Segment } from "./names.ts";
import type { Position } from "./position.ts";
import { type Frame, openSegmentFile, type SegmentFile } from "./segment-file.ts";

/** Records of one batch. */
export interface LogSlice {
	records: QueueRecord[];
	damaged: { offset: number; reason: string }[];
	/** If it is full, when its last record was appended: later records may have been appended at the same time. */
	fullAt: number | undefined;
	/** Where it starts, and where the next one starts. */
	from: Position;
	until: Position;
}

/** A slice ends at this many bytes, because it is in memory as a whole. */
const MAX_SLICE_BYTES = 32 * 1024 * 1024;

/** The next item: a frame with records to read, or lost records. */
type Found = { frame: Frame; end: number } | { lostUpTo: number };

/**
 * Reads a log from a position, while it is being written. Bytes that fail their checksum are listed instead.
 * @param skipped called with the offsets, the last one excluded, of records that were removed or overwritten
 */
export const createLogReader = (
	directory: string,
	begin: Position,
	windowBytes: number,
	skipped: (from: number, to: number) => void = () => undefined,
) => {
	let { segment, byte, offset } = begin;
	let segments: Segment[] = [];
	let file: SegmentFile | undefined;

	const close = () => {
		file?.close();
		file = undefined;
	};

	/** Opens the segment of the position, or the next one if that was removed. */
	const enter = () => {
		const found = segments.find(({ first }) => first >= segment);
		if (found === undefined || (found.first === segment && file)) return;
		close();
		if (found.first !== segment) {
			if (offset < found.follows) skipped(offset, found.follows);
			segment = found.first;
			byte = 0;
			offset = Math.max(offset, found.first);
		}
		file = unlessMissing(() => openSegmentFile(found.path, windowBytes));
	};

	/** Lists the names first: if a segment has a successor, nothing more is appended to it. */
	const look = () => {
		segments = listSegments(directory);
		enter();
		file?.look();
	};

	const find = (): Found | undefined => {
		while (file) {
			const successor = segments.find(({ first }) => first > segment);
			const end = successor?.follows ?? Number.POSITIVE_INFINITY;
			if (successor && offset >= end) {
				segment = successor.first;
				byte = 0;
				offset = segment;
				close();
				enter();
				continue;
			}
			const frame = file.frameFrom(byte, offset);
			if (frame === undefined || (successor === undefined && !file.isWritten(frame)))
				return successor && { lostUpTo: end };
			if (frame.first > offset) return { lostUpTo: Math.min(frame.first, end) };
			const behind = frame.first + frame.count;
			if (frame.kind === "records" && behind > offset) return { frame, end: Math.min(behind, end) };
			byte = frame.end;
			if (frame.kind === "void" && behind > offset) skipped(offset, behind);
			offset = Math.max(offset, behind);
		}
		return undefined;
	};

	const position = (): Position => ({ segment, byte, offset });

	return {
		/** The position after what was read. */
		position,
		/** Goes back to a position. */
		seek: (position: Position): void => {
			close();
			({ segment, byte, offset } = position);
		},
		/** When the next record was appended; `undefined` if there is none. */
		peek: (): number | undefined => {
			look();
			const found = find();
			return found && ("frame" in found ? found.frame.appendedAt : 0);
		},
		/** Passes over what was appended before a time. */
		skipTo: (appendedAt: number): void => {
			look();
			for (let found = find(); found; found = find()) {
				if ("lostUpTo" in found) offset = found.lostUpTo;
				else if (found.frame.appendedAt < appendedAt) {
					byte = found.frame.end;
					offset = found.end;
				} else return;
			}
		},
		/** Reads at most `maxRecords`, up to those appended at a given time. */
		read: (maxRecords: number, appendedUntil: number): LogSlice => {
			look();
			const from = position();
			let appendedAt = 0;
			const records: QueueRecord[] = [];
			const damaged: LogSlice["damaged"] = [];
			let bytesRead = 0;
			const hasRoom = () =>
				bytesRead < MAX_SLICE_BYTES && records.length + damaged.length < maxRecords;
			for (let found = find(); found && file && hasRoom(); found = find()) {
				if ("lostUpTo" in found) {
					for (; offset < found.lostUpTo && hasRoom(); offset++)
						damaged.push({ offset, reason: "its block is unreadable" });
					continue;
				}
				const { frame, end } = found;
				if (frame.appendedAt > appendedUntil) break;
				appendedAt = frame.appendedAt;
				const block = readBlock(file.bodyOf(frame));
				for (; offset < end && hasRoom(); offset++) {
					const value = block?.record(offset - frame.first);
					if (value) records.push({ offset, value });
					else damaged.push({ offset, reason: "its checksum does not match" });
					bytesRead += value?.length ?? 0;
				}
				if (offset === frame.first + frame.count) byte = frame.end;
			}
			const fullAt = hasRoom() ? undefined : appendedAt;
			return { records, damaged, fullAt, from, until: position() };
		},
		close,
	};
};
