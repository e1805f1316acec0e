import { join, relative } from "node:path";
import { build } from "vite";
import { ROOT } from "./packaged-files.mjs";

/** Packages that cannot be bundled: engines with a native library or a file system of their own. */
export const NOT_BUNDLED = ["chdb", "@electric-sql/pglite"];

/** The command, and the threads that it starts by the names of their files, which are beside its own. */
const ENTRIES = {
	main: join(ROOT, "packages/server/dist/main.js"),
	"map-worker": join(ROOT, "packages/api/dist/source-maps/map-worker.js"),
};

/** PDFKit loads its fonts through Node, although they are ordinary modules. */
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

/**
 * The plugin of passkeys loads what reads certificates, a hundred modules, at its own import. In the bundle they are
 * loaded when somebody first uses a passkey, so no start waits for them. It awaits everything that it calls of them.
 */
const lazyPasskeyChecks = {
	name: "lazy-passkey-checks",
	transform(code, id) {
		if (!id.endsWith("/@better-auth/passkey/dist/index.mjs")) return null;
		const lazy = code.replace(
			/^import \{ ([\w, ]+) \} from "(@simplewebauthn\/server)";$/m,
			(_whole, names, from) =>
				names
					.split(", ")
					.map(
						(name) =>
							`const ${name} = async (options) => (await import("${from}")).${name}(options);`,
					)
					.join("\n"),
		);
		if (lazy === code) this.error("The plugin of passkeys loads its checks in another way");
		return { code: lazy, map: null };
	},
};

const MODULE = /^node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//;

/**
 * Bundles the output of `npm run build` and the packages that it imports, so that an installation contains the same
 * versions that were tested; each command has a chunk of its own.
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
		plugins: [pointToFiles, bundledFonts, lazyPasskeyChecks],
		ssr: { noExternal: true, external: NOT_BUNDLED, target: "node" },
		build: {
			ssr: true,
			outDir: directory,
			target: "node20.19",
			minify: false,
			rollupOptions: {
				input: ENTRIES,
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
