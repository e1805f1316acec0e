import { type JsonSender, openJsonSender, QueueUnavailableError } from "@footfall/queue";
import type { DestinationTarget } from "@footfall/shared/destinations/destination";
import { silentLogger } from "@footfall/shared/logger";
import { envelopeOfRow } from "../rows/envelope-of-row.ts";
import { type Delivery, type Target, TargetError } from "./target.ts";

type KafkaTarget = Extract<DestinationTarget, { kind: "kafka" }>;

const MAX_ROWS = 1000;
const GATHER_MS = 200;

/** Envelopes as JSON in a topic, with site and visitor as the key, so that a visitor's events keep their order. */
export const openKafkaTarget = (
	{ brokers, topic, tls, user }: KafkaTarget,
	{ password, privateNetworks }: { password: string; privateNetworks: boolean },
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
	const explained = async (work: (opened: JsonSender) => Promise<void>): Promise<void> => {
		try {
			await work(open());
		} catch (error) {
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
