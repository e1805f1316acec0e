import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Separate from the tests: people inspect the pictures. */
export default defineConfig({
	root: fileURLToPath(new URL("../../../", import.meta.url)),
	resolve: { conditions: ["source"] },
	ssr: { resolve: { conditions: ["source", "node", "default"] } },
	test: {
		include: ["test/dashboard/screenshots/*.pictures.ts"],
		globalSetup: [
			"packages/testing/src/setup/build-product.ts",
			"packages/testing/src/setup/start-dashboard-product.ts",
		],
		testTimeout: 300_000,
		hookTimeout: 300_000,
	},
});
