import { type KafkaQueue, openKafkaQueue, QueueUnavailableError } from "@footfall/queue";
import { eventually } from "@footfall/testing/eventually";
import {
	type KafkaCluster,
	type SecureListener,
	startKafka,
} from "@footfall/testing/kafka/kafka-broker";
import { missingKafka, startsOwnBrokers } from "@footfall/testing/kafka/kafka-distribution";
import { createRecordLedger } from "@footfall/testing/queue/record-ledger";
import { describeWithEngine, type MissingEngine } from "@footfall/testing/require-engine";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const missing: MissingEngine = startsOwnBrokers
	? missingKafka()
	: { name: "kafka of our own", reason: "KAFKA_BROKERS, whose sign-in is not known" };

describeWithEngine("a Kafka cluster that requires TLS and authentication", missing, () => {
	let kafka: KafkaCluster;
	let listener: SecureListener;
	let queue: KafkaQueue | undefined;
	beforeAll(async () => {
		kafka = await startKafka({ secure: true });
		if (kafka.secure === undefined) throw new Error("The broker has no secure listener");
		listener = kafka.secure;
	});
	afterEach(() => queue?.close());
	afterAll(() => kafka.remove());

	const open = (password: string, deliveryTimeoutMs: number): KafkaQueue =>
		openKafkaQueue({
			brokers: [listener.broker],
			topic: "footfall-secure",
			ssl: { ca: listener.certificate },
			sasl: { mechanism: "scram-sha-512", username: listener.username, password },
			deliveryTimeoutMs,
		});

	it("accepts and delivers records", async () => {
		queue = open(listener.password, 30_000);
		await queue.createTopics({ partitions: 1 });
		await queue.producer().append({ key: "a", value: Buffer.from('{"key":"a","number":0}') });
		const ledger = createRecordLedger();
		queue.consumer({ minRecords: 1, maxWaitMs: 50, maxRecords: 10 }).start(ledger);
		await eventually(
			async () => ledger.stored(),
			(stored) => stored.length > 0,
		);
		expect(ledger.stored()).toEqual(["a#0"]);
	});

	it("refuses a wrong password, which the error does not contain", async () => {
		queue = open("a wrong password", 5_000);
		const refusal = await queue
			.producer()
			.append({ key: "a", value: Buffer.from("1") })
			.catch((error: unknown) => error);
		expect(refusal).toEqual(
			new QueueUnavailableError(
				"Kafka did not accept records within 5000 ms: SASL SCRAM SHA512 authentication failed: Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-512",
			),
		);
	});
});
