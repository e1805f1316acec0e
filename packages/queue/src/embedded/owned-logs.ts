import { listLogs } from "./logs.ts";
import { type OwnedLog, openOwnedLog } from "./owned-log.ts";

/** The logs of a queue, as its consumer has them. */
export const createOwnedLogs = (directory: string, queueId: string) => {
	const logs = new Map<string, OwnedLog>();
	return {
		/** Opens logs that are new, after telling their partitions. */
		open: async (assigned: (partition: string) => Promise<void>): Promise<void> => {
			for (const log of listLogs(directory, queueId)) {
				if (logs.has(log.path)) continue;
				await assigned(log.partition);
				logs.set(log.path, openOwnedLog(log));
			}
		},
		/** The number of records that wait in each. */
		waiting: (): Map<OwnedLog, number> =>
			new Map([...logs.values()].map((log) => [log, log.waiting()])),
		/** Removes what is processed, where nothing waits. */
		tidy: async (): Promise<void> => {
			for (const [path, log] of logs) {
				if (log.waiting() > 0 || log.peek() !== undefined) continue;
				if (log.isOld) {
					logs.delete(path);
					await log.remove();
				} else if (log.isBehindSegment()) await log.commit({ next: log.position() });
			}
		},
		close: async (): Promise<void> => {
			for (const log of logs.values()) await log.close();
			logs.clear();
		},
	};
};
