import { randomBytes } from "node:crypto";
import { EnvironmentError } from "@footfall/shared/environment";
import { pause } from "@footfall/shared/waiting/pause";
import { retry } from "@footfall/shared/waiting/retry";
import type { Admin, EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";
import { nextOffsetsOf, positionText } from "../driver/position-text.ts";
import { QueueUnavailableError } from "../driver/queue.ts";
import type { QueueReader, ReaderOptions, ReadItem } from "../driver/reader.ts";
import {
	explained,
	explainKafkaError,
	isRetriable,
	kafkaErrorType,
	withAdmin,
} from "./connection.ts";
import { createHandOff } from "./hand-off.ts";
import { VALUES_PER_RECORD } from "./packed-record.ts";
import { slicesOf } from "./slices.ts";

const RECORDS_AT_ONCE = 500;

interface TopicReaderOptions {
	kafka: Kafka;
	topic: string;
	/** Of the loaders; the reader's own group is named after it, and commits nothing. */
	groupId: string;
}

/** About 8 s with the pauses between them. */
const MOST_ATTEMPTS = 12;

/** Asks the cluster, again while a partition has no leader or its new leader is not known everywhere. */
const askCluster = <Answer>(
	kafka: Kafka,
	ask: (admin: Admin) => Promise<Answer>,
	signal: AbortSignal,
): Promise<Answer> =>
	retry(() => withAdmin(kafka, ask), {
		pauseMs: 100,
		longestPauseMs: 1000,
		shouldRetry: (error, failures) =>
			kafkaErrorType(error) !== "" && isRetriable(error) && failures < MOST_ATTEMPTS,
		signal,
	});

/** Offsets of values, as loaders know them, for each partition. */
type Offsets = Map<number, number>;

const valueOffsets = (found: readonly { partition: number; offset: string }[]): Offsets =>
	new Map(found.map(({ partition, offset }) => [partition, Number(offset) * VALUES_PER_RECORD]));

/** Of the first records at or after a time; the ends of partitions that have none. */
const offsetsFrom = async (admin: Admin, topic: string, appendedAt: number): Promise<Offsets> =>
	valueOffsets(await admin.fetchTopicOffsetsByTimestamp(topic, Math.max(0, appendedAt)));

interface Bounds {
	log: string;
	/** What the topic still has. */
	low: Offsets;
	high: Offsets;
	next: Offsets;
	ends: Offsets;
}

const endsOf = async (
	admin: Admin,
	topic: string,
	log: string,
	high: Offsets,
	{ until, follow }: ReaderOptions,
): Promise<Offsets> => {
	const ends =
		until === undefined
			? new Map<number, number>()
			: "position" in until
				? new Map(nextOffsetsOf(until.position, log))
				: until.appendedAt < Date.now()
					? await offsetsFrom(admin, topic, until.appendedAt + 1)
					: new Map<number, number>();
	if (!follow)
		for (const [partition, end] of high)
			ends.set(partition, Math.min(end, ends.get(partition) ?? end));
	return ends;
};

const startOf = async (
	admin: Admin,
	topic: string,
	{ log, low, high }: Pick<Bounds, "log" | "low" | "high">,
	{ from }: ReaderOptions,
): Promise<Offsets> => {
	if (from === "beginning") return new Map(low);
	if (from === "end") return new Map(high);
	if ("appendedAt" in from) return offsetsFrom(admin, topic, from.appendedAt);
	const given = nextOffsetsOf(from.position, log);
	for (const [partition, offset] of given)
		if (offset > (high.get(partition) ?? 0))
			throw new EnvironmentError(
				`The position is after the end of partition ${partition}: ${offset}, and the topic ends at ${high.get(partition) ?? 0}. Use --from with a time instead`,
			);
	return new Map([...low].map(([partition, first]) => [partition, given.get(partition) ?? first]));
};

const boundsOf = (kafka: Kafka, topic: string, options: ReaderOptions): Promise<Bounds> =>
	askCluster(
		kafka,
		async (admin) => {
			const [{ clusterId }, found] = await Promise.all([
				admin.describeCluster(),
				admin.fetchTopicOffsets(topic),
			]);
			const log = `${clusterId}/${topic}`;
			const low = valueOffsets(found.map(({ partition, low: offset }) => ({ partition, offset })));
			const high = valueOffsets(
				found.map(({ partition, high: offset }) => ({ partition, offset })),
			);
			const next = await startOf(admin, topic, { log, low, high }, options);
			return { log, low, high, next, ends: await endsOf(admin, topic, log, high, options) };
		},
		options.signal,
	);

/**
 * A reader of a topic, in a consumer group of its own.
 * @throws EnvironmentError for a position that does not fit the topic
 */
export const openTopicReader = async (
	{ kafka, topic, groupId }: TopicReaderOptions,
	options: ReaderOptions,
): Promise<QueueReader> => {
	const { until, signal } = options;
	const { log, low, next, ends } = await boundsOf(kafka, topic, options);
	const latest =
		until !== undefined && "appendedAt" in until ? until.appendedAt : Number.POSITIVE_INFINITY;
	const nameOf = (partition: number) => `${log}/${partition}`;
	const handOff = createHandOff<{ partition: number; items: ReadItem[]; end: number }>();

	const endIn = (partition: number) => ends.get(partition) ?? Number.POSITIVE_INFINITY;
	const isOver = () =>
		signal.aborted || [...next].every(([partition, offset]) => offset >= endIn(partition));

	/** What the topic has lost since the position was printed. */
	const expired = (): ReadItem[] =>
		[...next].flatMap(([partition, offset]) => {
			const first = low.get(partition) ?? 0;
			if (offset >= first) return [];
			next.set(partition, first);
			const reason = "older than the topic's retention";
			return [
				{ kind: "missing" as const, partition: nameOf(partition), from: offset, to: first, reason },
			];
		});

	const itemsOf = (partition: number, messages: readonly KafkaMessage[]): ReadItem[][] =>
		[...slicesOf(messages, RECORDS_AT_ONCE)].map(({ records, damaged }) => [
			...damaged.map(({ offset, reason }) => ({
				...{ kind: "missing" as const, partition: nameOf(partition) },
				...{ from: offset, to: offset + 1, reason },
			})),
			...records.map(({ record }) => ({
				...{ kind: "record" as const, partition: nameOf(partition) },
				...record,
			})),
		]);

	const isInTime = ({ timestamp }: KafkaMessage) => Number(timestamp) <= latest;

	const passOn = async ({ batch, heartbeat, resolveOffset }: EachBatchPayload): Promise<void> => {
		const { partition, messages } = batch;
		const last = messages.at(-1);
		if (last === undefined) return;
		const wanted = messages.filter(isInTime);
		const end = (Number(last.offset) + 1) * VALUES_PER_RECORD;
		for (const items of [...itemsOf(partition, wanted), []])
			await handOff.put({ partition, items, end: items.length === 0 ? end : 0 }, () => heartbeat());
		resolveOffset(last.offset);
	};

	const fail = (error: unknown) =>
		handOff.close(
			new QueueUnavailableError(`Kafka cannot be read: ${explainKafkaError(error, topic)}`, {
				cause: error,
			}),
		);

	/** Ends the reader some time after `until`, when nothing more is appended before it. */
	const settleEnd = async (): Promise<void> => {
		if (latest === Number.POSITIVE_INFINITY || latest < Date.now()) return;
		while (Date.now() <= latest)
			if (!(await pause(Math.min(latest + 1 - Date.now(), 60_000), signal))) return;
		const found = await askCluster(kafka, (admin) => offsetsFrom(admin, topic, latest + 1), signal);
		for (const [partition, offset] of found) ends.set(partition, offset);
		if (isOver()) handOff.close();
	};

	const open = async () => {
		const member = kafka.consumer({
			groupId: `${groupId}-tail-${randomBytes(6).toString("hex")}`,
			allowAutoTopicCreation: false,
			maxWaitTimeInMs: 200,
		});
		member.on(member.events.CRASH, ({ payload }) => {
			if (!payload.restart) fail(payload.error);
		});
		const seek = () => {
			for (const [partition, offset] of next)
				member.seek({
					...{ topic, partition },
					offset: String(Math.floor(offset / VALUES_PER_RECORD)),
				});
		};
		// Nothing is committed, so it would begin anew with each membership.
		member.on(member.events.GROUP_JOIN, seek);
		await member.connect();
		await member.subscribe({ topics: [topic], fromBeginning: true });
		await member.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: passOn });
		return member;
	};

	const items = async function* (): AsyncGenerator<ReadItem> {
		yield* expired();
		if (isOver()) return;
		const stop = () => handOff.close();
		signal.addEventListener("abort", stop);
		const member = await explained(topic, open());
		settleEnd().catch(fail);
		try {
			for await (const { partition, items: found, end } of handOff.taken()) {
				for (const item of found) {
					if (signal.aborted) return;
					const at = item.kind === "record" ? item.offset : item.from;
					if (at < (next.get(partition) ?? 0) || at >= endIn(partition)) continue;
					next.set(partition, at + 1);
					yield item;
				}
				if (end > (next.get(partition) ?? 0)) next.set(partition, Math.min(end, endIn(partition)));
				if (isOver()) return;
			}
		} finally {
			signal.removeEventListener("abort", stop);
			handOff.close();
			await member.disconnect();
		}
	};

	return { items, position: () => positionText(log, next) };
};
