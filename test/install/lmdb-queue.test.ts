import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { publishedMain } from "@footfall/testing/install/published-versions";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: ReturnType<typeof createTemporaryDirectory>;
beforeEach(() => {
	root = createTemporaryDirectory();
});
afterEach(() => root.remove());

/** Runs statements about a `queue` in a process that has opened it with a published version's code. */
const runWith = (version: string, directory: string, statements: string) => {
	const entry = join(dirname(publishedMain(version)), "../../queue/dist/index.js");
	const script = `
		import { openEmbeddedQueue } from ${JSON.stringify(entry)};
		const queue = openEmbeddedQueue({ directory: ${JSON.stringify(directory)}, pollMs: 1 });
		const producer = queue.producer();
		const append = (text) => producer.append({ key: "", value: Buffer.from(text) });
		${statements}
		await queue.close();`;
	execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
		stdio: "inherit",
		timeout: 120_000,
	});
};

const APPEND_AND_READ_SOME = `
	await append("bad");
	await append("read");
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
	await new Promise((resolve) => consumer.start({
		assigned: async () => {},
		revoked: async () => {},
		damaged: () => {},
		handle: async ({ partition, records }) => {
			for (const record of records)
				if (Buffer.from(record.value).toString() === "bad")
					await consumer.setAside(partition, record, "no such site");
				else resolve();
		},
	}));
	await consumer.close();
	for (const text of ["one", "two", "three"]) await append(text);`;

/** Everything that is read until nothing waits and a log is gone. */
const readAll = async (queue: ReturnType<typeof openEmbeddedQueue>, log: string) => {
	const read: string[] = [];
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: (partition, offset) => {
			read.push(`${partition} ${offset} is damaged`);
		},
		handle: async ({ partition, records }) => {
			for (const { offset, value } of records)
				read.push(`${partition} ${offset} ${Buffer.from(value).toString()}`);
		},
	});
	await expect.poll(() => [queue.depth().records, existsSync(log)]).toEqual([0, false]);
	await consumer.close();
	return read;
};

describe.each(["0.2.0", "0.3.0"])("a queue of 0.1.0 that %s has taken over", (version) => {
	it("has each of its records read once by this version, first and under its offset", async () => {
		const directory = join(root.path, "queue");
		runWith("0.1.0", directory, APPEND_AND_READ_SOME);
		expect(() => openEmbeddedQueue({ directory })).toThrow("a queue of Footfall 0.1.0");

		runWith(version, directory, `await append("four");`);
		const [old = ""] = readdirSync(directory).filter((name) => name.startsWith("old-"));
		expect(readdirSync(join(directory, old))).toEqual([
			expect.stringMatching(/^\d{16}-\d{16}\.log$/),
		]);

		const queue = openEmbeddedQueue({ directory, pollMs: 1 });
		await queue.producer().append({ key: "", value: Buffer.from("five") });
		expect(queue.deadLetters()).toMatchObject([{ offset: 1, reason: "no such site" }]);
		const partition = `${old.slice("old-".length)}/0`;
		expect(await readAll(queue, join(directory, old))).toEqual([
			`${partition} 3 one`,
			`${partition} 4 two`,
			`${partition} 5 three`,
			expect.stringMatching(/ four$/),
			expect.stringMatching(/ five$/),
		]);
		await queue.close();
	});
});
