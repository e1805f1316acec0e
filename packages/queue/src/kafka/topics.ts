import { retry } from "@footfall/shared/waiting/retry";
import type { Kafka } from "kafkajs";
import { isRetriable, withAdmin } from "./connection.ts";

/** Settings of the topics that are created. */
export interface TopicLayout {
	/** Upper limit of loaders that share the work. Default: 12; the dead-letter topic has one. */
	partitions?: number;
	/** Copies of each record. Default: one per broker, at most 3. */
	replicas?: number;
	/** How long records are kept. Default: 7 days; dead letters are kept forever. */
	retentionMs?: number;
}

/** A topic that `createTopics` found or created. */
export interface TopicReport {
	topic: string;
	partitions: number;
	created: boolean;
}

/** About 8 s with the pauses between them. */
const MOST_ATTEMPTS = 12;
const WEEK_MS = 7 * 24 * 3600 * 1000;

/** Creates the topics that do not exist yet; existing ones stay as they are. */
export const createKafkaTopics = (
	kafka: Kafka,
	{ topic, deadLetterTopic }: { topic: string; deadLetterTopic: string },
	{ partitions = 12, replicas, retentionMs = WEEK_MS }: TopicLayout = {},
): Promise<TopicReport[]> =>
	withAdmin(kafka, async (admin) => {
		const { brokers } = await admin.describeCluster();
		const replicationFactor = replicas ?? Math.min(3, brokers.length);
		// An acknowledged record is on at least two brokers, and one of three may be down.
		const minInSync = Math.max(1, replicationFactor - 1);
		const existing = new Set(await admin.listTopics());
		const wanted = [
			{ topic, numPartitions: partitions, retentionMs },
			{ topic: deadLetterTopic, numPartitions: 1, retentionMs: -1 },
		];
		await admin.createTopics({
			waitForLeaders: false,
			topics: wanted
				.filter((each) => !existing.has(each.topic))
				.map(({ retentionMs: keepMs, ...each }) => ({
					...each,
					replicationFactor,
					configEntries: [
						{ name: "cleanup.policy", value: "delete" },
						{ name: "retention.ms", value: String(keepMs) },
						{ name: "min.insync.replicas", value: String(minInSync) },
						// A broker that missed acknowledged records must never lead.
						{ name: "unclean.leader.election.enable", value: "false" },
					],
				})),
		});
		// A broker may not know a new topic or its leaders yet; kafkajs gives up if the topic is unknown.
		const metadata = await retry(
			() => admin.fetchTopicMetadata({ topics: [topic, deadLetterTopic] }),
			{
				pauseMs: 100,
				longestPauseMs: 1000,
				shouldRetry: (error, failures) => isRetriable(error) && failures < MOST_ATTEMPTS,
			},
		);
		return wanted.map(({ topic: name }) => ({
			topic: name,
			partitions: metadata.topics.find((found) => found.name === name)?.partitions.length ?? 0,
			created: !existing.has(name),
		}));
	});
