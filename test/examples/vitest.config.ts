import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const MINUTE_MS = 60_000;

/** Separate from the other tests, because each of these installs and builds a framework. */
export default defineConfig({
	root: fileURLToPath(new URL("../../", import.meta.url)),
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source", "node", "default"] } },
	test: {
		reporters: ["default", "./packages/testing/src/reporters/closing-line.ts"],
		include: ["test/examples/**/*.test.ts"],
		globalSetup: ["packages/testing/src/setup/build-product.ts"],
		fileParallelism: false,
		testTimeout: 2 * MINUTE_MS,
		hookTimeout: 9 * MINUTE_MS,
	},
});
