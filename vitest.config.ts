import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { missingProgram } from "./packages/testing/src/deploy/programs.ts";
import MixedOrder from "./packages/testing/src/setup/mixed-order.ts";

/** Packages resolve to their sources, so a test never runs against a stale build. */
const resolve = { conditions: ["source"] };
const ssr = { resolve: { conditions: ["source", "node", "default"] } };

const sources = { resolve, ssr };

/** A generous limit for a busy machine: a shorter one would make no test pass sooner. */
const patience = {
	testTimeout: 240_000,
	hookTimeout: 240_000,
	expect: { poll: { timeout: 90_000 } },
};

/**
 * The number of files that run in parallel. Most wait for a process, a disk or a broker, so more files than cores keep
 * the cores busy. Projects with another number run in a group of their own, one group after the other.
 */
const cores = Math.max(2, availableParallelism());
const oneEach = { maxWorkers: cores, sequence: { groupOrder: 0 } };
const waiting = {
	maxWorkers: cores + 1,
	sequence: { groupOrder: 1 },
	// Loading engines and libraries took up to half of a file's time: a worker keeps them for the next file.
	isolate: false,
};

/** Queue and store without the rest: nothing there needs the built product. */
const PARTS = "test/faults/{kafka,queue,store,loader}*.test.ts";
const SEED = "packages/testing/src/setup/property-seed.ts";
const REMOVE_DIRECTORIES = "packages/testing/src/setup/remove-test-directories.ts";
const INTEGRATION = "packages/*/src/**/*.integration.test.ts";

/** Suites that also run on a ClickHouse server: all that can for `npm run test:clickhouse`, otherwise two minutes of them. */
const SUITES_ON_SERVER =
	process.env["FOOTFALL_CLICKHOUSE"] === "all"
		? [
				"packages/store/src/{loader,people,maintenance,rolled-up-days}/**/*.integration.test.ts",
				"packages/reports/src/**/*.integration.test.ts",
			]
		: [
				"packages/store/src/loader/{loader,orders,erased,restored-queue}.integration.test.ts",
				"packages/store/src/{people,maintenance}/**/*.integration.test.ts",
				"packages/reports/src/{statements,arriving-sessions}.integration.test.ts",
			];
const hasServer = process.env["CLICKHOUSE_URL"] !== undefined || !missingProgram("python3");

export default defineConfig({
	test: {
		sequence: { sequencer: MixedOrder },
		reporters: [
			"default",
			"./packages/testing/src/reporters/engine-matrix.ts",
			"./packages/testing/src/reporters/promise-table.ts",
			"./packages/testing/src/reporters/time-table.ts",
			"./packages/testing/src/reporters/stalled-run.ts",
			"./packages/testing/src/reporters/closing-line.ts",
		],
		projects: [
			{
				...sources,
				test: {
					// No process, no port, no engine: `setup/unit-only.ts` rejects them.
					name: "unit",
					include: ["packages/*/src/**/*.test.{ts,tsx}", "test/bench/**/*.test.ts"],
					exclude: [INTEGRATION],
					setupFiles: [SEED, REMOVE_DIRECTORIES, "packages/testing/src/setup/unit-only.ts"],
					pool: "forks",
					isolate: false,
					testTimeout: patience.testTimeout,
					...oneEach,
				},
			},
			{
				...sources,
				test: {
					name: "integration",
					include: [INTEGRATION],
					setupFiles: [SEED, REMOVE_DIRECTORIES],
					// The embedded store must not be loaded in a worker thread: its exit takes the process along.
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/fetch-s3.ts"],
					...waiting,
					...patience,
				},
			},
			{
				...sources,
				test: {
					name: "clickhouse",
					include: ["test/clickhouse/**/*.test.ts", ...(hasServer ? SUITES_ON_SERVER : [])],
					setupFiles: [SEED, REMOVE_DIRECTORIES, "packages/testing/src/setup/use-clickhouse.ts"],
					pool: "forks",
					globalSetup: [
						"packages/testing/src/setup/start-clickhouse.ts",
						"packages/testing/src/setup/fetch-s3.ts",
					],
					...waiting,
					...patience,
					// The server is named in the environment, which other projects must not inherit.
					isolate: true,
				},
			},
			{
				...sources,
				test: {
					name: "parts",
					include: [PARTS],
					setupFiles: [SEED],
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/fetch-kafka.ts"],
					...waiting,
					...patience,
				},
			},
			{
				...sources,
				test: {
					name: "product",
					// A package of the MCP client has sources for "source" too, which Node does not load.
					server: { deps: { inline: [/@modelcontextprotocol/, /eventsource-parser/] } },
					include: ["test/{journey,faults,deploy}/**/*.test.ts"],
					exclude: [PARTS],
					setupFiles: [SEED],
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/build-product.ts"],
					...waiting,
					...patience,
				},
			},
			{
				...sources,
				test: {
					name: "install",
					include: ["test/install/**/*.test.ts"],
					setupFiles: [SEED],
					pool: "forks",
					globalSetup: [
						"packages/testing/src/setup/build-product.ts",
						"packages/testing/src/setup/pack-packages.ts",
						"packages/testing/src/setup/fetch-kafka.ts",
					],
					...waiting,
					...patience,
				},
			},
			{
				...sources,
				test: {
					// A dozen hosts at once: runs alone, before the others.
					name: "cluster",
					include: ["test/cluster/**/*.test.ts"],
					setupFiles: [SEED],
					pool: "forks",
					globalSetup: [
						"packages/testing/src/setup/build-product.ts",
						"packages/testing/src/setup/fetch-kafka.ts",
					],
					...patience,
					maxWorkers: 1,
					sequence: { groupOrder: 2 },
				},
			},
			{
				...sources,
				test: {
					name: "browser",
					include: ["test/browser/**/*.test.ts"],
					setupFiles: [SEED],
					// For three engines that share the machine. Tests that needed a retry are listed at the end, to be fixed.
					retry: 1,
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/build-product.ts"],
					...waiting,
					...patience,
				},
			},
			{
				...sources,
				test: {
					name: "dashboard",
					include: ["test/dashboard/**/*.test.ts"],
					setupFiles: [SEED],
					pool: "forks",
					globalSetup: [
						"packages/testing/src/setup/build-product.ts",
						"packages/testing/src/setup/start-dashboard-product.ts",
					],
					...waiting,
					...patience,
				},
			},
		],
	},
});
