import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { open } from "lmdb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBlockWriter } from "../driver/block.ts";
import { type EmbeddedQueue, openEmbeddedQueue } from "./embedded-queue.ts";

const ID = "0123456789abcdef";

let directory: string;
let file: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "old-queue-"));
	file = join(directory, "queue.mdb");
});
afterEach(() => rmSync(directory, { recursive: true }));

const blockOf = (texts: readonly string[], appendedAt: number) => {
	const writer = createBlockWriter();
	for (const text of texts) writer.add(Buffer.from(text));
	return Buffer.from(writer.finish(appendedAt));
};

/** Writes a queue in the format of the version that used LMDB: blocks by the offset of their last record. */
const writeOldQueue = async (
	blocks: readonly { last: number; texts: string[] }[],
	{ committed, tail, spoil }: { committed: number; tail: number; spoil?: (block: Buffer) => void },
) => {
	const root = open({ path: file, noSubdir: true });
	const about = root.openDB<string, string>({ name: "about", encoding: "string" });
	const stored = root.openDB<Buffer, number>({ name: "blocks", encoding: "binary" });
	const letters = root.openDB({ name: "dead-letters", encoding: "json" });
	const positions = root.openDB({ name: "positions", encoding: "json", useVersions: true });
	await about.put("format", "1");
	await about.put("id", ID);
	await positions.put("tail", true, tail);
	await positions.put("committed", true, committed);
	for (const [index, { last, texts }] of blocks.entries()) {
		const block = blockOf(texts, 1_700_000_000_000 + index);
		spoil?.(block);
		await stored.put(last, block);
	}
	const value = Buffer.from("bad").toString("base64");
	await letters.put(3, { reason: "no such site", at: 1_700_000_000_000, value });
	await root.close();
};

const contentOf = async (queue: EmbeddedQueue) => {
	const content: string[] = [];
	const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 10 });
	consumer.start({
		assigned: async () => undefined,
		revoked: async () => undefined,
		damaged: (partition, offset) => {
			content.push(`${partition.replace(/^(?!0123).*(?=\/)/, "new")} ${offset} damaged`);
		},
		handle: async ({ partition, records }) => {
			const name = partition.startsWith(ID) ? partition : "new";
			for (const { offset, value } of records)
				content.push(`${name} ${offset} ${Buffer.from(value).toString()}`);
		},
	});
	await expect.poll(() => queue.depth().records).toBe(0);
	await expect.poll(() => existsSync(join(directory, `old-${ID}`))).toBe(false);
	await consumer.close();
	return content;
};

const BLOCKS = [
	{ last: 7, texts: ["five", "six", "seven"] },
	{ last: 8, texts: ["eight"] },
];

describe("a queue of an older version", () => {
	it("is delivered first, from its committed position, under its old partition and offsets", async () => {
		await writeOldQueue(BLOCKS, { committed: 6, tail: 9 });
		const queue = openEmbeddedQueue({ directory, pollMs: 1 });
		expect(existsSync(file)).toBe(false);
		await queue.producer().append({ key: "", value: Buffer.from("one") });
		expect(queue.depth().records).toBe(4);
		expect(queue.deadLetters()).toEqual([
			{ offset: 3, reason: "no such site", at: 1_700_000_000_000, value: Buffer.from("bad") },
		]);
		expect(await contentOf(queue)).toEqual([
			`${ID}/0 6 six`,
			`${ID}/0 7 seven`,
			`${ID}/0 8 eight`,
			"new 1 one",
		]);
		await queue.close();
	});

	it("that was empty leaves nothing behind", async () => {
		await writeOldQueue([], { committed: 9, tail: 9 });
		const queue = openEmbeddedQueue({ directory, pollMs: 1 });
		expect(queue.depth().records).toBe(0);
		expect(await contentOf(queue)).toEqual([]);
		await queue.close();
	});

	it("has its damaged and missing records reported by their offsets", async () => {
		const spoil = (block: Buffer) => {
			const at = block.indexOf("six");
			if (at > 0) block[at] = 0x7a;
		};
		await writeOldQueue(BLOCKS, { committed: 5, tail: 10, spoil });
		const queue = openEmbeddedQueue({ directory, pollMs: 1 });
		expect((await contentOf(queue)).sort()).toEqual([
			`${ID}/0 5 five`,
			`${ID}/0 6 damaged`,
			`${ID}/0 7 seven`,
			`${ID}/0 8 eight`,
			`${ID}/0 9 damaged`,
		]);
		await queue.close();
	});

	it("that another process still uses is left in place", async () => {
		await writeOldQueue(BLOCKS, { committed: 6, tail: 9 });
		const script = `
			const root = require("lmdb").open({ path: process.argv[1], noSubdir: true });
			root.openDB({ name: "about", encoding: "string" }).get("id");
			console.log("open");
			setInterval(() => undefined, 1000);`;
		const other = spawn(process.execPath, ["-e", script, file], { cwd: import.meta.dirname });
		try {
			await once(other.stdout, "data");
			expect(() => openEmbeddedQueue({ directory })).toThrow(`process ${other.pid} still uses it`);
		} finally {
			other.kill("SIGKILL");
			await once(other, "close");
		}
		const queue = openEmbeddedQueue({ directory });
		expect(queue.depth().records).toBe(3);
		await queue.close();
	});

	it("that cannot be read is left in place, and the start says what to do", async () => {
		await writeOldQueue(BLOCKS, { committed: 6, tail: 9 });
		truncateSync(file, statSync(file).size - 4096);
		expect(() => openEmbeddedQueue({ directory })).toThrow(EnvironmentError);
		expect(() => openEmbeddedQueue({ directory })).toThrow(/make room .* move it away/);
		expect(existsSync(file)).toBe(true);
	});
});
