import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBlockWriter, readBlock } from "./block.ts";

const blockOf = (values: Uint8Array[], appendedAt = 1_700_000_000_123) => {
	const writer = createBlockWriter();
	for (const value of values) writer.add(value);
	return writer.finish(appendedAt);
};

const recordsOf = (bytes: Buffer) => {
	const block = readBlock(bytes);
	return block && Array.from({ length: block.count }, (_, index) => block.record(index));
};

const valuesFrom = (minLength: number) =>
	fc.array(fc.uint8Array({ minLength, maxLength: 300 }), { minLength: 1, maxLength: 40 });
/** In a damaged block, an empty record is indistinguishable from lost space. */
const someValues = valuesFrom(1);

describe("a block", () => {
	it("returns its records and the time of the append", () =>
		fc.assert(
			fc.property(valuesFrom(0), fc.integer({ min: 0, max: 2 ** 45 }), (values, appendedAt) => {
				const bytes = blockOf(values, appendedAt);
				expect(readBlock(bytes)).toMatchObject({ count: values.length, appendedAt });
				expect(recordsOf(bytes)).toEqual(values.map((value) => Buffer.from(value)));
			}),
		));

	it("stores text as UTF-8", () =>
		fc.assert(
			fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (texts) => {
				const writer = createBlockWriter();
				const lengths = texts.map((text) => writer.add(text));
				const records = texts.map((text) => Buffer.from(text));
				expect(lengths).toEqual(records.map(({ length }) => length));
				expect(recordsOf(writer.finish(0))).toEqual(records);
			}),
		));

	it("reports its size before it is finished", () => {
		const writer = createBlockWriter();
		writer.add(Buffer.from("abc"));
		writer.add(Buffer.alloc(100_000));
		const bytes = writer.bytes();
		expect(writer.finish(0).length).toBe(bytes);
	});

	it("loses at most one record to one changed byte and never returns a wrong one", () =>
		fc.assert(
			fc.property(someValues, fc.nat(), fc.integer({ min: 1, max: 255 }), (values, at, flip) => {
				const bytes = blockOf(values);
				const position = at % bytes.length;
				bytes[position] = (bytes[position] ?? 0) ^ flip;
				const read = recordsOf(bytes) ?? [];
				expect(read.length).toBe(values.length);
				const wrong = read.filter(
					(record, index) => record && !record.equals(values[index] ?? Buffer.alloc(0)),
				);
				expect(wrong).toEqual([]);
				expect(read.filter((record) => record === undefined).length).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 500 },
		));

	it("serves the records before the place where it was cut off", () =>
		fc.assert(
			fc.property(someValues, fc.nat(), (values, cut) => {
				const bytes = blockOf(values);
				const kept = 20 + (cut % (bytes.length - 20));
				const whole = values.filter(
					(_, index) =>
						20 + values.slice(0, index + 1).reduce((sum, { length }) => sum + length + 8, 0) <=
						kept,
				);
				const read = (recordsOf(bytes.subarray(0, kept)) ?? []).filter((record) => record);
				expect(read).toEqual(whole.map((value) => Buffer.from(value)));
			}),
		));

	it("has no records if it ends with zeros", () => {
		const bytes = blockOf([Buffer.from("first"), Buffer.from("second")]);
		bytes.fill(0, 20 + 8 + "first".length);
		expect(recordsOf(bytes)).toEqual([Buffer.from("first"), undefined]);
	});

	it("is refused if its bytes are not a block", () => {
		expect(readBlock(Buffer.alloc(0))).toBeUndefined();
		expect(readBlock(Buffer.alloc(1000, 7))).toBeUndefined();
	});
});
