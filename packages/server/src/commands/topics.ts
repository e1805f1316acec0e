import { openKafkaQueue } from "@footfall/queue";
import { unusableVariables } from "@footfall/shared/environment";
import { operateQueue } from "../storage/queue.ts";
import { type CommandContext, print, type RunCommand } from "./command.ts";

/** Creates missing topics, and resolves to a line for each topic. */
export const createMissingTopics = async ({
	configuration: { kafka },
	log: logger,
}: Pick<CommandContext, "configuration" | "log">): Promise<string[]> => {
	if (kafka === undefined)
		throw unusableVariables(
			"QUEUE_URL: the embedded queue has no topics; set it to an address such as kafka://broker:9092/topic",
		);
	const topics = await operateQueue(openKafkaQueue({ ...kafka, logger }), (queue) =>
		queue.createTopics(),
	);
	return topics.map(
		({ topic, partitions, created }) =>
			`${topic}: ${partitions} partitions, ${created ? "created" : "already exists"}`,
	);
};

export const run: RunCommand = async (_parameters, context) => {
	print(`${(await createMissingTopics(context)).join("\n")}\n`);
	return 0;
};
