import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeyedMessage, keyedMessageOf } from "./keyed-message.ts";
import { packMessages, unpackValue, VALUES_PER_RECORD } from "./packed-record.ts";

const PARTITIONS = 3;

const message = (key: string, value: string) => keyedMessageOf(key, Buffer.from(value));
const textsIn = (record: KeyedMessage) =>
	unpackValue(record.value).map((value) => value?.toString());
const alike = (count: number) =>
	Array.from({ length: count }, (_none, index) =>
		message("visitor", `["pageview","https://example.com/article-${index}"]`),
	);

describe("values in one Kafka record", () => {
	it("belong to one partition, each once and in order", () =>
		fc.assert(
			fc.property(
				fc.array(fc.record({ key: fc.string(), text: fc.string({ maxLength: 400 }) }), {
					maxLength: 600,
				}),
				(given) => {
					const messages = given.map(({ key, text }) => message(key, text));
					const found: (string | undefined)[][] = [[], [], []];
					for (const record of packMessages(messages, PARTITIONS))
						found[record.hash % PARTITIONS]?.push(...textsIn(record));
					const wanted: string[][] = [[], [], []];
					for (const { hash, value } of messages) wanted[hash % PARTITIONS]?.push(value.toString());
					expect(found).toEqual(wanted);
				},
			),
			{ numRuns: 50 },
		));

	it("are limited to the number of offsets that a record has", () => {
		const records = packMessages(alike(VALUES_PER_RECORD + 1), 1);
		expect(records.map((record) => textsIn(record).length)).toEqual([VALUES_PER_RECORD, 1]);
	});

	it("stay separate while the number of partitions is unknown", () => {
		const records = packMessages(alike(3), undefined);
		expect(records.map(textsIn)).toEqual(alike(3).map(({ value }) => [value.toString()]));
	});

	it("take a fraction of their bytes if they are similar", () => {
		const [record] = packMessages(alike(200), 1);
		const bytes = alike(200).reduce((sum, { value }) => sum + value.length, 0);
		expect(record?.value.length).toBeLessThan(bytes / 3);
	});

	it("lose only the one that is damaged", () => {
		const [record] = packMessages([message("a", "first"), message("a", "second")], 1);
		const damaged = Buffer.from(record?.value ?? []);
		damaged.writeUInt8(damaged.readUInt8(damaged.indexOf("second")) ^ 1, damaged.indexOf("second"));
		expect(unpackValue(damaged).map((value) => value?.toString())).toEqual(["first", undefined]);
	});

	it("are returned as one if they cannot be separated", () => {
		const [record] = packMessages(alike(200), 1);
		const cutOff = Buffer.from(record?.value.subarray(0, 100) ?? []);
		expect(unpackValue(cutOff)).toEqual([cutOff]);
	});
});

describe("a record written by an earlier version", () => {
	it.each(["", "[", '[1,"event"]', "FFD1 is not a block"])("is one value: %s", (text) =>
		expect(unpackValue(Buffer.from(text))).toEqual([Buffer.from(text)]),
	);
});
