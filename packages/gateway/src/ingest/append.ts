import { type NewRecord, type Producer, QueueUnavailableError } from "@footfall/queue";
import type { Logger } from "@footfall/shared/logger";

/** Why a record was not stored. */
export type AppendFault = "queue_unavailable" | "failed";

/**
 * Resolves once the record is on disk or cannot be put there, to what `meaning` makes of that: it is told why the record
 * is not stored, and nothing when it is, and must not throw. Never rejects.
 */
export type Append = <Outcome>(
	record: NewRecord,
	trace: string | undefined,
	meaning: (fault: AppendFault | undefined) => Outcome,
) => Promise<Outcome>;

export interface AppendParts {
	producer: Producer;
	/** Called with the ms that a durable append took, and with each one that failed. */
	appended(ms: number): void;
	appendFailed(reason: string): void;
	log: Logger;
}

/** Appends to the queue, and says each trouble once rather than for every event that it meets. */
export const queueAppender = ({ producer, appended, appendFailed, log }: AppendParts): Append => {
	let trouble = "";

	const failed = (error: Error, trace: string | undefined): AppendFault => {
		appendFailed(error.message);
		if (error.message !== trouble)
			log.error({ error: error.message, ...(trace && { trace }) }, "records are not stored");
		trouble = error.message;
		return error instanceof QueueUnavailableError ? "queue_unavailable" : "failed";
	};

	return (record, trace, meaning) => {
		const startedAt = performance.now();
		return producer.append(record).then(
			() => {
				appended(performance.now() - startedAt);
				if (trouble !== "") log.info({}, "records are stored again");
				trouble = "";
				return meaning(undefined);
			},
			(error: Error) => meaning(failed(error, trace)),
		);
	};
};
