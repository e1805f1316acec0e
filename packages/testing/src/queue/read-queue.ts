import { openEmbeddedQueue } from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";

/** The content of a queue's directory: the first word of each record, in order. */
export interface QueueContent {
	names: string[];
	damaged: number;
}

/** Opens the queue and reads it to its end. */
export const readQueue = async (directory: string): Promise<QueueContent> => {
	const queue = openEmbeddedQueue({ directory, pollMs: 2 });
	const content: QueueContent = { names: [], damaged: 0 };
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 5000 });
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: () => {
			content.damaged++;
		},
		handle: async ({ records }) => {
			for (const { value } of records)
				content.names.push(Buffer.from(value).toString().split(" ", 1)[0] ?? "");
		},
	});
	while (queue.depth().records > 0) await pause(2);
	await consumer.close();
	await queue.close();
	return content;
};
