import type { QueueDepth } from "../driver/queue.ts";
import { createLogReader } from "./log-reader.ts";
import { createLogCounter } from "./log-tail.ts";
import { listLogs } from "./names.ts";
import { readPosition } from "./position.ts";

const WINDOW_BYTES = 4096;

export interface DepthMeter {
	/** Counts the uncommitted records of all logs. Reads what was appended since the last call, and little else. */
	measure(): QueueDepth;
	close(): void;
}

export const createDepthMeter = (directory: string, queueId: string): DepthMeter => {
	const counters = new Map<string, ReturnType<typeof createLogCounter>>();
	const counterOf = (path: string) => {
		const counter = counters.get(path) ?? createLogCounter(path);
		counters.set(path, counter);
		return counter;
	};

	return {
		measure: () => {
			const depth: QueueDepth = { records: 0, oldestAgeMs: 0 };
			for (const { path } of listLogs(directory, queueId)) {
				const position = readPosition(path);
				const records = counterOf(path).count(position);
				if (records === 0) continue;
				depth.records += records;
				const reader = createLogReader(path, position, WINDOW_BYTES);
				const appendedAt = reader.peek();
				reader.close();
				if (appendedAt) depth.oldestAgeMs = Math.max(depth.oldestAgeMs, Date.now() - appendedAt);
			}
			return depth;
		},
		close: () => {
			for (const counter of counters.values()) counter.close();
			counters.clear();
		},
	};
};
