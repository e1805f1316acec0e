import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbeddedQueue } from "@footfall/queue";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adoptSpills, claimSpill } from "./spill-slots.ts";

const log = pino({ level: "silent" });
let base: string;
beforeEach(() => {
	base = join(mkdtempSync(join(tmpdir(), "slots-")), "spill");
});
afterEach(() => rmSync(join(base, ".."), { recursive: true }));

const append = async (spill: EmbeddedQueue, text: string) => {
	const producer = spill.producer();
	await producer.append({ key: "", value: Buffer.from(text) });
	await producer.close();
};

/** Drains a spill, as the path into Kafka would. */
const drainerInto = (taken: string[]) => (spill: EmbeddedQueue) => {
	const consumer = spill.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: () => undefined,
		handle: async ({ records }) => {
			taken.push(...records.map(({ value }) => Buffer.from(value).toString()));
		},
	});
	const producer = spill.producer();
	return {
		producer: {
			...producer,
			health: async () => ({
				...(await producer.health()),
				spilledRecords: spill.depth().records,
			}),
		},
		close: () => consumer.close(),
	};
};

describe("workers that share a directory", () => {
	it("get a spill each, and reuse a released slot", async () => {
		const one = claimSpill(base, log);
		const two = claimSpill(base, log);
		expect([one.directory, two.directory]).toEqual([base, `${base}-2`]);
		await one.close();
		const three = claimSpill(base, log);
		expect(three.directory).toBe(base);
		await Promise.all([two.close(), three.close()]);
	});

	it("deliver the spill of a worker that is gone, and leave those in use alone", async () => {
		const [one, two, three] = [claimSpill(base, log), claimSpill(base, log), claimSpill(base, log)];
		await append(two.spill, "in use");
		await append(three.spill, "left behind");
		await three.close();
		const taken: string[] = [];
		const adoption = adoptSpills(base, drainerInto(taken), log);
		await adoption.now();
		expect(taken).toEqual(["left behind"]);
		await adoption.close();
		await Promise.all([one.close(), two.close()]);
		const again = claimSpill(`${base}-3`, log);
		expect(again.spill.depth().records).toBe(0);
		await again.close();
	});
});
