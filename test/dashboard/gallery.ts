import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig, preview } from "vite";

const root = fileURLToPath(new URL("../../packages/dashboard", import.meta.url));
/** The language and the links of the product's build, without its processing of files. */
const config: InlineConfig = {
	root,
	configFile: false,
	logLevel: "warn",
	base: "./",
	resolve: { conditions: ["source", "browser", "module", "import", "default"] },
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
};

/** The page with every chart in every state, built and served. */
export interface Gallery {
	url: string;
	/** The folder of its files. */
	folder: string;
	close(): Promise<void>;
}

/** Builds a page of the gallery, and the files that the dashboard serves beside its pages. */
export const buildGallery = async (folder: string, page: string): Promise<void> => {
	await build({
		...config,
		build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(root, page) } },
	});
};

export const openGallery = async (): Promise<Gallery> => {
	const folder = await mkdtemp(join(tmpdir(), "footfall-gallery-"));
	const output = { outDir: folder, emptyOutDir: true };
	await buildGallery(folder, "gallery/index.html");
	const server = await preview({
		...config,
		build: output,
		preview: {
			host: "127.0.0.1",
			port: 0,
			// As strict as the product: no inline styles or scripts.
			headers: { "Content-Security-Policy": "default-src 'self'" },
		},
	});
	const address = server.httpServer.address();
	if (address === null || typeof address === "string") throw new Error("The preview has no port");
	return {
		url: `http://127.0.0.1:${address.port}/gallery/index.html`,
		folder,
		close: async () => {
			await server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
};
