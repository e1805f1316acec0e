import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

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

/** The modules of the most opened page, in addition to those of every page. */
const AHEAD = ["src/features/overview/overview.tsx", "src/i18n/en/reports.ts"];
/** The entry that renders any page. */
const START = "src/start.tsx";

interface BuiltChunk {
	fileName: string;
	imports: readonly string[];
	viteMetadata?: { importedCss: ReadonlySet<string> };
}

/** Fetches the overview's code together with the frame's, not after it, when the overview is requested. */
const overviewAhead: Plugin = {
	name: "overview-ahead",
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
					if (sources.some((source) => chunk.facadeModuleId?.endsWith(source))) add(chunk);
				return files;
			};
			const start = filesOf([START]);
			return [...new Set([...start, ...filesOf(AHEAD)])]
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
						...(!start.has(name) && { "data-for": "overview" }),
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

const LIBRARIES = /[/\\]node_modules[/\\](preact|openapi-fetch)[/\\]/;
const ROUTER_AND_TEXTS =
	/[/\\]dashboard[/\\]src[/\\](router[/\\]|style[/\\]|i18n[/\\](en|language|areas)\.|format[/\\](number-format|time)\.)/;
const UI =
	/[/\\]src[/\\]ui[/\\](banner|brand|button|card-state|choice|class-names|copy-text|icon|panel|popover|toast)\./;
const API = /[/\\]src[/\\]api[/\\](?!mailed-links)/;
const LAYOUT =
	/[/\\]src[/\\]layout[/\\](?!notice[/\\]|menu-content[/\\]|write[/\\]|keyboard[/\\]keyboard|(filter-editor|filter-sheet|save-segment|shortcuts-help)\.)/;

/** The modules that send the first requests; they are part of the entry file, and run before all others are loaded. */
const FIRST =
	/vite[/\\]preload-helper|rolldown[/\\]runtime|[/\\]src[/\\](main|first-requests|router[/\\](?!use-address)\w|api[/\\](send|failure)\.|layout[/\\](shared-parameters|site-zone|preference[/\\](preferences|week-start))\.|features[/\\]overview[/\\](queries|cards|chart-range)\.|charts[/\\]bar-rows|format[/\\](week-start|wall-time)\.|i18n[/\\]languages\.)/;
const isFirst = (id: string): boolean => FIRST.test(id);

/** Whether a module is part of the first load of every page. */
const isBase = (id: string): boolean =>
	[LIBRARIES, ROUTER_AND_TEXTS, UI, API, LAYOUT].some((one) => one.test(id));

/** The modules that the overview shares with most other pages. */
const CHARTS =
	/[/\\]src[/\\](charts[/\\](bar-list|change-mark|chart-state|chart-table|figure-strip|hidden|line-|palette|place-|plot|toggle-button|use-)|features[/\\]shared[/\\]export[/\\](csv-link|use-exports)\.|format[/\\](axis-labels|change|duration|number|projection|reading|scale|series)\.)/;

/** Asset URLs are relative to `<base>`, which the server sets, so that the product may be served below a path. */
export default defineConfig({
	root: fileURLToPath(new URL(".", import.meta.url)),
	base: "./",
	resolve: { conditions: ["source", "browser", "module", "import", "default"] },
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	css: {
		modules: {
			// Names without hashes compress better; the folder distinguishes files with the same name.
			generateScopedName: (name: string, file: string) => {
				const [, folder = "", sheet = ""] = /([^/\\]+)[/\\]([^/\\]+)\.module\.css/.exec(file) ?? [];
				return `${folder}-${sheet}-${name}`;
			},
		},
	},
	plugins: [compressed, overviewAhead],
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
			// One file for what every page needs, and one for what the overview shares with most others: a dozen small ones
			// compress worse and cost a request each.
			output: {
				codeSplitting: {
					groups: [
						{ name: "first", test: isFirst, priority: 2 },
						{ name: "base", test: isBase, priority: 1 },
						{ name: "menus", test: /[/\\]layout[/\\]menu-content[/\\]/ },
						{ name: "charts", test: (id: string) => CHARTS.test(id) },
					],
				},
			},
		},
	},
});
