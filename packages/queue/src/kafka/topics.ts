import { retry } from "@footfall/shared/retry";
import type { Kafka } from "kafkajs";
import { isRetriable, withAdmin } from "./connection.ts";

/** How the topics are laid out when they are made. */
export interface TopicLayout {
	/** Upper limit of loaders that share the work. 12 unless given; the dead-letter topic has one. */
	partitions?: number;
	/** Copies of each record. As many as there are brokers, at most 3, unless given. */
	replicas?: number;
	/** How long records are kept. 7 days unless given; dead letters are kept for good. */
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
		// An acknowledged record is on two brokers at least, and one of three may be away.
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
		// A broker may not have heard of a new topic or its leaders yet; kafkajs' own wait gives up on the former.
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
