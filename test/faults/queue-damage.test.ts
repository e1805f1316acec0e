import { spawnSync } from "node:child_process";
import {
	closeSync,
	cpSync,
	mkdtempSync,
	openSync,
	readSync,
	rmSync,
	statSync,
	truncateSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleScript } from "../support/bundle-script.ts";
import { report } from "../support/promise-figures.ts";
import { randomFrom } from "../support/random.ts";
import type { QueueContent } from "../support/read-queue.ts";
import { rounds } from "../support/rounds.ts";

const ROUNDS = rounds(15, 200);
const RECORDS = 2000;
/** A damaged block costs its records; a bit never costs more than one of these. */
const LARGEST_BLOCK = 40;

type Outcome = QueueContent | { refused: string };

let script: string;
let whole: string;
beforeAll(async () => {
	script = await bundleScript(new URL("../support/read-damaged-queue.ts", import.meta.url));
	whole = mkdtempSync(join(tmpdir(), "whole-"));
	const queue = openEmbeddedQueue({ directory: whole, headroomBytes: 64 * 1024 });
	const producer = queue.producer();
	for (let next = 0; next < RECORDS; ) {
		const count = Math.min(RECORDS - next, 1 + ((next * 7) % LARGEST_BLOCK));
		await Promise.all(
			Array.from({ length: count }, () => {
				const value = Buffer.from(`record-${next} ${"x".repeat((next * 7919) % 1500)}`);
				next++;
				return producer.append({ key: "", value });
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
		for (let round = 0; round < ROUNDS; round++) {
			const outcome = readDamaged(flipBit(random));
			if ("refused" in outcome) {
				expect(outcome.refused).toMatch(/index of the queue in .* is damaged/);
				continue;
			}
			const { names, damaged } = outcome;
			expect(new Set(names).size + damaged).toBe(RECORDS);
			expect(damaged).toBeLessThanOrEqual(LARGEST_BLOCK);
			told += damaged;
		}
		expect(told).toBeGreaterThan(0);
		report(
			context,
			"P4",
			`${ROUNDS} bits flipped in as many files of ${RECORDS} records: ${told} records told as damaged, every other one served`,
		);
	}, 900_000);

	it(`by a lost end in each of ${ROUNDS} copies is served but for what was there, or refused with what to do`, (context) => {
		const random = randomFrom(5);
		let refused = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const outcome = readDamaged((file) =>
				truncateSync(file, Math.floor(statSync(file).size * (0.2 + 0.8 * random()))),
			);
			if ("refused" in outcome) {
				expect(outcome.refused).toMatch(/move queue\.mdb away and start again/);
				refused++;
				continue;
			}
			expect(new Set(outcome.names).size + outcome.damaged).toBe(RECORDS);
		}
		expect(refused).toBeLessThan(ROUNDS);
		report(
			context,
			"P4",
			`${ROUNDS} files cut off: ${ROUNDS - refused} served but for what was there, ${refused} refused because their index was there`,
		);
	}, 900_000);
});
