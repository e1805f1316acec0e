import { describe, expect, it } from "vitest";
import { refusalOf } from "./permitted-targets.ts";

const QUEUE = {
	brokers: ["one.example.com:9092", "93.184.216.34:9093"],
	topics: ["footfall", "footfall-dead-letters"],
};
const POLICY = { privateNetworks: true, queue: QUEUE };

const refusal = (topic: string, ...brokers: string[]) =>
	refusalOf({ kind: "kafka", brokers, topic, tls: false }, POLICY);

describe("a topic of the product's own queue", () => {
	it.each([
		["footfall", "one.example.com:9092"],
		["footfall-dead-letters", "93.184.216.34:9093"],
		["footfall", "elsewhere.example.com:9092", "ONE.example.com"],
	])("is no destination: %s", async (topic, ...brokers) =>
		expect(await refusal(topic, ...brokers)).toContain("name another topic"),
	);

	it("is one in another cluster, as another topic is in the same", async () => {
		expect(await refusal("footfall", "elsewhere.example.com:9092")).toBe("");
		expect(await refusal("footfall", "one.example.com:9093")).toBe("");
		expect(await refusal("events", "one.example.com:9092")).toBe("");
	});

	it("is not known of a queue on disk", async () => {
		const target = { kind: "kafka" as const, brokers: ["one.example.com"], topic: "footfall" };
		expect(await refusalOf({ ...target, tls: false }, { privateNetworks: true })).toBe("");
	});
});
