import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const MINUTE_MS = 60_000;

/** Separate from the other tests, because it needs programs that are not part of the repository. */
export default defineConfig({
	root: fileURLToPath(new URL("../../", import.meta.url)),
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source", "node", "default"] } },
	test: {
		reporters: [
			"default",
			"./packages/testing/src/reporters/promise-table.ts",
			"./packages/testing/src/reporters/closing-line.ts",
		],
		include: ["test/replicas/**/*.test.ts"],
		globalSetup: [
			"packages/testing/src/setup/build-product.ts",
			"packages/testing/src/setup/fetch-kafka.ts",
		],
		pool: "forks",
		fileParallelism: false,
		testTimeout: 20 * MINUTE_MS,
		hookTimeout: 10 * MINUTE_MS,
	},
});
