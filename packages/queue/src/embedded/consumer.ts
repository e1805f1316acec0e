import { join } from "node:path";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/files/process-lock";
import type { Logger } from "@footfall/shared/logger";
import { createGate } from "@footfall/shared/waiting/gate";
import { pause } from "@footfall/shared/waiting/pause";
import { retry } from "@footfall/shared/waiting/retry";
import type { BatchHandler, Consumer, ConsumerOptions, QueueBatch } from "../driver/queue.ts";
import { createBatchWait } from "./batch-wait.ts";
import type { DeadLetters } from "./dead-letters.ts";
import type { LogSlice } from "./log-reader.ts";
import { overwriteProcessed } from "./overwrite-processed.ts";
import { createOwnedLogs, type OwnedLog } from "./owned-logs.ts";

/**
 * How far one log may be read ahead of another, by the time of the appends: sessions whose events alternate between
 * writers are then the same however long the records have waited. A shorter time makes small batches.
 */
const AHEAD_MS = 10_000;

export interface EmbeddedConsumerOptions {
	directory: string;
	queueId: string;
	deadLetters: DeadLetters;
	logger: Logger;
	/** How often an idle consumer looks for records that another process appended. */
	pollMs: number;
	/** Pause before a failed batch is delivered again, and between attempts to become the consumer. */
	retryMs: number;
}

/** The next records of all logs up to the same time, starting with the log that has the oldest. */
const readTogether = (logs: readonly OwnedLog[], maxRecords: number) => {
	const byAge = logs
		.map((log) => ({ log, appendedAt: log.peek() ?? 0 }))
		.sort((one, other) => one.appendedAt - other.appendedAt);
	const oldest = byAge[0]?.appendedAt ?? 0;
	for (let until = logs.length > 1 ? oldest + AHEAD_MS : Number.POSITIVE_INFINITY; ; ) {
		const slices = byAge.map(({ log }) => ({ log, slice: log.read(maxRecords, until) }));
		const full = slices.map(({ slice }) => slice.fullAt ?? until);
		// If one slice is full before that time, the others must not be ahead of it.
		const earliest = Math.max(oldest, Math.min(...full));
		if (logs.length <= 1 || earliest >= until) return slices.filter(({ slice }) => !isEmpty(slice));
		until = earliest;
		for (const { log, slice } of slices) log.rewind(slice);
	}
};

/** The delivered contents of slices. */
const batchesOf = (slices: ReturnType<typeof readTogether>): QueueBatch[] => {
	const filled = slices.filter(({ slice }) => slice.records.length > 0);
	return filled.map(({ log, slice }) => ({
		partition: log.partition,
		records: slice.records,
		isFollowed: log !== filled.at(-1)?.log,
	}));
};

/** The same for logs with waiting records, whose numbers are decremented. */
const readNext = (waiting: Map<OwnedLog, number>, maxRecords: number) => {
	const logs = [...waiting].filter(([, records]) => records > 0).map(([log]) => log);
	const slices = readTogether(logs, maxRecords);
	for (const { log, slice } of slices) {
		const read = slice.records.length + slice.damaged.length;
		waiting.set(log, (waiting.get(log) ?? 0) - read);
	}
	return slices;
};

/** How long the oldest record has waited, for example while the previous batch was handled. */
const ageMs = (waiting: Map<OwnedLog, number>): number => {
	const appended = [...waiting.keys()].map((log) => log.peek() ?? Number.POSITIVE_INFINITY);
	return Math.max(0, Date.now() - Math.min(...appended));
};

const isEmpty = ({ records, damaged }: LogSlice) => records.length + damaged.length === 0;

/** One consumer at a time: a second one waits here until the first has closed, or until it is closed itself. */
const becomeTheConsumer = (
	{ directory, logger, retryMs }: EmbeddedConsumerOptions,
	signal: AbortSignal,
): Promise<(() => void) | undefined> =>
	retry(() => acquireProcessLock(join(directory, "consumer.lock"), `the queue in ${directory}`), {
		pauseMs: retryMs,
		onRetry: (error) => {
			if (!(error instanceof ProcessLockError))
				logger.error({ directory, error }, "The consumer's lock could not be acquired; retrying");
		},
		signal,
	}).catch(() => undefined);

