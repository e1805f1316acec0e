import { join } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { acquireProcessLock, ProcessLockError } from "@footfall/shared/process-lock";
import { pause } from "@footfall/shared/waiting/pause";
import { retry } from "@footfall/shared/waiting/retry";
import type { BatchHandler, Consumer, ConsumerOptions } from "../driver/queue.ts";
import { forgetDeadLetters, keepDeadLetter } from "./dead-letters.ts";
import type { Environment } from "./environment.ts";
import { type LogSlice, readSlice } from "./read-slice.ts";

export interface EmbeddedConsumerOptions {
	directory: string;
	logger: Logger;
	/** How often an idle consumer looks for records that another process appended. */
	pollMs: number;
	/** Pause before a failed batch is delivered again, and between attempts to become the consumer. */
	retryMs: number;
}

/**
 * Waits for enough records, or for any until the maximum wait is over. Resolves to the first offset to read; undefined
 * when aborted.
 */
const awaitRecords = async (
	environment: Environment,
	{ minRecords, maxWaitMs, pollMs }: ConsumerOptions & { pollMs: number },
	signal: AbortSignal,
): Promise<number | undefined> => {
	let firstSeenAt: number | undefined;
	while (!signal.aborted) {
		const from = environment.position("committed");
		const queued = environment.position("tail") - from;
		if (queued > 0) firstSeenAt ??= performance.now();
		const waitedMs = firstSeenAt === undefined ? 0 : performance.now() - firstSeenAt;
		if (queued >= minRecords || (queued > 0 && waitedMs >= maxWaitMs)) return from;
		const leftMs = firstSeenAt === undefined ? pollMs : maxWaitMs - waitedMs;
		await pause(Math.min(pollMs, leftMs), signal);
	}
	return undefined;
};

export const createEmbeddedConsumer = (
	environment: Environment,
	{ directory, logger, pollMs, retryMs }: EmbeddedConsumerOptions,
	batches: ConsumerOptions,
): Consumer => {
	const partition = `${environment.id}/0`;
	const closing = new AbortController();
	const { signal } = closing;
	let running: Promise<void> | undefined;
	/** Damage is reported once, even if the records around it are delivered again. */
	let damageReportedUpTo = 0;

	/** Retries until it succeeds or the consumer closes; resolves to whether it succeeded. */
	const persistently = (what: string, attempt: () => Promise<void>): Promise<boolean> =>
		retry(attempt, {
			pauseMs: retryMs,
			onRetry: (error) => logger.error({ partition, error }, `${what} failed, trying again`),
			signal,
		}).then(
			() => true,
			() => false,
		);

	/** One consumer at a time: a second one waits here until the first is gone. */
	const becomeTheConsumer = (): Promise<(() => void) | undefined> =>
		retry(() => acquireProcessLock(join(directory, "consumer.lock"), `the queue in ${directory}`), {
			pauseMs: retryMs,
			onRetry: (error) => {
				if (!(error instanceof ProcessLockError))
					logger.error({ partition, error }, "The consumer's lock cannot be taken, trying again");
			},
			signal,
		}).catch(() => undefined);

	const commit = async (from: number, { next, blocks }: LogSlice): Promise<void> => {
		const moved = await environment.advance("committed", from, next, () =>
			blocks.filter((last) => last < next).map((last) => environment.blocks.remove(last)),
		);
		if (!moved) logger.warn({ partition, from, next }, "Another consumer committed first");
	};

	const consume = async (handler: BatchHandler): Promise<void> => {
		if (!(await persistently("Taking the partition", () => handler.assigned(partition)))) return;
		for (;;) {
			const from = await awaitRecords(environment, { ...batches, pollMs }, signal);
			if (from === undefined) return;
			const slice = readSlice(environment, from, batches.maxRecords);
			for (const { offset, reason } of slice.damaged) {
				if (offset <= damageReportedUpTo) continue;
				handler.damaged(partition, offset, reason);
				damageReportedUpTo = offset;
			}
			const { records } = slice;
			const handled =
				records.length === 0 ||
				(await persistently("A batch", () => handler.handle({ partition, records })));
			if (!handled) return;
			// A handled batch must be committed before closing.
			await persistently("A commit", () => commit(from, slice));
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
		setAside: (_partition, record, reason) => keepDeadLetter(environment, record, reason),
		forget: (isForgotten) => forgetDeadLetters(environment, isForgotten, () => signal.aborted),
		close: async () => {
			closing.abort();
			await running;
		},
	};
};
