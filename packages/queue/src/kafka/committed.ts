import type { Kafka } from "kafkajs";
import type { Committed } from "../driver/queue.ts";
import { positionsOf, withAdmin } from "./connection.ts";
import { VALUES_PER_RECORD } from "./packed-record.ts";

/** How far a consumer group is in each partition of a topic. */
export const committedIn = (kafka: Kafka, topic: string, groupId: string): Promise<Committed[]> =>
	withAdmin(kafka, async (admin) => {
		const [{ clusterId }, positions] = await Promise.all([
			admin.describeCluster(),
			positionsOf(admin, topic, groupId),
		]);
		return positions.map(({ partition, next }) => ({
			partition: `${clusterId}/${topic}/${partition}`,
			next: next * VALUES_PER_RECORD,
		}));
	});
