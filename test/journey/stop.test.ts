import { createTemporaryDirectory } from "@footfall/testing/product/product";
import {
	type RunningCommand,
	runCommand,
	startBlackHole,
} from "@footfall/testing/product/running-command";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** The product's promise, plus time for a busy machine. */
const STOPS_WITHIN_MS = 10_000 + 10_000;

let blackHole: Awaited<ReturnType<typeof startBlackHole>>;
let data: ReturnType<typeof createTemporaryDirectory>;
let running: RunningCommand | undefined;
beforeEach(async () => {
	blackHole = await startBlackHole();
	data = createTemporaryDirectory();
});
afterEach(async () => {
	running?.send("SIGKILL");
	await running?.ended;
	await blackHole.close();
	data.remove();
});

const run = (parameters: readonly string[], environment: NodeJS.ProcessEnv) => {
	running = runCommand(parameters, { DATA_DIR: data.path, PORT: "0", ...environment });
	return running;
};

const endOf = async ({ ended }: RunningCommand) => {
	let overdue: NodeJS.Timeout | undefined;
	const never = new Promise<"still running">((resolve) => {
		overdue = setTimeout(resolve, STOPS_WITHIN_MS, "still running");
	});
	const end = await Promise.race([ended, never]);
	clearTimeout(overdue);
	return end;
};

const serversThatNeverAnswer = () => ({
	DATABASE_URL: `postgres://me:hidden@${blackHole.address}/footfall`,
	CLICKHOUSE_URL: `http://${blackHole.address}/footfall`,
});

const kafkaThatNeverAnswers = () => ({ QUEUE_URL: `kafka://${blackHole.address}/events` });

describe("SIGTERM stops a command that waits for a server", () => {
	it.each([
		["loader", []],
		["api", []],
		["backend", []],
		["migrate", []],
		["admin", ["list-sites"]],
		["demo", []],
		["export", ["--site", "1", "--to", "out"]],
	])("footfall %s", async (command, parameters) => {
		const paths = parameters.map((each) => (each === "out" ? `${data.path}/out` : each));
		const process = run([command, ...paths], serversThatNeverAnswer());
		await blackHole.isAsked();
		process.send("SIGTERM");
		expect(await endOf(process)).toEqual({ code: null, signal: "SIGTERM" });
	});

	it.each([
		["topics", []],
		["dead-letters", ["list"]],
	])("footfall %s", async (command, parameters) => {
		const process = run([command, ...parameters], kafkaThatNeverAnswers());
		await blackHole.isAsked();
		process.send("SIGTERM");
		expect(await endOf(process)).toEqual({ code: null, signal: "SIGTERM" });
	});

	it.each([
		["one process", "1"],
		["several processes", "2"],
	])("a gateway of %s that waits for its configuration", async (_, workers) => {
		const process = run(["gateway", "--workers", workers], {
			API_URL: `http://${blackHole.address}`,
			...kafkaThatNeverAnswers(),
		});
		await blackHole.isAsked();
		await process.says(/The site configuration could not be fetched/);
		process.send("SIGTERM");
		process.send("SIGTERM");
		expect(await endOf(process)).toEqual({ code: 0, signal: null });
	});

	it("the whole product while its backend waits for its databases", async () => {
		const process = run(["start"], serversThatNeverAnswer());
		await blackHole.isAsked();
		process.send("SIGTERM");
		process.send("SIGTERM");
		expect(await endOf(process)).toEqual({ code: 0, signal: null });
	});
});
