import { join, relative } from "node:path";
import { build } from "vite";
import { ROOT } from "./packaged-files.mjs";

/** What cannot be part of a file of JavaScript: engines with a library or a file system of their own. */
export const NOT_BUNDLED = ["chdb", "@electric-sql/pglite", "lmdb"];

/** PDFKit asks Node for its fonts, which are modules like all others. */
const bundledFonts = {
	name: "bundled-fonts",
	transform(code, id) {
		if (!id.endsWith("/pdfkit/js/pdfkit.node.mjs")) return null;
		const fonts = new Set();
		const imported = code.replaceAll(/require\$1\('#standard-fonts\/(\w+)'\)/g, (_whole, name) => {
			fonts.add(name);
			return `standard${name}`;
		});
		if (fonts.size === 0) this.error("PDFKit loads its fonts in another way");
		const imports = [...fonts].map(
			(name) => `import standard${name} from "pdfkit/standard-fonts/${name}";`,
		);
		return { code: `${imports.join("\n")}\n${imported}`, map: null };
	},
};

const MODULE = /^node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//;

/**
 * Bundles what `npm run build` compiled and the packages that it imports, so that an installation consists of the very
 * versions that were tested; a chunk for what each command loads.
 * @param directory gets the files, and is emptied before
 * @param pointToFiles the plugin that points the code to the files that it reads
 * @returns the folders of the packages that are in the bundle
 */
export const bundleProduct = async (directory, pointToFiles) => {
	const { output } = await build({
		root: ROOT,
		configFile: false,
		publicDir: false,
		logLevel: "warn",
		plugins: [pointToFiles, bundledFonts],
		ssr: { noExternal: true, external: NOT_BUNDLED, target: "node" },
		build: {
			ssr: join(ROOT, "packages/server/dist/main.js"),
			outDir: directory,
			target: "node20.19",
			minify: false,
			rollupOptions: {
				output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
			},
		},
	});
	const ids = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
	const folders = ids.flatMap((id) => {
		const path = relative(ROOT, id);
		const [found] = MODULE.exec(path) ?? [];
		return found === undefined ? [] : [found.slice(0, -1)];
	});
	return [...new Set(folders)];
};
