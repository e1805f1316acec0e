import { rmSync } from "node:fs";
import { createLogReader, type LogSlice } from "./log-reader.ts";
import { createLogCounter } from "./log-tail.ts";
import type { LogDirectory } from "./logs.ts";
import { openPosition, readPosition } from "./position.ts";
import { listSegments } from "./segments.ts";

const WINDOW_BYTES = 1024 * 1024;

export type OwnedLog = ReturnType<typeof openOwnedLog>;

/** A log as its consumer has it: reads on from the committed position and removes what is behind it. */
export const openOwnedLog = ({ path, partition, isOld }: LogDirectory) => {
	const reader = createLogReader(path, readPosition(path), WINDOW_BYTES);
	const counter = createLogCounter(path);
	const position = openPosition(path);
	let committedSegment = reader.position().segment;
	let damageReportedUpTo = 0;

	const close = async () => {
		reader.close();
		counter.close();
		await position.close();
	};

	const removeProcessed = (segment: number) => {
		for (const { path: file, first } of listSegments(path)) if (first < segment) rmSync(file);
		committedSegment = segment;
	};

	return {
		partition,
		/** How many records wait. */
		waiting: (): number => counter.count(reader.position()),
		/** When the next of them was appended. */
		peek: reader.peek,
		read: reader.read,
		/** Damage that was not reported yet: records around it may be delivered again. */
		newDamage: ({ damaged }: LogSlice): LogSlice["damaged"] => {
			const fresh = damaged.filter(({ offset }) => offset > damageReportedUpTo);
			damageReportedUpTo = fresh.at(-1)?.offset ?? damageReportedUpTo;
			return fresh;
		},
		/** Resolves once the position is on disk. */
		commit: async ({ next }: Pick<LogSlice, "next">): Promise<void> => {
			await position.write(next);
			if (next.segment !== committedSegment) removeProcessed(next.segment);
		},
		/** Whether a segment without unread records is behind the reader. */
		isBehindSegment: () => reader.position().segment !== committedSegment,
		position: reader.position,
		isOld,
		close,
		remove: async (): Promise<void> => {
			await close();
			rmSync(path, { recursive: true });
		},
	};
};
