import { type Producer, QueueUnavailableError } from "../driver/queue.ts";
import { withTimeout } from "../driver/with-timeout.ts";
import type { Appender } from "./appender.ts";
import type { DepthMeter } from "./depth-meter.ts";

/** A disk that takes longer counts as unavailable. */
const DISK_ANSWERS_MS = 2000;

/** A producer of this process; all of them share one appender. */
export const createEmbeddedProducer = (
	appender: Appender,
	depth: DepthMeter,
	directory: string,
): Producer => {
	let closed = false;

	/** The reason to refuse a record now, else "". */
	const refusal = async (): Promise<string> => {
		if (closed) return "The queue is closed";
		const noAnswer = new QueueUnavailableError(
			`The disk of ${directory} has not answered for ${DISK_ANSWERS_MS} ms`,
		);
		try {
			await withTimeout(DISK_ANSWERS_MS, noAnswer, appender.test());
			return "";
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		}
	};

	return {
		append: ({ value }) =>
			closed
				? Promise.reject(new QueueUnavailableError("The queue is closed"))
				: appender.append(value),
		health: async () => {
			const reason = await refusal();
			const oldestAgeMs = closed ? 0 : depth.measure().oldestAgeMs;
			const spill = { isSpilling: false, spilledRecords: 0 };
			return { canStore: reason === "", reason, oldestAgeMs, ...spill };
		},
		close: async () => {
			closed = true;
			await appender.idle();
		},
	};
};
