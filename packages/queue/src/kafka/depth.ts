import { retry } from "@footfall/shared/waiting/retry";
import type { Admin, Kafka } from "kafkajs";
import type { QueueDepth } from "../driver/queue.ts";
import {
	explainKafkaError,
	isRetriable,
	isTopicMissing,
	positionsOf,
	TopicMissingError,
} from "./connection.ts";

/** How long an answer may be reused. */
const FRESH_MS = 1000;
const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 200;
const FIRST_AGE_MS = 1000;
const OLDEST_AGE_MS = 400 * 24 * 3600 * 1000;

/**
 * The age of the oldest uncommitted record, to 5 % or 250 ms, by binary search: Kafka finds offsets by time, but not
 * times by offset.
 */
export const searchOldestAge = async (
	isOneOlder: (ageMs: number) => Promise<boolean>,
): Promise<number> => {
	let younger = 0;
	let older = FIRST_AGE_MS;
	while (older < OLDEST_AGE_MS && (await isOneOlder(older))) {
		younger = older;
		older *= 4;
	}
	while (older - younger > Math.max(250, older / 20)) {
		const middle = (younger + older) / 2;
		if (await isOneOlder(middle)) younger = middle;
		else older = middle;
	}
	return Math.round(older);
};

const measure = async (admin: Admin, topic: string, groupId: string): Promise<QueueDepth> => {
	const positions = await positionsOf(admin, topic, groupId);
	const records = positions.reduce((sum, { next, end }) => sum + Math.max(0, end - next), 0);
	if (records === 0) return { records, oldestAgeMs: 0 };
	const nextOf = new Map(positions.map(({ partition, next }) => [partition, next]));
	const now = Date.now();
	const oldestAgeMs = await searchOldestAge(async (ageMs) => {
		const firsts = await admin.fetchTopicOffsetsByTimestamp(topic, Math.floor(now - ageMs));
		return firsts.some(({ partition, offset }) => Number(offset) > (nextOf.get(partition) ?? 0));
	});
	return { records, oldestAgeMs };
};

/** Queries the lag of the group, once at a time; the answer is valid for a second. */
export const createDepthMeter = (kafka: Kafka, topic: string, groupId: string) => {
	let admin: Promise<Admin> | undefined;
	let asked: { at: number; depth: Promise<QueueDepth> } | undefined;

	const connected = async (): Promise<Admin> => {
		const connecting = kafka.admin();
		try {
			await connecting.connect();
			return connecting;
		} catch (error) {
			await connecting.disconnect();
			throw error;
		}
	};

	const hangUp = async () => {
		const leaving = admin;
		admin = undefined;
		await leaving?.then(
			(connection) => connection.disconnect(),
			() => undefined,
		);
	};

	const askOnce = async () => {
		admin ??= connected();
		return measure(await admin, topic, groupId);
	};

	const ask = async (): Promise<QueueDepth> => {
		try {
			return await retry(askOnce, {
				pauseMs: BETWEEN_ATTEMPTS_MS,
				// A newly elected coordinator still loads the offsets of its groups.
				shouldRetry: (error, failures) =>
					failures < ATTEMPTS && !isTopicMissing(error) && isRetriable(error),
			});
		} catch (error) {
			asked = undefined;
			if (isTopicMissing(error))
				throw new TopicMissingError(explainKafkaError(error, topic), { cause: error });
			await hangUp();
			throw error;
		}
	};

	return {
		/** Rejects while no broker answers. */
		depth: (): Promise<QueueDepth> => {
			if (asked === undefined || performance.now() - asked.at > FRESH_MS)
				asked = { at: performance.now(), depth: ask() };
			return asked.depth;
		},
		close: hangUp,
	};
};
