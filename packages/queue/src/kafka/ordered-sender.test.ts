import { silentLogger } from "@footfall/shared/logger";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QueueUnavailableError } from "../driver/queue.ts";
import type { IdempotentProducer } from "./idempotent-producer.ts";
import { keyedMessageOf } from "./keyed-message.ts";
import {
	createOrderedSender,
	type OrderedSender,
	type OrderedSenderOptions,
} from "./ordered-sender.ts";
import type { SenderBatch } from "./sender-batch.ts";

const textOf = ({ value }: { value: Buffer }) => value.toString();

/** A broker that replies as `answer` does, and records what it stored. */
const createBroker = () => {
	const requests: string[][] = [];
	const stored: string[] = [];
	const broker = {
		answer: (_texts: string[]): Promise<void> => Promise.resolve(),
		opened: 0,
		closed: 0,
		requests,
		stored,
		openProducer: async (): Promise<IdempotentProducer> => {
			broker.opened++;
			return {
				send: async (messages) => {
					const texts = messages.map(textOf);
					requests.push(texts);
					await broker.answer(texts);
					stored.push(...texts);
				},
				close: async () => {
					broker.closed++;
				},
			};
		},
	};
	return broker;
};

const tooLarge = () => Object.assign(new Error("too large"), { type: "MESSAGE_TOO_LARGE" });
const never = () => new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const senderTo = (
	broker: ReturnType<typeof createBroker>,
	options: Partial<OrderedSenderOptions> = {},
): { sender: OrderedSender; givenUp: string[] } => {
	const givenUp: string[] = [];
	const sender = createOrderedSender({
		topic: "events",
		openProducer: broker.openProducer,
		lingerMs: 20,
		deliveryTimeoutMs: 1000,
		redeliveryTimeoutMs: 3000,
		maxPendingBytes: 1_000_000,
		undelivered: (batches: SenderBatch[], error) => {
			for (const { messages, reject } of batches) {
				givenUp.push(...messages.map(textOf));
				reject(error);
			}
		},
		logger: silentLogger,
		...options,
	});
	return { sender, givenUp };
};

const append = (sender: OrderedSender, text: string) =>
	sender.append(keyedMessageOf("key", Buffer.from(text)));

