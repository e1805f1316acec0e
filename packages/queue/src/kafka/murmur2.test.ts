import fc from "fast-check";
import { Partitioners } from "kafkajs";
import { describe, expect, it } from "vitest";
import { keyHash, murmur2 } from "./murmur2.ts";

describe("the hash of a key", () => {
	// Results of org.apache.kafka.common.utils.Utils.murmur2.
	it.each([
		["21", -973932308],
		["foobar", -790332482],
		["a-little-bit-long-string", -985981536],
		["a-little-bit-longer-string", -1486304829],
		["lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971],
		["abc", 479470107],
	])("of %j equals the Java client's", (key, expected) =>
		expect(murmur2(Buffer.from(key))).toBe(expected),
	);

	it("selects the same partition as kafkajs' Java-compatible partitioner", () => {
		const partitioner = Partitioners.DefaultPartitioner();
		fc.assert(
			fc.property(
				fc.string({ unit: "binary", minLength: 1 }),
				fc.integer({ min: 1, max: 200 }),
				(key, count) => {
					const partitionMetadata = Array.from({ length: count }, (_none, partitionId) => ({
						partitionId,
						partitionErrorCode: 0,
						leader: 1,
						replicas: [1],
						isr: [1],
					}));
					const theirs = partitioner({
						topic: "t",
						partitionMetadata,
						message: { key, value: null },
					});
					expect(keyHash(Buffer.from(key)) % count).toBe(theirs);
				},
			),
			{ numRuns: 500 },
		);
	});
});
