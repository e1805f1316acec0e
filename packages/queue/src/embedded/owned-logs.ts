import { rmSync } from "node:fs";
import { createLogReader, type LogSlice } from "./log-reader.ts";
import { createLogCounter } from "./log-tail.ts";
import { type LogDirectory, listLogs, removeSegmentsBefore } from "./names.ts";
import { type Position, readPosition, writePosition } from "./position.ts";

const WINDOW_BYTES = 1024 * 1024;

export type OwnedLog = ReturnType<typeof openOwnedLog>;

/** A log as owned by its consumer: reads on from the committed position and removes what precedes it. */
const openOwnedLog = ({ path, partition, isOld }: LogDirectory) => {
	const reader = createLogReader(path, readPosition(path), WINDOW_BYTES);
	const counter = createLogCounter(path);
	let damageReportedUpTo = 0;

	const close = () => {
		reader.close();
		counter.close();
	};

	/** Resolves once the position is on disk. Records after it may have been read already. */
	const commit = async (position: Position): Promise<void> => {
		await writePosition(path, position);
		removeSegmentsBefore(path, position.segment);
	};

	return {
		partition,
		/** How many records wait. */
		waiting: (): number => counter.count(reader.position()),
		/** When the next waiting record was appended. */
		peek: reader.peek,
		read: reader.read,
		/** Goes back to where a slice started. */
		rewind: ({ from }: LogSlice): void => reader.seek(from),
		/** Damage that was not reported yet: records around it may be redelivered. */
		newDamage: ({ damaged }: LogSlice): LogSlice["damaged"] => {
			const fresh = damaged.filter(({ offset }) => offset > damageReportedUpTo);
			damageReportedUpTo = fresh.at(-1)?.offset ?? damageReportedUpTo;
			return fresh;
		},
		/** Commits a slice; resolves once that is on disk. */
		commit: ({ until }: LogSlice): Promise<void> => commit(until),
		/** Removes processed segments; resolves to whether nothing of the log remains. Called when no record waits. */
		tidy: async (): Promise<boolean> => {
			if (reader.peek() !== undefined) return false;
			if (isOld) {
				close();
				rmSync(path, { recursive: true });
			} else if (reader.position().segment > readPosition(path).segment)
				await commit(reader.position());
			return isOld;
		},
		close,
	};
};

/** The logs of a queue, as owned by its consumer. */
export const createOwnedLogs = (directory: string, queueId: string) => {
	const logs = new Map<string, OwnedLog>();
	return {
		/** Opens new logs, after announcing their partitions. */
		open: async (assigned: (partition: string) => Promise<void>): Promise<void> => {
			for (const log of listLogs(directory, queueId)) {
				if (logs.has(log.path)) continue;
				await assigned(log.partition);
				logs.set(log.path, openOwnedLog(log));
			}
		},
		/** The number of waiting records in each. */
		waiting: (): Map<OwnedLog, number> =>
			new Map([...logs.values()].map((log) => [log, log.waiting()])),
		tidy: async (): Promise<void> => {
			for (const [path, log] of logs) if (await log.tidy()) logs.delete(path);
		},
		close: (): void => {
			for (const log of logs.values()) log.close();
			logs.clear();
		},
	};
};
