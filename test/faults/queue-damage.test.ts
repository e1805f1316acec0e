import { spawnSync } from "node:child_process";
import {
	closeSync,
	cpSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	rmSync,
	statSync,
	truncateSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { bundleScript } from "@footfall/testing/bundle-script";
import type { QueueContent } from "@footfall/testing/queue/read-queue";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROUNDS = rounds(15, 200);
const RECORDS = 2000;
/** The largest number of records that one flipped bit may cost: a damaged block costs its records. */
const LARGEST_BLOCK = 40;

const recordNumbered = (number: number) =>
	Buffer.from(`record-${number} ${"x".repeat((number * 7919) % 1500)}`);

let script: string;
let whole: string;
beforeAll(async () => {
	script = await bundleScript(
		new URL(import.meta.resolve("@footfall/testing/queue/read-damaged-queue")),
	);
	whole = mkdtempSync(join(tmpdir(), "whole-"));
	const queue = openEmbeddedQueue({ directory: whole });
	const producer = queue.producer();
	for (let next = 0; next < RECORDS; ) {
		const count = Math.min(RECORDS - next, 1 + ((next * 7) % LARGEST_BLOCK));
		await Promise.all(
			Array.from({ length: count }, () => {
				return producer.append({ key: "", value: recordNumbered(next++) });
			}),
		);
	}
	await queue.close();
});
afterAll(() => rmSync(whole, { recursive: true }));

/** The segment of a queue whose records fit into one file. */
const onlySegment = (directory: string): string => {
	const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
	return join(directory, names.find((name) => name.endsWith(".log")) ?? "");
};

/** What a separate process reads of a damaged copy: reading must not crash it. */
const readDamaged = (damage: (file: string) => void): QueueContent => {
	const directory = mkdtempSync(join(tmpdir(), "damaged-"));
	try {
		cpSync(whole, directory, { recursive: true });
		damage(onlySegment(directory));
		const { stdout, signal, status } = spawnSync(process.execPath, [script, directory], {
			encoding: "utf8",
			timeout: 30_000,
		});
		expect({ signal, status }).toEqual({ signal: null, status: 0 });
		return JSON.parse(stdout) as QueueContent;
	} finally {
		rmSync(directory, { recursive: true });
	}
};

const flipBit = (random: () => number) => (file: string) => {
	const descriptor = openSync(file, "r+");
	const at = Math.floor(random() * statSync(file).size);
	const byte = Buffer.alloc(1);
	readSync(descriptor, byte, 0, 1, at);
	byte[0] = (byte[0] ?? 0) ^ (1 << Math.floor(random() * 8));
	writeSync(descriptor, byte, 0, 1, at);
	closeSync(descriptor);
};

describe("a damaged file of a queue", () => {
	it(`with a flipped bit in each of ${ROUNDS} copies loses only the record or block that was hit, and reports it`, (context) => {
		const random = createRandom(4);
		let told = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const { names, damaged } = readDamaged(flipBit(random));
			expect(new Set(names).size + damaged).toBe(RECORDS);
			expect(damaged).toBeLessThanOrEqual(LARGEST_BLOCK);
			told += damaged;
		}
		expect(told).toBeGreaterThan(0);
		report(
			context,
			"P4",
			`${ROUNDS} bits flipped in as many files of ${RECORDS} records: ${told} records reported as damaged, all others served`,
		);
	}, 900_000);

	it(`with a lost end in each of ${ROUNDS} copies loses only what the end contained`, (context) => {
		const random = createRandom(5);
		const contents = readFileSync(onlySegment(whole));
		const ends = Array.from({ length: RECORDS }, (_none, number) => {
			return contents.indexOf(`record-${number} `) + recordNumbered(number).length;
		});
		for (let round = 0; round < ROUNDS; round++) {
			const length = Math.floor(contents.length * random());
			const { names, damaged } = readDamaged((file) => truncateSync(file, length));
			// The number of lost records is unknown, but every remaining record has to be found.
			const served = new Set(names);
			const missing = ends.filter(
				(end, number) => end <= length && !served.has(`record-${number}`),
			);
			expect({ missing, damaged }).toEqual({ missing: [], damaged: 0 });
		}
		report(context, "P4", `${ROUNDS} files truncated: all remaining records served`);
	}, 900_000);
});
