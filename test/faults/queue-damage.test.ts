import { spawnSync } from "node:child_process";
import {
	closeSync,
	cpSync,
	mkdtempSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
	statSync,
	truncateSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue, type Salvage } from "@footfall/queue";
import { bundleScript } from "@footfall/testing/bundle-script";
import type { QueueContent } from "@footfall/testing/queue/read-queue";
import { randomFrom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROUNDS = rounds(15, 200);
const RECORDS = 2000;
/** A damaged block costs its records; a bit never costs more than one of these. */
const LARGEST_BLOCK = 40;

type Outcome = QueueContent & { salvage?: Salvage };

const recordNumbered = (number: number) =>
	Buffer.from(`record-${number} ${"x".repeat((number * 7919) % 1500)}`);

let script: string;
let whole: string;
beforeAll(async () => {
	script = await bundleScript(
		new URL("../../packages/testing/src/queue/read-damaged-queue.ts", import.meta.url),
	);
	whole = mkdtempSync(join(tmpdir(), "whole-"));
	const queue = openEmbeddedQueue({ directory: whole, headroomBytes: 64 * 1024 });
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

/** What a process of its own reads of a copy that was damaged: reading must not end it. */
const readDamaged = (damage: (file: string) => void): Outcome => {
	const directory = mkdtempSync(join(tmpdir(), "damaged-"));
	try {
		cpSync(whole, directory, { recursive: true });
		damage(join(directory, "queue.mdb"));
		const { stdout, signal, status } = spawnSync(process.execPath, [script, directory], {
			encoding: "utf8",
			timeout: 30_000,
		});
		expect({ signal, status }).toEqual({ signal: null, status: 0 });
		return JSON.parse(stdout) as Outcome;
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

describe("a queue's file that was damaged", () => {
	it(`by a bit in each of ${ROUNDS} copies is served but for the record or block that was hit, which is told`, (context) => {
		const random = randomFrom(4);
		let told = 0;
		let salvaged = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const outcome = readDamaged(flipBit(random));
			const { names, salvage } = outcome;
			const damaged = outcome.damaged + (salvage?.damaged ?? 0);
			expect(new Set(names).size + damaged).toBe(RECORDS);
			if (salvage) salvaged++;
			expect(damaged).toBeLessThanOrEqual(LARGEST_BLOCK);
			told += damaged;
		}
		expect(told).toBeGreaterThan(0);
		report(
			context,
			"P4",
			`${ROUNDS} bits flipped in as many files of ${RECORDS} records: ${told} records told as damaged, every other one served; ${salvaged} files had a damaged index and were made anew`,
		);
	}, 900_000);

	it(`by a lost end in each of ${ROUNDS} copies is served but for what was there`, (context) => {
		const random = randomFrom(5);
		const contents = readFileSync(join(whole, "queue.mdb"));
		/** Where the first copy of each record ends: pages are copied before they change. */
		const ends = Array.from({ length: RECORDS }, (_none, number) => {
			return contents.indexOf(`record-${number} `) + recordNumbered(number).length;
		});
		let salvaged = 0;
		for (let round = 0; round < ROUNDS; round++) {
			// The index lies behind the first fifth: the first of them loses it in any case.
			const share = round === 0 ? 0.2 : 0.2 + 0.8 * random();
			const length = Math.floor(contents.length * share);
			const { names, damaged, salvage } = readDamaged((file) => truncateSync(file, length));
			const served = new Set(names);
			if (salvage === undefined) {
				expect(served.size + damaged).toBe(RECORDS);
				continue;
			}
			// Nobody can tell how much the index led to, but all that is there has to be found.
			const missing = ends.filter(
				(end, number) => end <= length && !served.has(`record-${number}`),
			);
			expect(missing).toEqual([]);
			expect(salvage.records).toBeGreaterThanOrEqual(served.size);
			salvaged++;
		}
		expect(salvaged).toBeGreaterThan(0);
		report(
			context,
			"P4",
			`${ROUNDS} files cut off: all that was left is served, ${salvaged} times without their index`,
		);
	}, 900_000);
});
