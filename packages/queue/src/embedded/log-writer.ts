import { constants, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { syncPath } from "@footfall/shared/files/sync-path";
import { type BlockWriter, readBlock } from "../driver/block.ts";
import { type ClaimedLog, claimLog } from "./claim-log.ts";
import { emptyFrame, sealFrame } from "./frame.ts";
import { advanceTail, startOfTail, type Tail } from "./log-tail.ts";
import {
	FIRST_OFFSET,
	listSegments,
	removeSegmentsBefore,
	type Segment,
	segmentPath,
} from "./names.ts";
import { readPosition } from "./position.ts";
import type { Room } from "./room.ts";
import { openSegmentFile } from "./segment-file.ts";

/**
 * Linux syncs every write to a file opened with this flag: one trip through a thread and the event loop instead of two.
 * Other systems differ, so there a sync follows each write.
 */
const SYNCED = process.platform === "linux" ? constants.O_DSYNC : 0;
const NEW_SEGMENT = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | SYNCED;
const OLD_SEGMENT = constants.O_RDWR | SYNCED;

/** A segment also ends after this time, so that processed records do not stay on the disk of a quiet site. */
const MAX_AGE_MS = 3600 * 1000;
/**
 * Offsets skipped after a log that was not closed, or a failed write: more than the records of one write. A reader may
 * have seen some that a power cut removed, and their offsets must not be reused for others.
 */
const LEAP = 2 ** 20;
/** A healthy log has space for at least this much: a typical record. */
const TEST_BYTES = 1024;

export interface LogWriterOptions {
	directory: string;
	/** A segment ends at this size. */
	segmentBytes: number;
	room: Room;
}

interface OpenSegment {
	path: string;
	first: number;
	handle: FileHandle;
	/** Where the next frame is written. */
	end: number;
	openedAt: number;
	isClosed: boolean;
}

const openedSegment = (
	{ path, first }: Pick<Segment, "path" | "first">,
	handle: FileHandle,
	end: number,
	isClosed: boolean,
): OpenSegment => ({ path, first, handle, end, openedAt: Date.now(), isClosed });

const framesOf = (blocks: readonly BlockWriter[], next: number): Buffer[] => {
	const appendedAt = Date.now();
	let first = next;
	return blocks.map((block) => {
		const count = block.count();
		const frame = block.finish(appendedAt);
		sealFrame(frame, { first, count, appendedAt });
		first += count;
		return frame;
	});
};

/** Where the last segment of a log ends: after the readable part of a truncated block. */
const tailOf = (last: Segment, directory: string): Tail => {
	const file = openSegmentFile(last.path, 64 * 1024);
	const tail = startOfTail(last, readPosition(directory));
	try {
		advanceTail(file, tail);
		const torn = file.frameFrom(tail.byte, tail.offset);
		const block = torn && readBlock(file.bodyOf(torn));
		for (let index = 0; block && index < torn.count; index++)
			if (block.record(index)) tail.offset = torn.first + index + 1;
		return { ...tail, isClosed: tail.isClosed && tail.byte === file.size() };
	} finally {
		file.close();
	}
};

/** Appends to a log of its own, which it claims with the first append. */
export const createLogWriter = ({ directory, segmentBytes, room }: LogWriterOptions) => {
	let log: ClaimedLog | undefined;
	let segment: OpenSegment | undefined;
	/** Where the log ends: everything before this offset is on disk. */
	let end = FIRST_OFFSET;
	/** Offset of the next record; greater than `end` after skipped offsets. */
	let next = FIRST_OFFSET;
	/** A segment that could not be written to; `isUnused` if it contains nothing acknowledged. */
	let failed: { path: string; isUnused: boolean } | undefined;

	const newSegment = async (path: string): Promise<OpenSegment> => {
		const created = segmentPath(path, end, next);
		const handle = await open(created, NEW_SEGMENT, 0o600);
		// On disk before the first write, because a reader may see the write before its sync.
		await syncPath(path).catch(async (error: unknown) => {
			next += LEAP;
			await handle.close();
			rmSync(created, { force: true });
			throw error;
		});
		if (failed?.isUnused) rmSync(failed.path, { force: true });
		failed = undefined;
		if (readPosition(path).offset >= end) removeSegmentsBefore(path, next);
		return openedSegment({ path: created, first: next }, handle, 0, false);
	};

	/** Continues a log that was closed; otherwise starts a new segment after the readable part of the last one. */
	const recover = async (path: string): Promise<OpenSegment> => {
		const last = listSegments(path).at(-1);
		if (last === undefined) return newSegment(path);
		const tail = tailOf(last, path);
		end = tail.offset;
		next = tail.offset;
		const handle = await open(last.path, OLD_SEGMENT);
		try {
			if (tail.isClosed) return openedSegment(last, handle, tail.byte, true);
			// Its last blocks may not have been synced; the new segment's name records that they exist.
			await handle.datasync();
			next += LEAP;
			const opened = await newSegment(path);
			await handle.close();
			return opened;
		} catch (error) {
			await handle.close();
			throw error;
		}
	};

	const roll = async (path: string, old: OpenSegment): Promise<void> => {
		// It contains only test writes, and two segments cannot have the same name.
		if (next === old.first) next++;
		segment = await newSegment(path);
		await old.handle.close();
	};

	/** The segment to write to, if there is space for this many bytes. */
	const segmentFor = async (bytes: number): Promise<OpenSegment> => {
		log ??= await claimLog(directory);
		const { path } = log;
		segment ??= failed ? await newSegment(path) : await recover(path);
		if (segment.end >= segmentBytes || Date.now() - segment.openedAt > MAX_AGE_MS)
			await roll(path, segment);
		try {
			await room.take(bytes);
		} catch (error) {
			// A segment is removed as a whole: its processed records would keep the disk full.
			if (segment.end > 0) await roll(path, segment);
			throw error;
		}
		return segment;
	};

	/** Resolves once the frames are on disk. */
	const write = async (frames: readonly Buffer[], target: OpenSegment): Promise<void> => {
		const bytes = frames.reduce((sum, { length }) => sum + length, 0);
		try {
			const { bytesWritten } = await target.handle.writev(frames, target.end);
			if (bytesWritten !== bytes)
				throw new Error(`${bytesWritten} of ${bytes} bytes were written to ${target.path}`);
			if (SYNCED === 0) await target.handle.datasync();
		} catch (error) {
			// After a failed sync, cached data of this file may never reach the disk: the next write starts another file.
			segment = undefined;
			failed = { path: target.path, isUnused: target.first >= end };
			next = Math.max(end, target.first) + LEAP;
			await target.handle.truncate(target.end).catch(() => undefined);
			await target.handle.close().catch(() => undefined);
			throw error;
		}
		target.end += bytes;
		target.isClosed = false;
	};

	return {
		/** Appends a frame for each block, all or none. One call at a time. Resolves once they are on disk. */
		append: async (blocks: readonly BlockWriter[]): Promise<void> => {
			const target = await segmentFor(blocks.reduce((sum, block) => sum + block.bytes(), 0));
			await write(framesOf(blocks, next), target);
			next += blocks.reduce((sum, block) => sum + block.count(), 0);
			end = next;
		},
		/** Writes an empty frame, to check whether the disk accepts it. */
		test: async (): Promise<void> => {
			const target = await segmentFor(TEST_BYTES);
			await write([emptyFrame("void", next)], target);
		},
		close: async (): Promise<void> => {
			if (segment && !segment.isClosed)
				await write([emptyFrame("end", next)], segment).catch(() => undefined);
			await segment?.handle.close();
			segment = undefined;
			log?.release();
			log = undefined;
		},
	};
};

export type LogWriter = ReturnType<typeof createLogWriter>;
