import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Packages resolve to their sources, so a test never runs against a stale build. */
const resolve = { conditions: ["source"] };
const ssr = { resolve: { conditions: ["source", "node", "default"] } };

/** Two files share two cores well: much of what a file does is to wait for a process, a disk or a broker. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** How long a busy machine may take; no test passes sooner for having less. */
const patience = {
	testTimeout: 120_000,
	hookTimeout: 120_000,
	expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
	test: {
		reporters: [
			"default",
			"./packages/testing/src/reporters/engine-matrix.ts",
			"./packages/testing/src/reporters/promise-table.ts",
			"./packages/testing/src/reporters/closing-line.ts",
		],
		projects: [
			{
				resolve,
				ssr,
				test: {
					name: "unit",
					include: ["packages/*/src/**/*.test.ts"],
					// The embedded store must not be loaded in a worker thread: its exit takes the process along.
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/fetch-s3.ts"],
					maxWorkers,
					...patience,
				},
			},
			{
				resolve,
				ssr,
				test: {
					name: "product",
					include: ["test/{journey,faults}/**/*.test.ts"],
					exclude: ["test/faults/{kafka,queue,store,loader}*.test.ts"],
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/build-product.ts"],
					// Each of these starts a product or a browser; two cores hold one at a time.
					fileParallelism: false,
					...patience,
				},
			},
			{
				resolve,
				ssr,
				test: {
					name: "parts",
					// Queue and store by themselves: nothing here needs the built product.
					include: ["test/faults/{kafka,queue,store,loader}*.test.ts"],
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/fetch-kafka.ts"],
					maxWorkers,
					...patience,
				},
			},
			{
				resolve,
				ssr,
				test: {
					name: "browser",
					include: ["test/browser/**/*.test.ts"],
					// Three engines share the machine with all else. Who needs this is named at the end of the run, to be mended.
					retry: 1,
					pool: "forks",
					globalSetup: ["packages/testing/src/setup/build-product.ts"],
					maxWorkers,
					...patience,
				},
			},
		],
	},
});
