import {
	type JsonSender,
	type KafkaConnection,
	openJsonSender,
	QueueUnavailableError,
} from "@footfall/queue";
import { type DestinationTarget, QUEUE_TOPIC } from "@footfall/shared/destinations/destination";
import { silentLogger } from "@footfall/shared/logger";
import { envelopeOfRow } from "../rows/envelope-of-row.ts";
import { type Delivery, type Target, TargetError } from "./target.ts";

type KafkaTarget = Extract<DestinationTarget, { kind: "kafka" }>;

/** The queue of this product, if it is in Kafka. */
export interface QueueTopics extends KafkaConnection {
	topics: readonly string[];
}

export interface KafkaTargetOptions {
	password: string;
	/** Whether brokers may have addresses of private networks. */
	privateNetworks: boolean;
	queue?: QueueTopics | undefined;
}

const MAX_ROWS = 1000;
const GATHER_MS = 200;

/** Envelopes as JSON in a topic, with site and visitor as the key, so that a visitor's events keep their order. */
export const openKafkaTarget = (
	{ brokers, topic, tls, user }: KafkaTarget,
	{ password, privateNetworks, queue }: KafkaTargetOptions,
): Target => {
	let sender: JsonSender | undefined;
	const open = () => {
		sender ??= openJsonSender({
			...{ brokers, topic, ssl: tls, privateNetworks, logger: silentLogger },
			...(user !== undefined && {
				sasl: { mechanism: "scram-sha-512" as const, username: user, password },
			}),
		});
		return sender;
	};
	let isOther = !queue?.topics.includes(topic);
	/** What is sent to the queue would be read, stored, and sent again. */
	const requireOther = async (opened: JsonSender): Promise<void> => {
		if (isOther || queue === undefined) return;
		const own = openJsonSender({ ...queue, topic, logger: silentLogger });
		try {
			const [here, there] = await Promise.all([own.clusterId(), opened.clusterId()]);
			if (here === there) throw new TargetError(QUEUE_TOPIC);
			isOther = true;
		} finally {
			await own.close();
		}
	};
	const explained = async (work: (opened: JsonSender) => Promise<void>): Promise<void> => {
		try {
			const opened = open();
			await requireOther(opened);
			await work(opened);
		} catch (error) {
			if (error instanceof TargetError) throw error;
			const reason = error instanceof QueueUnavailableError ? error.message : "it does not answer";
			throw new TargetError(`Kafka takes no events: ${reason}`);
		}
	};
	return {
		maxRows: MAX_ROWS,
		gatherMs: GATHER_MS,
		deliver: ({ rows }: Delivery) =>
			explained((opened) =>
				opened.send(
					rows.map((row) => ({
						key: `${row["site_id"]}:${row["user_id"]}`,
						value: JSON.stringify(envelopeOfRow(row)),
					})),
				),
			),
		check: () => explained((opened) => opened.check()),
		close: async () => {
			await sender?.close();
			sender = undefined;
		},
	};
};
