import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { CHUNKS } from "./src/chunks.ts";
import { SITE_PAGES } from "./src/router/destination.ts";

/** The running product that `npm run dev` proxies to. */
const PRODUCT = process.env["FOOTFALL_URL"] ?? "http://localhost:3000";
/** Below this size, headers outweigh the saving. */
const MIN_BYTES = 1024;

const dist = fileURLToPath(new URL("./dist", import.meta.url));

/** Writes `.br` and `.gz` beside each asset, so that the best compression does not delay any request. */
const compressed: Plugin = {
	name: "compressed",
	apply: "build",
	writeBundle() {
		const assets = join(dist, "assets");
		for (const name of readdirSync(assets)) {
			const file = join(assets, name);
			const bytes = readFileSync(file);
			if (bytes.length < MIN_BYTES || !/\.(js|css|svg|json)$/.test(name)) continue;
			const params = {
				[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
				[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
			};
			writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
			writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
		}
	},
};

/** The entry that renders any page. */
const START = "src/start.tsx";
/** The list of the modules of the other pages. */
const OTHER_PAGES = "src/features/other-pages.ts";
const LISTED = /^\t(\w+): page\(\s*\(\) => import\("\.\/([^"]+)"\)([^()]*)\)/gm;
/** The texts of an area in the language of most visitors; others fetch theirs with the page's code. */
const textsOf = (area: string) => `src/i18n/en/${area}.ts`;

/** The modules of each page of a site, in addition to those of every page. */
const modulesByPage = (): ReadonlyMap<string, readonly string[]> => {
	const listed = readFileSync(new URL(OTHER_PAGES, import.meta.url), "utf8").matchAll(LISTED);
	const isOfSite = (page: string) => SITE_PAGES.some((one) => one === page);
	return new Map([
		["overview", ["src/features/overview/overview.tsx", textsOf("reports")]],
		...[...listed].flatMap(([, page = "", module = "", areas = ""]) => {
			const texts = [...areas.matchAll(/"(\w+)"/g)].map(([, area = ""]) => textsOf(area));
			return isOfSite(page)
				? [[page, [OTHER_PAGES, `src/features/${module}`, ...texts]] as const]
				: [];
		}),
	]);
};

interface BuiltChunk {
	fileName: string;
	imports: readonly string[];
	moduleIds: readonly string[];
	viteMetadata?: { importedCss: ReadonlySet<string> };
}

/** Fetches a page's code together with the frame's, not after it, when the page is requested. */
const pageAhead: Plugin = {
	name: "page-ahead",
	apply: "build",
	transformIndexHtml: {
		order: "post",
		handler: (html, { bundle = {} }) => {
			const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
			const filesOf = (sources: readonly string[]) => {
				const files = new Set<string>();
				const add = ({ fileName, imports, viteMetadata }: BuiltChunk) => {
					if (files.has(fileName)) return;
					files.add(fileName);
					for (const style of viteMetadata?.importedCss ?? []) files.add(style);
					for (const chunk of chunks) if (imports.includes(chunk.fileName)) add(chunk);
				};
				for (const chunk of chunks)
					if (sources.some((source) => chunk.moduleIds.some((id) => id.endsWith(source))))
						add(chunk);
				return files;
			};
			const start = filesOf([START]);
			const pagesOf = new Map<string, string[]>();
			for (const [page, modules] of modulesByPage())
				for (const file of filesOf(modules))
					if (!start.has(file)) pagesOf.set(file, [...(pagesOf.get(file) ?? []), page]);
			return [...start, ...pagesOf.keys()]
				.filter((name) => !html.includes(name))
				.map((name) => ({
					tag: "link",
					attrs: {
						...(!name.endsWith(".css")
							? { rel: "modulepreload" }
							: start.has(name)
								? { rel: "stylesheet" }
								: { rel: "preload", as: "style" }),
						crossorigin: true,
						href: `./${name}`,
						// The server leaves them out for other pages.
						...(!start.has(name) && { "data-for": pagesOf.get(name)?.join(" ") }),
					},
					injectTo: "head",
				}));
		},
	},
};

/** Paths that the product serves itself. */
const toProduct = {
	target: PRODUCT,
	changeOrigin: true,
	configure: (proxy: { on(event: "proxyReq", listener: (request: ProxyRequest) => void): void }) =>
		proxy.on("proxyReq", (request) => {
			// The API refuses cookies from other origins, and behind this proxy the page has another origin.
			if (request.getHeader("origin") !== undefined)
				request.setHeader("origin", new URL(PRODUCT).origin);
		}),
};
interface ProxyRequest {
	getHeader(name: string): unknown;
	setHeader(name: string, value: string): void;
}

const root = fileURLToPath(new URL(".", import.meta.url));
const moduleIn = (names: readonly string[]) => {
	const ids = new Set(names.map((name) => join(root, "src", name)));
	return (id: string) => ids.has(normalize(id));
};
const groups = Object.entries(CHUNKS)
	.toReversed()
	.map(([name, names], priority) => ({ name, test: moduleIn(names), priority }));

const sheetOf = new Map<string, string>();

/** Names of classes without hashes and folders compress better; two sheets must not give the same one. */
const scopedName = (name: string, sheet: string): string => {
	const scoped = `${basename(sheet).split(".", 1)[0]}-${name}`;
	const other = sheetOf.get(scoped) ?? sheet;
	if (other !== sheet) throw new Error(`${scoped} is in ${other} and in ${sheet}: rename a file`);
	sheetOf.set(scoped, sheet);
	return scoped;
};

/** Asset URLs are relative to `<base>`, which the server sets, so that the product may be served below a path. */
export default defineConfig({
	root,
	base: "./",
	resolve: { conditions: ["source", "browser", "module", "import", "default"] },
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	css: { modules: { generateScopedName: scopedName } },
	plugins: [compressed, pageAhead],
	server: {
		proxy: {
			"/api": toProduct,
			"/demo": toProduct,
		},
	},
	build: {
		target: "es2022",
		outDir: "dist",
		assetsDir: "assets",
		// The content security policy allows no `data:` URLs.
		assetsInlineLimit: 0,
		// scripts/dashboard-size.mjs reads what each page loads.
		manifest: true,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: { codeSplitting: { groups } },
		},
	},
});
