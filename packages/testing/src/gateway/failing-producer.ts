import { type Producer, QueueUnavailableError } from "@footfall/queue";

/** A producer of a full disk, until it works. */
export const failingProducer = (): Producer & { works: boolean } => {
	const producer = {
		works: false,
		append: async () => {
			if (!producer.works) throw new QueueUnavailableError("disk full");
		},
		health: async () => ({
			canStore: producer.works,
			reason: producer.works ? "" : "disk full",
			oldestAgeMs: 0,
			isSpilling: false,
			spilledRecords: 0,
		}),
		close: async () => {},
	};
	return producer;
};
