import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { minify } from "terser";
import ts from "typescript";
import { brotliBytes } from "./scripts/brotli-bytes.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Our packages resolve to their sources, so the tracker builds without anything else being built first. */
const ownSources = {
	name: "own-sources",
	resolveId: (id) =>
		id.startsWith("@footfall/shared/")
			? at(`packages/shared/src/${id.slice("@footfall/shared/".length)}.ts`)
			: null,
};

/** `tsc -b` checks the types and writes the declarations; here they only have to go. */
const typescript = {
	name: "typescript",
	transform: (code, id) =>
		id.endsWith(".ts")
			? {
					code: ts.transpileModule(code, {
						fileName: id,
						compilerOptions: {
							target: ts.ScriptTarget.ES2020,
							module: ts.ModuleKind.ESNext,
							verbatimModuleSyntax: true,
						},
					}).outputText,
					map: null,
				}
			: null,
};

const terser = {
	name: "terser",
	renderChunk: async (code) => {
		const { code: minified } = await minify(code, {
			ecma: 2020,
			module: true,
			compress: {
				passes: 4,
				unsafe: true,
				unsafe_arrows: true,
				unsafe_methods: true,
				pure_getters: true,
				keep_fargs: false,
			},
			format: { comments: false },
		});
		return { code: minified, map: null };
	},
};

/** The gateway puts a site's settings in the place of one name, so it must be there once and where a value may stand. */
const settingsPlaceholder = {
	name: "settings-placeholder",
	generateBundle: (_options, bundle) => {
		for (const { fileName, code } of Object.values(bundle)) {
			const parts = code.split("FOOTFALL_SETTINGS");
			if (parts.length !== 2)
				throw new Error(
					`${fileName} names FOOTFALL_SETTINGS ${parts.length - 1} times instead of once`,
				);
			for (const settings of ["null", '{"siteId":"1","trackOutbound":true}'])
				new Script(parts.join(settings));
		}
	},
};

/** Prints what a visitor downloads. */
const size = {
	name: "size",
	writeBundle: (_options, bundle) => {
		for (const { fileName, code } of Object.values(bundle))
			console.log(
				`${fileName}: ${brotliBytes(code)} bytes (brotli 11), ${Buffer.byteLength(code)} minified`,
			);
	},
};

/** The one dependency that a browser gets. */
const webVitals = {
	name: "web-vitals",
	resolveId: (id) => (id === "web-vitals" ? fileURLToPath(import.meta.resolve(id)) : null),
};

const file = (name) => at(`packages/tracker/${name}`);
const script = (name) => ({
	input: file(`src/${name}.ts`),
	output: { file: file(`dist/${name}.js`), format: "iife" },
	plugins: [ownSources, typescript, terser, settingsPlaceholder, size],
});

export default [
	script("script"),
	script("script-core"),
	{
		input: file("src/vitals.ts"),
		output: { file: file("dist/vitals.js"), format: "es" },
		plugins: [ownSources, typescript, webVitals, terser, size],
	},
	{
		input: file("src/index.ts"),
		output: { file: file("dist/index.js"), format: "es" },
		plugins: [ownSources, typescript, size],
	},
];
