import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** Assets are addressed relative to `<base>`, which the server sets, so that the product may live below a path. */
export default defineConfig({
	root: fileURLToPath(new URL(".", import.meta.url)),
	base: "./",
	resolve: { conditions: ["source", "browser", "module", "import", "default"] },
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	build: {
		target: "es2022",
		outDir: "dist",
		assetsDir: "assets",
		modulePreload: { polyfill: false },
	},
});
