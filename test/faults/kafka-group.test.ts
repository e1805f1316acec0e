import { openKafkaQueue } from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";
import { eventually } from "@footfall/testing/eventually";
import { type KafkaCluster, startKafka } from "@footfall/testing/kafka/kafka-broker";
import { missingKafka } from "@footfall/testing/kafka/kafka-distribution";
import { createRecordLedger, type RecordLedger } from "@footfall/testing/queue/record-ledger";
import { startRecordLoad } from "@footfall/testing/queue/record-load";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const SOON = { minRecords: 1, maxWaitMs: 50, maxRecords: 500 };

describeWithEngine("consumers of one Kafka group", missingKafka(), () => {
	let kafka: KafkaCluster;
	const opened: { close(): Promise<void> }[] = [];
	beforeAll(async () => {
		kafka = await startKafka();
	});
	afterEach(async () => {
		for (const queue of opened.splice(0)) await queue.close();
	});
	afterAll(() => kafka.remove());

	const open = (topic: string, sessionTimeoutMs = 6000) => {
		const queue = openKafkaQueue({
			brokers: kafka.brokers,
			topic,
			groupId: topic,
			retryMs: 50,
			sessionTimeoutMs,
			rebalanceTimeoutMs: 4000,
		});
		opened.push(queue);
		return queue;
	};

	const numbersOf = (ledger: RecordLedger) =>
		ledger.owned().map((partition) => Number(partition.split("/").at(-1)));

	it("share the partitions, and lose nothing when one joins and leaves", async () => {
		const topic = kafka.newTopic();
		const queue = open(topic);
		await queue.createTopics({ partitions: 4 });
		const load = startRecordLoad(queue.producer(), { perSecond: 1000 });
		const slowly = () => pause(20).then(() => undefined);
		const one = createRecordLedger(slowly);
		const two = createRecordLedger(slowly);
		queue.consumer(SOON).start(one);
		await eventually(
			async () => one.owned().length,
			(owned) => owned === 4,
		);
		const second = open(topic).consumer(SOON);
		second.start(two);
		await eventually(
			async () => [one.owned().length, two.owned().length],
			([first, other]) => first === 2 && other === 2,
		);
		expect([...numbersOf(one), ...numbersOf(two)].sort()).toEqual([0, 1, 2, 3]);
		await pause(1000);
		await second.close();
		expect(two.owned()).toEqual([]);
		await eventually(
			async () => one.owned().length,
			(owned) => owned === 4,
		);
		await pause(500);
		await load.stop();
		const stored = await eventually(
			async () => new Set([...one.stored(), ...two.stored()]),
			(names) => names.size >= load.acknowledged.size,
		);
		expect(stored).toEqual(load.acknowledged);
		expect([one.steppedBack(), two.steppedBack()]).toEqual([[], []]);
		expect([one.disordered(), two.disordered()]).toEqual([[], []]);
	});

	it("do not commit unfinished records of a partition that was reassigned", async () => {
		const topic = kafka.newTopic();
		const queue = open(topic);
		await queue.createTopics({ partitions: 2 });
		const load = startRecordLoad(queue.producer(), { perSecond: 200 });
		await pause(500);
		await load.stop();

		// The first consumer takes its batches and never finishes them.
		let release: () => void = () => undefined;
		const stuck = new Promise<void>((resolve) => {
			release = resolve;
		});
		const handed: string[] = [];
		const one = createRecordLedger(({ partition }) => {
			handed.push(partition);
			return stuck;
		});
		queue.consumer({ ...SOON, maxRecords: 10 }).start(one);
		await eventually(
			async () => one.owned().length,
			(owned) => owned === 2,
		);
		const two = createRecordLedger();
		open(topic).consumer(SOON).start(two);
		// It gives up its partitions when the group has waited for half of the rebalance timeout.
		await eventually(
			async () => two.owned().length,
			(owned) => owned === 1,
		);
		const [partition] = two.owned();
		// The second one gets all records of each visitor that it received any of.
		const keyOf = (name: string) => name.split("#")[0] ?? "";
		await eventually(
			async () => {
				const visitors = new Set(two.stored().map(keyOf));
				return [...load.acknowledged].filter((name) => visitors.has(keyOf(name))).length;
			},
			(names) => names > 10 && names === two.stored().length,
		);
		release();
		const stored = await eventually(
			async () => new Set([...one.stored(), ...two.stored()]),
			(names) => names.size >= load.acknowledged.size,
		);
		expect(stored).toEqual(load.acknowledged);
		// The first one finished its batch of the lost partition, and received no more of it.
		expect(handed.filter((name) => name === partition)).toEqual([partition]);
		expect(two.deliveries()).toBe(two.stored().length);
		expect(two.steppedBack()).toEqual([]);
		expect(numbersOf(two)).toEqual([Number(partition?.split("/").at(-1))]);
		expect(await eventually(queue.depth, ({ records }) => records === 0)).toEqual({
			records: 0,
			oldestAgeMs: 0,
		});
	});
});