export const createEmbeddedConsumer = (
	options: EmbeddedConsumerOptions,
	batches: ConsumerOptions,
): Consumer => {
	const { directory, queueId, deadLetters, logger, pollMs, retryMs } = options;
	const batchWait = createBatchWait(batches);
	const closing = new AbortController();
	const { signal } = closing;
	const logs = createOwnedLogs(directory, queueId);
	const gate = createGate();
	let running: Promise<void> | undefined;

	/** Retries until it succeeds or the consumer closes; resolves to whether it succeeded. */
	const persistently = (what: string, attempt: () => void | Promise<void>): Promise<boolean> =>
		retry(attempt, {
			pauseMs: retryMs,
			onRetry: (error) => logger.error({ directory, error }, `${what} failed; retrying`),
			signal,
		}).then(
			() => true,
			() => false,
		);

	/** Waits for enough records, or for any until the maximum wait has passed; `undefined` if aborted. */
	const awaitRecords = async (
		handler: BatchHandler,
	): Promise<Map<OwnedLog, number> | undefined> => {
		let waitingSince: number | undefined;
		while (!signal.aborted) {
			const isOpen = await persistently("Opening the logs", () => logs.open(handler.assigned));
			if (!isOpen) return undefined;
			const waiting = logs.waiting();
			const records = [...waiting.values()].reduce((sum, count) => sum + count, 0);
			if (records > 0) waitingSince ??= performance.now() - ageMs(waiting);
			const waitedMs = waitingSince === undefined ? 0 : performance.now() - waitingSince;
			const leftMs = records > 0 ? batchWait.leftMs(records, waitedMs) : pollMs;
			if (leftMs <= 0) return waiting;
			if (records === 0)
				await persistently("Removing processed records", () => gate.pass(async () => logs.tidy()));
			await pause(Math.min(pollMs, leftMs), signal);
		}
		return undefined;
	};

	/**
	 * Delivers and commits batches of the same time; resolves to whether it did, which is false if the consumer closes.
	 */
	const deliver = async (
		handler: BatchHandler,
		slices: ReturnType<typeof readTogether>,
	): Promise<boolean> => {
		for (const { log, slice } of slices)
			for (const { offset, reason } of log.newDamage(slice))
				handler.damaged(log.partition, offset, reason);
		const begunAt = performance.now();
		for (const batch of batchesOf(slices))
			if (!(await persistently("A batch", () => handler.handle(batch)))) return false;
		// Handled batches must be committed before closing.
		for (const { log, slice } of slices) await persistently("A commit", () => log.commit(slice));
		batchWait.took(performance.now() - begunAt);
		return true;
	};

	/** Delivers waiting records, the oldest first; reads the next batch while one is handled. */
	const deliverAll = async (
		handler: BatchHandler,
		waiting: Map<OwnedLog, number>,
	): Promise<void> => {
		let slices = readNext(waiting, batches.maxRecords);
		let isDelivered = true;
		while (isDelivered && slices.length > 0 && !signal.aborted) {
			const present = slices;
			const delivering = gate.pass(() => deliver(handler, present));
			try {
				slices = readNext(waiting, batches.maxRecords);
				for (const batch of batchesOf(slices)) handler.coming?.(batch);
			} finally {
				isDelivered = await delivering;
			}
		}
	};

	const run = async (handler: BatchHandler): Promise<void> => {
		const release = await becomeTheConsumer(options, signal);
		if (release === undefined) return;
		try {
			const deliverOn = async () => {
				try {
					const waiting = await awaitRecords(handler);
					if (waiting) await deliverAll(handler, waiting);
				} catch (error) {
					// What was read but not delivered is read again.
					logs.close();
					throw error;
				}
			};
			while (!signal.aborted) await persistently("Reading", deliverOn);
		} finally {
			logs.close();
			release();
		}
	};

	return {
		start: (handler) => {
			running ??= run(handler);
		},
		setAside: deadLetters.keep,
		forget: (isForgotten) =>
			gate.pass(async () => {
				const forgotten = await deadLetters.forget(isForgotten);
				await overwriteProcessed(directory, queueId, signal);
				return forgotten;
			}),
		hold: gate.hold,
		close: async () => {
			closing.abort();
			await running;
		},
	};
};
