import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/waiting/pause";
import { afterEach, describe, expect, it, vi } from "vitest";
import { QueueUnavailableError } from "../driver/queue.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "../embedded/embedded-queue.ts";
import type { IdempotentProducer } from "./idempotent-producer.ts";
import type { KeyedMessage } from "./keyed-message.ts";
import { createOrderedSender } from "./ordered-sender.ts";
import { createSpillingProducer, type SpillingProducer } from "./spill.ts";

const KEYS = 7;
const SENDERS = 3;

/** A broker's reaction to a request. */
type Behaviour = "stores" | "refuses" | "stores without a reply" | "stores too late";

const createBroker = () => {
	const stored: string[] = [];
	const store = (messages: KeyedMessage[]) => {
		for (const { value } of messages) stored.push(value.toString());
	};
	const broker = {
		behaviour: "stores" as Behaviour,
		stored,
		openProducer: async (): Promise<IdempotentProducer> => {
			if (broker.behaviour === "refuses") throw new Error("connection refused");
			return {
				send: async (messages) => {
					switch (broker.behaviour) {
						case "stores":
							return store(messages);
						case "refuses":
							throw new Error("connection reset");
						case "stores without a reply":
							store(messages);
							return new Promise<never>(() => undefined);
						case "stores too late":
							setTimeout(store, 100 * Math.random(), messages);
							return new Promise<never>(() => undefined);
					}
				},
				close: () => Promise.resolve(),
			};
		},
	};
	return broker;
};

const opened: { close(): Promise<void> }[] = [];
const directories: string[] = [];
afterEach(async () => {
	for (const part of opened.splice(0)) await part.close();
	for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

const newDirectory = () => {
	const directory = mkdtempSync(join(tmpdir(), "spill-"));
	directories.push(directory);
	return directory;
};

const openSpill = (directory: string, maxBytes?: number): EmbeddedQueue =>
	openEmbeddedQueue({ directory, pollMs: 2, retryMs: 5, ...(maxBytes ? { maxBytes } : {}) });

const spillingTo = (
	broker: ReturnType<typeof createBroker>,
	spill: EmbeddedQueue,
): SpillingProducer => {
	const producer = createSpillingProducer(
		(undelivered) =>
			Array.from({ length: SENDERS }, (_none, sender) =>
				createOrderedSender({
					topic: "events",
					openProducer: broker.openProducer,
					lingerMs: 2,
					deliveryTimeoutMs: 60,
					redeliveryTimeoutMs: 200,
					maxPendingBytes: 10_000_000,
					undelivered: (batches) => undelivered(sender, batches),
					logger: silentLogger,
				}),
			),
		spill,
		async () => {
			if (broker.behaviour !== "stores") throw new Error("no broker answers");
			return { records: 0, oldestAgeMs: 0 };
		},
		silentLogger,
	);
	opened.push(producer, spill);
	return producer;
};

const append = (producer: SpillingProducer, number: number) =>
	producer.append({ key: `key-${number % KEYS}`, value: Buffer.from(String(number)) });

/** Keys whose numbers did not first appear in ascending order. */
const disordered = (stored: string[]) => {
	const last = new Map<number, number>();
	const keys = new Set<number>();
	for (const number of new Set(stored.map(Number))) {
		const key = number % KEYS;
		if (number < (last.get(key) ?? -1)) keys.add(key);
		last.set(key, number);
	}
	return [...keys];
};

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from }, (_none, index) => from + index);

const emptied = (producer: SpillingProducer) =>
	vi.waitFor(() => expect(producer.spilled()).toBe(0), { timeout: 20_000, interval: 5 });

const sorted = (stored: string[]) => [...new Set(stored)].map(Number).sort((a, b) => a - b);

