import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Bundles a TypeScript file, with the sources of our own packages, into one that plain `node` runs: for tests
 * that need a process of their own to kill. Resolves to its path.
 */
export const bundleScript = async (script: URL): Promise<string> => {
	const path = fileURLToPath(script);
	// Inside the checkout, so that the bundle finds node_modules.
	const outDir = fileURLToPath(new URL(`../../../.cache/scripts/${process.pid}/`, import.meta.url));
	const name = `${path.replace(/\W+/g, "-")}.mjs`;
	await build({
		configFile: false,
		logLevel: "error",
		ssr: { noExternal: [/^@footfall\//], resolve: { conditions: ["source"] } },
		build: {
			ssr: path,
			outDir,
			emptyOutDir: false,
			target: "node20",
			rollupOptions: { output: { entryFileNames: name } },
		},
	});
	return join(outDir, name);
};
