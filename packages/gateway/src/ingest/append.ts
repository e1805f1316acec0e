import { type NewRecord, type Producer, QueueUnavailableError } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";
import type { Refusal } from "../errors/errors.ts";
import { UNAVAILABLE } from "../errors/refusals.ts";
import { type Outcome, rejected, STORED } from "./outcome.ts";

/**
 * Resolves once the record is on disk, to what `stored` returns; or cannot be stored, to a refusal: `failed` for
 * reasons other than the queue's own. Never rejects.
 */
export type Append = (
	record: NewRecord,
	trace: string | undefined,
	failed: Refusal,
	stored?: () => Outcome,
) => Promise<Outcome>;

const storedPlainly = () => STORED;

/** Appends to the queue. A persistent problem is logged when it starts and when it clears. */
export const createQueueAppender = ({
	producer,
	appended,
	appendFailed,
	log,
}: {
	producer: Producer;
	/** Called with the duration in ms of a durable append, and with each failure. */
	appended(ms: number): void;
	appendFailed(reason: string): void;
	log: Logger;
}): Append => {
	let problem = "";

	const notStored = (error: Error, trace: string | undefined, failed: Refusal): Outcome => {
		appendFailed(error.message);
		if (error.message !== problem)
			log.error({ error: error.message, ...(trace && { trace }) }, "Records cannot be stored");
		problem = error.message;
		return error instanceof QueueUnavailableError
			? rejected("queue_unavailable", UNAVAILABLE)
			: rejected("failed", failed);
	};

	return (record, trace, failed, stored = storedPlainly) => {
		const startedAt = performance.now();
		return producer.append(record).then(
			() => {
				appended(performance.now() - startedAt);
				if (problem !== "") log.info({}, "Records are stored again");
				problem = "";
				return stored();
			},
			(error: Error) => notStored(error, trace, failed),
		);
	};
};
