import { resolve } from "node:path";
import type { DestinationPolicy } from "@footfall/api";
import { deadLetterTopicOf, type KafkaAddress } from "@footfall/queue";
import { flag } from "@footfall/shared/environment";
import { z } from "zod";

/** What administrators of the dashboard, who are not the owners of the machine, may choose as destinations. */
export const destinationEnvironment = {
	/** The directory below which they may have files written; absent = none. */
	DESTINATION_FOLDER: z.string().optional(),
	/** Whether events may be sent to addresses of private networks and of this machine. */
	DESTINATION_PRIVATE_NETWORKS: flag.default(false),
	/** How long a file waits for more events, in seconds: a shorter wait makes more and smaller files. */
	DESTINATION_FILE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
};

type Environment = Pick<
	z.infer<z.ZodObject<typeof destinationEnvironment>>,
	"DESTINATION_FOLDER" | "DESTINATION_PRIVATE_NETWORKS"
>;

/** @param kafka the queue, if it is in Kafka */
export const destinationPolicyOf = (
	{ DESTINATION_FOLDER: folder, DESTINATION_PRIVATE_NETWORKS: privateNetworks }: Environment,
	kafka: KafkaAddress | undefined,
) => {
	const queue = kafka && { ...kafka, topics: [kafka.topic, deadLetterTopicOf(kafka)] };
	return {
		...(folder !== undefined && { folder: resolve(folder) }),
		...{ privateNetworks, queue },
	} satisfies DestinationPolicy;
};
