import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configurationFrom } from "../configuration/configuration.ts";
import { dispatch } from "./commands.ts";
import { deadLetters } from "./dead-letters.ts";
import { createMissingTopics } from "./topics.ts";

const log = pino({ level: "silent" });
let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "dead-letters-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const context = (variables: NodeJS.ProcessEnv = {}) => ({
	configuration: configurationFrom({ DATA_DIR: directory, ...variables }),
	log,
	entry: "",
});
const run = (...words: string[]) => deadLetters(words, context());

/** Appends records, and dead-letters those whose text is in `reasons`; resolves to the others. */
const consumeOnce = async (records: string[], reasons: Record<string, string>) => {
	const queue = openEmbeddedQueue({ directory: join(directory, "queue"), pollMs: 2 });
	const producer = queue.producer();
	for (const record of records) await producer.append({ key: "", value: Buffer.from(record) });
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
	const taken: string[] = [];
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: () => undefined,
		handle: async ({ partition, records }) => {
			for (const record of records) {
				const text = Buffer.from(record.value).toString();
				const reason = reasons[text];
				if (reason === undefined) taken.push(text);
				else await consumer.setAside(partition, record, reason);
			}
		},
	});
	while (queue.depth().records > 0) await new Promise((resolve) => setImmediate(resolve));
	await queue.close();
	return taken;
};

describe("footfall dead-letters", () => {
	it("lists unprocessable records, and reports an empty list", async () => {
		expect(await run("list")).toBe("There are no dead letters\n");
		await consumeOnce(["good", "bad"], { bad: "not JSON" });
		expect(await run("list")).toMatch(/^\d{4}-.*Z {2}offset 2 {2}3 bytes {2}not JSON\n$/);
	});

	it("replays them once into the queue", async () => {
		await consumeOnce(["bad", "worse"], { bad: "not JSON", worse: "no event id" });
		expect(await run("replay")).toBe("2 records were put back into the queue\n");
		expect(await run("replay")).toBe("0 records were put back into the queue\n");
		expect(await consumeOnce([], {})).toEqual(["bad", "worse"]);
		expect(await run("list")).toBe("There are no dead letters\n");
	});

	it("rejects any other word, and lists the valid ones", async () =>
		expect(dispatch("dead-letters", ["delete"], context())).rejects.toThrow(/list .*\n.*replay/));
});

describe("commands on a queue whose brokers are unreachable", () => {
	const withoutBrokers = () => context({ QUEUE_URL: "kafka://127.0.0.1:1/events" });

	it("report this in one sentence", async () => {
		const refusal = expect.objectContaining({
			name: "UnreachableError",
			message: expect.stringMatching(/^QUEUE_URL: Kafka could not answer: .*127\.0\.0\.1:1/),
		});
		await expect(createMissingTopics(withoutBrokers())).rejects.toEqual(refusal);
		await expect(deadLetters(["list"], withoutBrokers())).rejects.toEqual(refusal);
		await expect(deadLetters(["replay"], withoutBrokers())).rejects.toEqual(refusal);
	});
});
