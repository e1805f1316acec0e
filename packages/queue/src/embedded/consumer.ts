import { join } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/pause";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/process-lock";
import { retry } from "@footfall/shared/retry";
import type { BatchHandler, Consumer, ConsumerOptions } from "../driver/queue.ts";
import type { Environment } from "./environment.ts";
import { overwriteFree } from "./overwrite-free.ts";
import { type LogSlice, readSlice } from "./read-slice.ts";

export interface EmbeddedConsumerOptions {
	directory: string;
	logger: Logger;
	/** How often an idle consumer looks for records that another process appended. */
	pollMs: number;
	/** Pause before a batch that failed is delivered again, and between tries to become the consumer. */
	retryMs: number;
}

export const createEmbeddedConsumer = (
	environment: Environment,
	{ directory, logger, pollMs, retryMs }: EmbeddedConsumerOptions,
	{ minRecords, maxWaitMs, maxRecords }: ConsumerOptions,
): Consumer => {
	const partition = `${environment.id}/0`;
	const closing = new AbortController();
	const { signal } = closing;
	let running: Promise<void> | undefined;
	/** Damage is told once, however often its neighbours are delivered. */
	let damageToldUpTo = 0;

	/** Tries until it succeeds or the consumer closes; resolves to whether it succeeded. */
	const persistently = (what: string, attempt: () => Promise<void>): Promise<boolean> =>
		retry(attempt, {
			pauseMs: retryMs,
			onRetry: (error) => logger.error({ partition, error }, `${what} failed, trying again`),
			signal,
		}).then(
			() => true,
			() => false,
		);

	/** One consumer at a time: a second one waits here and takes over when the first is gone. */
	const becomeTheConsumer = (): Promise<(() => void) | undefined> =>
		retry(() => acquireProcessLock(join(directory, "consumer.lock"), `the queue in ${directory}`), {
			pauseMs: retryMs,
			onRetry: (error) => {
				if (!(error instanceof ProcessLockError))
					logger.error({ partition, error }, "The consumer's lock cannot be taken, trying again");
			},
			signal,
		}).catch(() => undefined);

	/** Resolves to the first offset to read when enough waits, or has waited long enough. */
	const awaitRecords = async (): Promise<number | undefined> => {
		let firstSeenAt: number | undefined;
		while (!signal.aborted) {
			const from = environment.position("committed");
			const waiting = environment.position("tail") - from;
			if (waiting > 0) firstSeenAt ??= performance.now();
			const waitedMs = firstSeenAt === undefined ? 0 : performance.now() - firstSeenAt;
			if (waiting >= minRecords || (waiting > 0 && waitedMs >= maxWaitMs)) return from;
			await pause(
				firstSeenAt === undefined ? pollMs : Math.min(pollMs, maxWaitMs - waitedMs),
				signal,
			);
		}
		return undefined;
	};

	const commit = async (from: number, { next, blocks }: LogSlice): Promise<void> => {
		const moved = await environment.advance("committed", from, next, () =>
			blocks.filter((last) => last < next).map((last) => environment.blocks.remove(last)),
		);
		if (!moved) logger.warn({ partition, from, next }, "Another consumer committed first");
	};

	const keepDamaged = async (handler: BatchHandler, { damaged }: LogSlice): Promise<void> => {
		for (const { offset, reason } of damaged) {
			if (offset <= damageToldUpTo) continue;
			handler.damaged(partition, offset, reason);
			damageToldUpTo = offset;
		}
	};

	const consume = async (handler: BatchHandler): Promise<void> => {
		if (!(await persistently("Taking the partition", () => handler.assigned(partition)))) return;
		for (;;) {
			const from = await awaitRecords();
			if (from === undefined) return;
			const portion = readSlice(environment, from, maxRecords);
			await keepDamaged(handler, portion);
			const { records } = portion;
			const handled =
				records.length === 0 ||
				(await persistently("A batch", () => handler.handle({ partition, records })));
			if (!handled) return;
			// Closing must not lose the commit of a batch that was handled.
			await persistently("A commit", () => commit(from, portion));
		}
	};

	const run = async (handler: BatchHandler): Promise<void> => {
		const release = await becomeTheConsumer();
		if (release === undefined) return;
		try {
			await consume(handler);
		} finally {
			release();
		}
	};

	return {
		start: (handler) => {
			running ??= run(handler);
		},
		setAside: async (_partition, { offset, value }, reason) => {
			await environment.deadLetters.put(offset, {
				reason,
				at: Date.now(),
				value: Buffer.from(value).toString("base64"),
			});
		},
		forget: async (isForgotten) => {
			let forgotten = 0;
			for (const { key: offset, value } of [...environment.deadLetters.getRange({})]) {
				const record = { offset, value: Buffer.from(value.value, "base64") };
				if (!(await isForgotten(record))) continue;
				await environment.deadLetters.remove(offset);
				forgotten++;
			}
			for (const _round of [1, 2]) await overwriteFree(environment, () => signal.aborted);
			return forgotten;
		},
		close: async () => {
			closing.abort();
			await running;
		},
	};
};
