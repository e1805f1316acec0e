import type { Consumer } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Erasures } from "../people/erasures.ts";
import { decodeBatch } from "./decode-batch.ts";
import { withoutErased } from "./erased.ts";

const LOOK_EVERY_MS = 60_000;

/**
 * Makes the queue delete the records of erased people: dead letters, and remains of processed records in its files.
 * Runs twice for each erasure, since such records may have been in flight the first time.
 */
export const startForgetting = (
	consumer: Pick<Consumer, "forget">,
	erasures: Pick<Erasures, "refresh" | "latest" | "covers">,
	logger: Logger,
	everyMs = LOOK_EVERY_MS,
): { close(): Promise<void> } => {
	let known = 0;
	let turns = 0;

	const look = async (): Promise<void> => {
		await erasures.refresh();
		if (erasures.latest() > known) turns = 2;
		known = erasures.latest();
		if (turns === 0) return;
		const forgotten = await consumer.forget?.(async (record) => {
			const batch = await decodeBatch({ partition: "", records: [record] });
			return withoutErased(batch, erasures).erased > 0;
		});
		turns--;
		if (forgotten)
			logger.info({ forgotten }, "Records of erased people were removed from the queue");
	};
	if (!consumer.forget) return { close: () => Promise.resolve() };
	return startPeriodicJob(look, {
		pauseMs: everyMs,
		immediately: false,
		failed: (error) =>
			logger.warn(
				{ error: String(error) },
				"Records of erased people could not be removed from the queue; retrying later",
			),
	});
};
