import type { ProducerHealth, QueueDepth } from "../driver/queue.ts";
import { withTimeout } from "../driver/with-timeout.ts";
import { kafkaErrorType, TopicMissingError } from "./connection.ts";
import type { OrderedSender } from "./ordered-sender.ts";

/** A cluster that has not answered by then counts as unavailable. */
const CLUSTER_ANSWERS_MS = 2500;
const NO_ANSWER = new Error(`no Kafka broker has answered for ${CLUSTER_ANSWERS_MS} ms`);

/** Queries the cluster's uncommitted records; rejects while no broker answers. */
export type AskDepth = () => Promise<QueueDepth>;

export interface SendersHealth extends ProducerHealth {
	/** The cluster answers but does not have the topic. */
	isTopicMissing: boolean;
}

/**
 * Whether senders reach a cluster that accepts records. Also queries the cluster, because idle senders do not notice an
 * outage. Without permission to describe the loaders' group, the age is unknown.
 */
export const sendersHealth = async (
	senders: readonly OrderedSender[],
	askDepth: AskDepth,
): Promise<SendersHealth> => {
	const health = { oldestAgeMs: 0, isSpilling: false, spilledRecords: 0, isTopicMissing: false };
	const refused = (reason: string) => ({ ...health, canStore: false, reason });
	const blocked = senders.some((sender) => !sender.isOpen())
		? "No Kafka broker is responding"
		: senders.some((sender) => sender.waitsMs() > CLUSTER_ANSWERS_MS)
			? NO_ANSWER.message
			: "";
	try {
		const { oldestAgeMs } = await withTimeout(CLUSTER_ANSWERS_MS, NO_ANSWER, askDepth());
		return blocked === ""
			? { ...health, canStore: true, reason: "", oldestAgeMs }
			: refused(blocked);
	} catch (error) {
		// A missing topic blocks senders too, and is the reason that helps the operator.
		if (error instanceof TopicMissingError)
			return { ...refused(error.message), isTopicMissing: true };
		if (blocked !== "") return refused(blocked);
		if (kafkaErrorType(error).endsWith("AUTHORIZATION_FAILED"))
			return { ...health, canStore: true, reason: "" };
		return refused(error instanceof Error ? error.message : String(error));
	}
};
