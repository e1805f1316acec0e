import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedQueue, openEmbeddedQueue } from "./embedded-queue.ts";

let directory: string;
let queue: EmbeddedQueue;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "overwrite-"));
	queue = openEmbeddedQueue({ directory, pollMs: 1 });
});
afterEach(async () => {
	await queue.close();
	rmSync(directory, { recursive: true });
});

describe("the remains of processed records in the file", () => {
	it("are overwritten when the records must be erased", async () => {
		const producer = queue.producer();
		for (let round = 0; round < 20; round++)
			await Promise.all(
				Array.from({ length: 50 }, (_, index) =>
					producer.append({ key: "", value: Buffer.from(`secret-${"x".repeat(index * 40)}`) }),
				),
			);
		const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1000 });
		consumer.start({
			assigned: async () => {},
			revoked: async () => {},
			handle: async () => {},
			damaged: () => {},
		});
		await expect.poll(() => queue.depth().records).toBe(0);
		const files = () =>
			readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
				entry.isFile(),
			);
		const kept = () =>
			files().some(({ parentPath, name }) =>
				readFileSync(join(parentPath, name)).includes("secret-"),
			);
		expect(kept()).toBe(true);
		expect(await consumer.forget?.(async () => false)).toBe(0);
		expect(kept()).toBe(false);
		await producer.append({ key: "", value: Buffer.from("afterwards") });
		await expect.poll(() => queue.depth().records).toBe(0);
	});

	it("are not reported as damage, even if the position is lost", async () => {
		const producer = queue.producer();
		for (const text of ["one", "two"]) await producer.append({ key: "", value: Buffer.from(text) });
		const handled: string[] = [];
		const damaged: number[] = [];
		const start = () => {
			const consumer = queue.consumer({ minRecords: 1, maxWaitMs: 1, maxRecords: 1000 });
			consumer.start({
				assigned: async () => {},
				revoked: async () => {},
				handle: async ({ records }) => {
					handled.push(...records.map(({ value }) => Buffer.from(value).toString()));
				},
				damaged: (_partition, offset) => damaged.push(offset),
			});
			return consumer;
		};
		const first = start();
		await expect.poll(() => queue.depth().records).toBe(0);
		await first.forget?.(async () => false);
		await first.close();
		rmSync(join(directory, "log-0", "position"));
		await producer.append({ key: "", value: Buffer.from("three") });
		const second = start();
		await expect.poll(() => queue.depth().records).toBe(0);
		await second.close();
		expect({ handled, damaged }).toEqual({ handled: ["one", "two", "three"], damaged: [] });
	});
});