describe("a producer with a spill", () => {
	it("is healthy while its disk accepts what Kafka does not, and reports that it spills", async () => {
		const broker = createBroker();
		const producer = spillingTo(broker, openSpill(newDirectory()));
		await append(producer, 0);
		expect(await producer.health()).toEqual({
			canStore: true,
			reason: "",
			oldestAgeMs: 0,
			isSpilling: false,
			spilledRecords: 0,
		});
		broker.behaviour = "refuses";
		await append(producer, 1);
		expect(await producer.health()).toMatchObject({
			canStore: true,
			reason: "",
			isSpilling: true,
			spilledRecords: 1,
		});
		broker.behaviour = "stores";
		await emptied(producer);
		expect(await producer.health()).toMatchObject({ isSpilling: false, spilledRecords: 0 });
	});

	it("is unhealthy when neither Kafka nor the disk accepts records", async () => {
		const broker = createBroker();
		const producer = spillingTo(broker, openSpill(newDirectory(), 1));
		broker.behaviour = "refuses";
		expect(await producer.health()).toMatchObject({
			canStore: false,
			reason: expect.stringMatching(
				/^no broker answers; The queue has reached its limit of 1 bytes/,
			),
		});
	});

	it("does not use the spill while Kafka accepts records", async () => {
		const broker = createBroker();
		const spill = openSpill(newDirectory());
		const producer = spillingTo(broker, spill);
		await Promise.all(numbers(0, 100).map((number) => append(producer, number)));
		expect(sorted(broker.stored)).toEqual(numbers(0, 100));
		expect(spill.depth().records).toBe(0);
	});

	it.each<Behaviour>(["refuses", "stores without a reply", "stores too late"])(
		"keeps every record and the order of each key when the broker %s now and then",
		async (fault) => {
			const broker = createBroker();
			const producer = spillingTo(broker, openSpill(newDirectory()));
			const answers: Promise<void>[] = [];
			let number = 0;
			let mostSpilled = 0;
			for (let phase = 0; phase < 8; phase++) {
				broker.behaviour = phase % 2 === 0 ? "stores" : fault;
				const ends = performance.now() + 20 + 160 * Math.random();
				while (performance.now() < ends) {
					for (let count = 0; count < 20; count++) answers.push(append(producer, number++));
					await pause(2);
					mostSpilled = Math.max(mostSpilled, producer.spilled());
				}
			}
			broker.behaviour = "stores";
			await Promise.all(answers);
			await emptied(producer);
			expect(mostSpilled).toBeGreaterThan(0);
			expect(sorted(broker.stored)).toEqual(numbers(0, number));
			expect(disordered(broker.stored)).toEqual([]);
		},
	);

	it("empties the spill while records keep arriving", async () => {
		const broker = createBroker();
		const spill = openSpill(newDirectory());
		const producer = spillingTo(broker, spill);
		broker.behaviour = "refuses";
		await Promise.all(numbers(0, 500).map((number) => append(producer, number)));
		broker.behaviour = "stores";
		let number = 500;
		const answers: Promise<void>[] = [];
		while (producer.spilled() > 0) {
			answers.push(append(producer, number++));
			await pause(1);
		}
		await Promise.all(answers);
		expect(sorted(broker.stored)).toEqual(numbers(0, number));
		expect(disordered(broker.stored)).toEqual([]);
	});

	it("drains what another run has left before newer records", async () => {
		const directory = newDirectory();
		const away = createBroker();
		away.behaviour = "refuses";
		const first = spillingTo(away, openSpill(directory));
		await Promise.all(numbers(0, 1000).map((number) => append(first, number)));
		for (const part of opened.splice(0)) await part.close();

		const broker = createBroker();
		const second = spillingTo(broker, openSpill(directory));
		await Promise.all(numbers(1000, 1200).map((number) => append(second, number)));
		await emptied(second);
		expect(sorted(broker.stored)).toEqual(numbers(0, 1200));
		expect(disordered(broker.stored)).toEqual([]);
	});

	it("refuses records when Kafka is unavailable and the spill is full, and recovers by itself", async () => {
		const broker = createBroker();
		const producer = spillingTo(broker, openSpill(newDirectory(), 1));
		broker.behaviour = "refuses";
		await expect(append(producer, 0)).rejects.toBeInstanceOf(QueueUnavailableError);
		await expect(append(producer, 1)).rejects.toBeInstanceOf(QueueUnavailableError);
		broker.behaviour = "stores";
		await vi.waitFor(() => append(producer, 2), { timeout: 5000, interval: 10 });
		expect(sorted(broker.stored)).toEqual([2]);
	});
});