describe("a sender", () => {
	it("sends together what arrives within the linger", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker);
		// The load is unknown yet, so the first batch waits for a quarter of the time.
		const stored = Promise.all([append(sender, "a"), append(sender, "b")]);
		await vi.advanceTimersByTimeAsync(4);
		expect(broker.requests).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		await stored;
		const more = append(sender, "c");
		await vi.advanceTimersByTimeAsync(19);
		const last = append(sender, "d");
		await vi.advanceTimersByTimeAsync(1);
		await Promise.all([more, last]);
		expect(broker.requests).toEqual([
			["a", "b"],
			["c", "d"],
		]);
	});

	it("sends once it has as many records as the last batch, plus those that arrived meanwhile", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker);
		let answer: () => void = () => undefined;
		broker.answer = () =>
			new Promise((resolve) => {
				answer = resolve;
			});
		const stored = ["a", "b"].map((text) => append(sender, text));
		await vi.advanceTimersByTimeAsync(5);
		stored.push(append(sender, "c"));
		answer();
		await vi.advanceTimersByTimeAsync(1);
		stored.push(append(sender, "d"));
		await vi.advanceTimersByTimeAsync(1);
		expect(broker.requests).toEqual([["a", "b"]]);
		stored.push(append(sender, "e"));
		await vi.advanceTimersByTimeAsync(0);
		expect(broker.requests).toEqual([
			["a", "b"],
			["c", "d", "e"],
		]);
		answer();
		await Promise.all(stored);
	});

	it("has one batch in flight at a time, and acknowledges nothing before it is stored", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker);
		let answer: () => void = () => undefined;
		broker.answer = () =>
			new Promise((resolve) => {
				answer = resolve;
			});
		let acknowledged = 0;
		void append(sender, "a").then(() => acknowledged++);
		await vi.advanceTimersByTimeAsync(20);
		void append(sender, "b").then(() => acknowledged++);
		await vi.advanceTimersByTimeAsync(100);
		expect([broker.requests, acknowledged]).toEqual([[["a"]], 0]);
		answer();
		await vi.advanceTimersByTimeAsync(20);
		expect([broker.requests, acknowledged]).toEqual([[["a"], ["b"]], 1]);
	});

	it("resends a failed batch through another producer, ahead of later records", async () => {
		const broker = createBroker();
		const { sender, givenUp } = senderTo(broker);
		let failures = 2;
		broker.answer = async () => {
			if (failures-- > 0) throw new Error("fenced");
		};
		const first = append(sender, "a");
		await vi.advanceTimersByTimeAsync(20);
		const second = append(sender, "b");
		await vi.advanceTimersByTimeAsync(500);
		await Promise.all([first, second]);
		expect(broker.requests).toEqual([["a"], ["a"], ["a"], ["b"]]);
		expect([broker.opened, broker.closed, givenUp]).toEqual([3, 2, []]);
	});

	it("gives up everything in order at its deadline, refuses new records, and opens again", async () => {
		const broker = createBroker();
		const { sender, givenUp } = senderTo(broker);
		broker.answer = never;
		const refused = Promise.allSettled([append(sender, "a"), append(sender, "b")]);
		await vi.advanceTimersByTimeAsync(500);
		const late = Promise.allSettled([append(sender, "c")]);
		await vi.advanceTimersByTimeAsync(500);
		expect(givenUp).toEqual(["a", "b", "c"]);
		const reason = new QueueUnavailableError(
			"Kafka did not accept records within 1000 ms: no broker answered in time",
		);
		expect([...(await refused), ...(await late)]).toEqual(
			Array.from({ length: 3 }, () => ({ status: "rejected", reason })),
		);
		expect(sender.isOpen()).toBe(true);
	});

	it("stays closed to new records until a broker answers again", async () => {
		const broker = createBroker();
		let away = true;
		const { sender } = senderTo(broker, {
			openProducer: () => (away ? Promise.reject(new Error("refused")) : broker.openProducer()),
		});
		const refused = append(sender, "a").catch((error: Error) => error.message);
		await vi.advanceTimersByTimeAsync(1000);
		expect(await refused).toBe("Kafka did not accept records within 1000 ms: refused");
		await expect(append(sender, "b")).rejects.toThrow(
			new QueueUnavailableError("No Kafka broker is responding"),
		);
		away = false;
		await vi.advanceTimersByTimeAsync(1000);
		expect(sender.isOpen()).toBe(true);
		const stored = append(sender, "c");
		await vi.advanceTimersByTimeAsync(20);
		await stored;
		expect(broker.stored).toEqual(["c"]);
	});

	it("splits a batch that is too large for the broker in half", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker);
		broker.answer = async (texts) => {
			if (texts.length > 2) throw tooLarge();
		};
		const stored = Promise.all(["a", "b", "c", "d"].map((text) => append(sender, text)));
		await vi.advanceTimersByTimeAsync(20);
		await stored;
		expect(broker.stored).toEqual(["a", "b", "c", "d"]);
	});

	it("refuses a record that the broker would never accept, and continues", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker);
		broker.answer = async (texts) => {
			if (texts.includes("large")) throw tooLarge();
		};
		const refused = append(sender, "large").catch((error: unknown) => error);
		await vi.advanceTimersByTimeAsync(20);
		expect(await refused).toEqual(new RangeError("The record is larger than the topic allows"));
		const stored = append(sender, "small");
		await vi.advanceTimersByTimeAsync(20);
		await stored;
	});

	it("refuses records that exceed its memory limit", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker, { maxPendingBytes: 300 });
		broker.answer = never;
		const taken = append(sender, "x".repeat(200));
		await expect(append(sender, "x".repeat(200))).rejects.toThrow(
			new QueueUnavailableError("More than 300 bytes wait for Kafka"),
		);
		taken.catch(() => undefined);
	});

	it("keeps redelivered records apart from those that are given up, and retries them for longer", async () => {
		const broker = createBroker();
		const { sender, givenUp } = senderTo(broker);
		broker.answer = never;
		const again = sender
			.redeliver([keyedMessageOf("key", Buffer.from("old"))])
			.catch((error: unknown) => error);
		append(sender, "new").catch(() => undefined);
		await vi.advanceTimersByTimeAsync(2900);
		expect(givenUp).toEqual([]);
		await vi.advanceTimersByTimeAsync(100);
		expect(await again).toBeInstanceOf(QueueUnavailableError);
		expect(givenUp).toEqual(["new"]);
	});

	it("delivers waiting records before it closes", async () => {
		const broker = createBroker();
		const { sender } = senderTo(broker);
		const stored = append(sender, "a");
		await sender.close();
		await stored;
		expect([broker.stored, broker.closed]).toEqual([["a"], 1]);
		await expect(append(sender, "b")).rejects.toThrow(
			new QueueUnavailableError("The queue is closed"),
		);
	});
});
