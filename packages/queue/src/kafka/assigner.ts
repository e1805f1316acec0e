import { type PartitionAssigner, PartitionAssigners } from "kafkajs";

/**
 * kafkajs' round robin, which also tells when the member is about to join a generation. kafkajs says so nowhere
 * else: after a leader has moved it joins again while batches of other partitions are still in hand.
 */
export const assignerWithJoinCallback =
	(joining: () => void): PartitionAssigner =>
	(config) => {
		const assigner = PartitionAssigners.roundRobin(config);
		return {
			...assigner,
			protocol: (subscription) => {
				joining();
				return assigner.protocol(subscription);
			},
		};
	};
