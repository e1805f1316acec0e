import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@footfall/shared/logger";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EXIT_MAY_PASS, EXIT_SHORTAGE, EXIT_UNUSABLE, exitCodeOf } from "../faults/exit-codes.ts";
import { superviseProcesses } from "./product-processes.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "supervise-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Records each of its runs, reports ready if asked to, and exits with this code. */
const lives = () => readFileSync(join(directory, "lives"), "utf8").length;
const processThatEnds = (code: number, isReady: boolean) => {
	const script = join(directory, "process.cjs");
	writeFileSync(
		script,
		`require("node:fs").appendFileSync(${JSON.stringify(join(directory, "lives"))}, "x");
		const end = () => process.exit(${code});
		${isReady ? "process.send({ ready: true }, end);" : "end();"}`,
	);
	return script;
};

const supervised = { name: "backend", command: [], environment: () => ({}), ready: () => {} };

describe("a process that runs out of memory", () => {
	it.each([EXIT_SHORTAGE, EXIT_UNUSABLE])(
		"with exit code %i ends a product that was never ready, at once",
		async (code) => {
			const ended = await new Promise((resolve) => {
				const end = (...given: unknown[]) => resolve(given);
				superviseProcesses(processThatEnds(code, false), [supervised], silentLogger, false, end);
			});
			expect([ended, lives()]).toEqual([["backend", code], 1]);
		},
	);

	it("is restarted once the product was ready", async () => {
		const ended: unknown[] = [];
		const supervisor = superviseProcesses(
			processThatEnds(EXIT_SHORTAGE, true),
			[supervised],
			silentLogger,
			true,
			(name) => void ended.push(name),
		);
		await expect.poll(lives).toBeGreaterThan(1);
		await supervisor.stop(1000);
		expect(ended).toEqual([]);
	});
});

describe("a process without its disk or server", () => {
	it("ends a first start at once, as unusable", async () => {
		const ended = await new Promise((resolve) => {
			const end = (...given: unknown[]) => resolve(given);
			superviseProcesses(
				processThatEnds(EXIT_MAY_PASS, false),
				[supervised],
				silentLogger,
				true,
				end,
			);
		});
		expect([ended, lives()]).toEqual([["backend", EXIT_UNUSABLE], 1]);
	});

	it.each([
		["at a later start", false, false],
		["if it was ready before", true, true],
	])("is restarted, %s", async (_which, isFirstStart, isReady) => {
		const ended: unknown[] = [];
		const supervisor = superviseProcesses(
			processThatEnds(EXIT_MAY_PASS, isReady),
			[supervised],
			silentLogger,
			isFirstStart,
			(name) => void ended.push(name),
		);
		await expect.poll(lives).toBeGreaterThan(1);
		await supervisor.stop(1000);
		expect(ended).toEqual([]);
	});
});

describe("the exit code of a process that was asked to stop", () => {
	it.each([
		[0, null, 0],
		[3, null, 3],
		[null, "SIGTERM", 0],
		[null, "SIGINT", 0],
		[null, "SIGKILL", 1],
	] as const)("for code %j and signal %j is %i", (code, signal, expected) =>
		expect(exitCodeOf(code, signal)).toBe(expected),
	);
});
