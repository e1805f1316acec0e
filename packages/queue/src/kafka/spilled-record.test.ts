import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packRecord, unpackRecord } from "./spilled-record.ts";

describe("a spilled record", () => {
	it("is restored with its key and its bytes", () =>
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.uint8Array(), (key, value) => {
				const again = unpackRecord(packRecord(Buffer.from(key), value));
				expect(again.key).toBe(key);
				expect([...again.value]).toEqual([...value]);
			}),
		));

	it("is refused if it ends within its key", () =>
		expect(() =>
			unpackRecord(packRecord(Buffer.from("key"), Buffer.from("")).subarray(0, 4)),
		).toThrow(new RangeError("A spilled record ends within its key")));
});
