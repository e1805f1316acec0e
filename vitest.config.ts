import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
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

export default defineConfig({
	test: {
		sequence: { sequencer: MixedOrder },
		reporters: [
			"default",
			"./packages/testing/src/reporters/engine-matrix.ts",
			"./packages/testing/src/reporters/promise-table.ts",
			"./packages/testing/src/reporters/time-table.ts",
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
