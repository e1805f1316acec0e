import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import typescript from "@rollup/plugin-typescript";
import { minify } from "terser";
import ts from "typescript";
import { brotliBytes } from "./scripts/brotli-bytes.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Neither checks types nor writes declarations, which `tsc -b` does; resolves our other packages to their sources. */
const compiler = typescript({
	tsconfig: at("packages/tracker/tsconfig.bundle.json"),
	tsBuildInfoFile: undefined,
	filterRoot: at("packages"),
});

let isCompiled = false;

/** Compiles all sources with the first file, and serves the others from that result. */
const compiled = {
	...compiler,
	buildStart(options) {
		if (!isCompiled) compiler.buildStart.call(this, options);
		isCompiled = true;
	},
};

const terserWith = (options = {}) => ({
	name: "terser",
	renderChunk: async (code) => {
		// One keyword instead of two compresses better; the compiler has already rejected invalid assignments.
		const { code: minified } = await minify(code.replaceAll(/\bconst /g, "let "), {
			ecma: 2020,
			module: true,
			...options,
			compress: {
				passes: 4,
				unsafe: true,
				unsafe_arrows: true,
				pure_getters: true,
				keep_fargs: false,
				// Small functions that are called in several places compress better than their inlined copies.
				inline: 1,
				// The arrow function around everything needs no operator in front.
				negate_iife: false,
				...options.compress,
			},
			format: { comments: false, ...options.format },
		});
		return { code: minified, map: null };
	},
});
const terser = terserWith();

/** Simplifies a module that bundlers minify, since most of them do it in a single pass; names and lines are kept. */
const readable = {
	mangle: false,
	compress: { join_vars: false, sequences: false },
	format: { beautify: true, indent_level: 2 },
};

/** The gateway replaces one name by a site's settings, so the name must occur once and where a value is allowed. */
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

/**
 * Modules named `*.rare.ts` are bundled in `rare.js`, which a tag fetches when it first calls one of their functions;
 * in the module for bundlers they are like any other.
 */
const rareParts = {
	name: "rare-parts",
	load: (id) => {
		if (!id.endsWith(".rare.ts")) return null;
		const names = [...readFileSync(id, "utf8").matchAll(/^export const (\w+)/gm)];
		return [
			`import { rarely } from ${JSON.stringify(file("src/core/rarely.ts"))};`,
			...names.map(
				([, name]) => `export const ${name} = (...values) => rarely("${name}", ...values);`,
			),
		].join("\n");
	},
	// Direct calls compress better than wrapper functions.
	renderChunk: (code) => {
		const stubs = code.matchAll(
			/const (\w+) = \(\.\.\.values\) => rarely\("(\w+)", \.\.\.values\);/g,
		);
		let calls = code;
		for (const [stub, local, name] of stubs)
			calls = calls
				.replace(stub, "")
				.replaceAll(new RegExp(`\\b${local}\\(`, "g"), `rarely("${name}", `);
		return { code: calls, map: null };
	},
};

/** Prints the bytes that a visitor downloads. */
const size = {
	name: "size",
	writeBundle: (_options, bundle) => {
		for (const { fileName, code } of Object.values(bundle))
			console.log(
				`${fileName}: ${brotliBytes(code)} bytes (brotli 11), ${Buffer.byteLength(code)} minified`,
			);
	},
};

/** The two dependencies that run in browsers, at the syntax level of our own code. */
const bundledDependencies = {
	name: "bundled-dependencies",
	transform: (code, id) =>
		id.includes("/node_modules/web-vitals/")
			? {
					code: ts.transpileModule(code, {
						compilerOptions: { target: "ES2020", module: "ESNext", useDefineForClassFields: false },
					}).outputText,
					map: null,
				}
			: null,
	resolveId: (id) =>
		["web-vitals", "@rrweb/record"].includes(id) ? fileURLToPath(import.meta.resolve(id)) : null,
};

const file = (name) => at(`packages/tracker/${name}`);
/** Names a source after its output. */
const besides = (id) => id.replace(/^.*\/(\w+)\.ts$/, "./$1.js");
/** Modules that are imported beside the module, and share its state. */
const besideModule = (name, format) => ({
	input: file(`src/${name}.ts`),
	output: {
		file: file(`dist/${name}.js`),
		format: "es",
		paths: besides,
	},
	external: ["react", ...["index", "auto"].map((one) => file(`src/${one}.ts`))],
	plugins: [compiled, terserWith({ ...readable, format: { ...readable.format, ...format } }), size],
});
const script = (name, minifier, ...checks) => ({
	input: file(`src/${name}.ts`),
	output: { file: file(`dist/${name}.js`), format: "iife" },
	plugins: [rareParts, compiled, minifier, ...checks, size],
});
/**
 * Chromium compiles all functions of such a file together, off the page's thread, instead of each at its first call: a
 * third less evaluation time for 28 bytes.
 */
const compiledWhole = terserWith({
	compress: { hoist_funs: true },
	format: { preamble: "//# allFunctionsCalledOnLoad" },
});

export default [
	script("script", compiledWhole, settingsPlaceholder),
	script("script-core", compiledWhole, settingsPlaceholder),
	script("script-health", compiledWhole, settingsPlaceholder),
	script("script-rybbit", compiledWhole),
	...COMPATIBLE_PRODUCTS.map((name) =>
		script(`script-${name}`, compiledWhole, settingsPlaceholder),
	),
	{
		input: file("src/rare.ts"),
		output: { file: file("dist/rare.js"), format: "es" },
		plugins: [compiled, terser, size],
	},
	{
		input: file("src/vitals.ts"),
		output: { file: file("dist/vitals.js"), format: "es" },
		plugins: [compiled, bundledDependencies, terser, size],
	},
	{
		input: file("src/replay.ts"),
		output: { file: file("dist/replay.js"), format: "es" },
		plugins: [
			compiled,
			bundledDependencies,
			terserWith({
				format: {
					preamble:
						"/* Contains rrweb, (c) its contributors, MIT licence: github.com/rrweb-io/rrweb */",
				},
			}),
			size,
		],
	},
	{
		input: ["index", "auto"].map((name) => file(`src/${name}.ts`)),
		output: { dir: file("dist"), format: "es", chunkFileNames: "module.js", paths: besides },
		external: ["vitals", "replay"].map((name) => file(`src/${name}.ts`)),
		plugins: [compiled, terserWith(readable), size],
	},
	// Server components may import it, but it runs in browsers.
	besideModule("react", { preamble: '"use client";' }),
	besideModule("vue"),
	besideModule("astro"),
	besideModule("nuxt"),
	besideModule("node"),
];
