import type { ProducerHealth, QueueDepth } from "../queue.ts";
import { within } from "../within.ts";
import { kafkaErrorType } from "./connection.ts";
import type { Lane } from "./lane.ts";

/** A cluster that has not answered by then counts as away. */
const CLUSTER_ANSWERS_MS = 2500;
const NO_ANSWER = new Error(`no Kafka broker has answered for ${CLUSTER_ANSWERS_MS} ms`);

/** How the cluster is asked for what waits in it; rejects while no broker answers. */
export type AskDepth = () => Promise<QueueDepth>;

/**
 * Whether lanes lead to a cluster that takes records. Asks the cluster, too, because lanes without traffic do
 * not notice that it is away. An account that may not see the loaders' group learns no age.
 */
export const lanesHealth = async (
	lanes: readonly Lane[],
	askDepth: AskDepth,
): Promise<ProducerHealth> => {
	const health = { oldestAgeMs: 0, isSpilling: false, spilledRecords: 0 };
	const refused = (reason: string) => ({ ...health, canStore: false, reason });
	if (lanes.some((lane) => !lane.isOpen())) return refused("No Kafka broker answers for now");
	if (lanes.some((lane) => lane.waitsMs() > CLUSTER_ANSWERS_MS)) return refused(NO_ANSWER.message);
	try {
		const { oldestAgeMs } = await within(CLUSTER_ANSWERS_MS, NO_ANSWER, askDepth());
		return { ...health, canStore: true, reason: "", oldestAgeMs };
	} catch (error) {
		if (kafkaErrorType(error).endsWith("AUTHORIZATION_FAILED"))
			return { ...health, canStore: true, reason: "" };
		return refused(error instanceof Error ? error.message : String(error));
	}
};
