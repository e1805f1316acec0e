import type { KafkaMessage } from "kafkajs";
import { describe, expect, it } from "vitest";
import { keyedMessageOf } from "./keyed-message.ts";
import { packMessages } from "./packed-record.ts";
import { slicesOf } from "./slices.ts";

const fetched = (offset: number, value: Buffer | null, key = "key"): KafkaMessage => ({
	key: Buffer.from(key),
	value,
	offset: String(offset),
	timestamp: "0",
	attributes: 0,
	headers: {},
});

const packed = (offset: number, ...values: string[]): KafkaMessage => {
	const messages = values.map((value) => keyedMessageOf("key", Buffer.from(value)));
	return fetched(offset, packMessages(messages, 1)[0]?.value ?? null);
};

const seen = (messages: KafkaMessage[], maxRecords: number) =>
	[...slicesOf(messages, maxRecords)].map(({ records, damaged, last }) => ({
		records: records.map(({ record }) => `${record.offset} ${Buffer.from(record.value)}`),
		damaged,
		last,
	}));

describe("slices of fetched records", () => {
	it("give each value an offset, including old records of one value", () =>
		expect(seen([packed(3, "a", "b"), fetched(4, Buffer.from("c"))], 10)).toEqual([
			{ records: ["768 a", "769 b", "1024 c"], damaged: [], last: "4" },
		]));

	it("may end within a record, which is committed with its last value", () =>
		expect(seen([packed(0, "a", "b"), packed(1, "c", "d", "e")], 3)).toEqual([
			{ records: ["0 a", "1 b", "256 c"], damaged: [], last: "0" },
			{ records: ["257 d", "258 e"], damaged: [], last: "1" },
		]));

	it("advance step by step through a record longer than themselves", () =>
		expect(seen([packed(0, "a", "b", "c")], 1)).toEqual([
			{ records: ["0 a"], damaged: [], last: undefined },
			{ records: ["1 b"], damaged: [], last: undefined },
			{ records: ["2 c"], damaged: [], last: "0" },
		]));

	it("report a record without bytes", () =>
		expect(seen([fetched(2, null)], 10)).toEqual([
			{ records: [], damaged: [{ offset: 512, reason: "it has no bytes" }], last: "2" },
		]));
});
