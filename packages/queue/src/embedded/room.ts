import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { QueueUnavailableError } from "../driver/queue.ts";
import { listLogs, listSegments } from "./names.ts";
import { readPosition } from "./position.ts";

/** How long a measurement is valid; in between, written bytes are added to it. */
const MEASURED_FOR_MS = 100;

export interface RoomOptions {
	directory: string;
	/** Maximum size of uncommitted records on disk. */
	maxBytes: number;
	/** Free space that appends leave on the disk. */
	reserveBytes: number;
}

/** Bytes of records that are not committed, in all logs. */
const unreadBytes = (directory: string): number => {
	let bytes = 0;
	for (const { path } of listLogs(directory, "")) {
		const position = readPosition(path);
		for (const segment of listSegments(path)) {
			if (segment.first < position.segment) continue;
			const size = statSync(segment.path, { throwIfNoEntry: false })?.size ?? 0;
			bytes += Math.max(0, segment.first === position.segment ? size - position.byte : size);
		}
	}
	return bytes;
};

/**
 * Refuses appends before the disk is full, so that there is enough space left for the consumer to commit. If another
 * program takes the rest, the write itself fails, and none of it is acknowledged.
 */
export const createRoom = ({ directory, maxBytes, reserveBytes }: RoomOptions) => {
	let free = 0;
	let unread = 0;
	let measuredAt = Number.NEGATIVE_INFINITY;

	return {
		/** @throws QueueUnavailableError if there is no space for this many bytes */
		take: async (bytes: number): Promise<void> => {
			if (performance.now() - measuredAt > MEASURED_FOR_MS) {
				const { bavail, bsize } = await statfs(directory);
				free = bavail * bsize;
				unread = unreadBytes(directory);
				measuredAt = performance.now();
			}
			if (free - bytes < reserveBytes)
				throw new QueueUnavailableError(
					`The disk of ${directory} is full; records are accepted again once more than ${reserveBytes} bytes are free or the loader has caught up`,
				);
			if (unread + bytes > maxBytes)
				throw new QueueUnavailableError(
					`The queue has reached its limit of ${maxBytes} bytes; records are accepted again once the loader has caught up`,
				);
			free -= bytes;
			unread += bytes;
		},
		/** Forces a measurement at the next call. */
		forget: () => {
			measuredAt = Number.NEGATIVE_INFINITY;
		},
	};
};

export type Room = ReturnType<typeof createRoom>;
