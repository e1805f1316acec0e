import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/beacon";
import { changeSettings } from "@footfall/testing/product/change-settings";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import type { Browser } from "playwright-core";
import { rollup } from "rollup";
import { minify } from "terser";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";

const CART = `// What is in the basket.
export const totalOf = (cart) => {
	const { items } = cart;
	if (items === undefined) throw new TypeError("The cart has no items");
	return items.reduce((sum, { price }) => sum + price, 0);
};
`;
const MAIN = `import { totalOf } from "./cart.js";

const buy = () => document.title = String(totalOf({}));
document.querySelector("#buy").addEventListener("click", buy);
`;
/** Moves every line and every column of the minified file. */
const MORE = `import "./main.js";
const greetings = ["Hello", "Bonjour", "Guten Tag"].map((text) => text + "!");
document.querySelector("#greeting").textContent = greetings.join(" ");
`;

interface Occurrence {
	stack: string;
	pathname: string;
}

interface Resolved {
	frames: {
		functionName: string;
		original?: {
			source: string;
			line: number;
			context: { before: string[]; line: string; after: string[] };
		};
	}[];
	missing: { file: string; reason: string }[];
}

const directory = createTemporaryDirectory();
const at = (name: string) => join(directory.path, name);
let product: Product;
let browser: Browser;
let pages: Server;
let origin: string;

const withVite = (outDir: string) =>
	build({
		root: at("shop"),
		configFile: false,
		logLevel: "error",
		build: {
			outDir,
			sourcemap: "hidden",
			rollupOptions: { input: at("shop/main.js") },
		},
	});

const withRollupAndTerser = async (outDir: string) => {
	const bundle = await rollup({ input: at("shop/more.js") });
	await bundle.write({
		dir: outDir,
		format: "es",
		sourcemap: true,
		entryFileNames: "js/shop.js",
		plugins: [
			{
				name: "terser",
				renderChunk: async (code) => {
					const { code: minified = "", map } = await minify(code, {
						module: true,
						sourceMap: true,
					});
					return { code: minified, map: String(map) };
				},
			},
		],
	});
};

const scriptOf = (release: string) =>
	readdirSync(at(release), { recursive: true })
		.map(String)
		.find((name) => name.endsWith(".js")) ?? "";

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".map": "text/plain" };

const servePages = () =>
	createServer((request, response) => {
		const path = new URL(request.url ?? "/", origin).pathname;
		const [, release = ""] = path.split("/");
		const file = at(path.slice(1));
		const type = TYPES[extname(path)];
		if (type !== undefined && existsSync(file)) {
			response.setHeader("content-type", type);
			response.end(readFileSync(file));
			return;
		}
		if (!["1.0", "2.0"].includes(release)) {
			response.writeHead(404).end();
			return;
		}
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.end(`<!doctype html>
<title>Shop</title>
<script src="${product.url}/api/script.js" data-site-id="${product.siteId}" data-release="${release}" defer></script>
<p id="greeting"></p><button id="buy">Buy</button>
<script type="module" src="/${release}/${scriptOf(release)}"></script>`);
	});

const footfall = (...parameters: string[]) =>
	runCommand(["sourcemaps", ...parameters], {
		FOOTFALL_URL: product.url,
		FOOTFALL_API_KEY: product.apiKey,
		DATA_DIR: at("nothing"),
	});

const ask = async (path: string, method = "GET", body?: object) => {
	const response = await fetch(`${product.url}/api/sites/${product.siteId}${path}`, {
		method,
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
};

const rowsIn = ({ body }: { body: { data?: unknown } }): never[] =>
	Array.isArray(body.data) ? (body.data as never[]) : [];

const occurrences = async (): Promise<Occurrence[]> => {
	const errors: { errorId: string }[] = rowsIn(await ask("/errors/names?seen=true&limit=20"));
	const lists = errors.map(({ errorId }) => ask(`/errors/events?errorId=${errorId}&limit=20`));
	return (await Promise.all(lists)).flatMap(rowsIn);
};

/** The error that happened on the pages of a release. */
const occurrenceOf = async (release: string): Promise<Occurrence> => {
	const isOfRelease = ({ pathname }: Occurrence) => pathname.startsWith(`/${release}`);
	const all = await eventually(occurrences, (rows) => rows.some(isOfRelease));
	const found = all.find(isOfRelease);
	if (!found) throw new Error(`No error of ${release} is listed`);
	return found;
};

const resolve = async (stack: string, release: string): Promise<Resolved> =>
	(await ask("/errors/resolve-stack", "POST", { stack, release })).body.data;

const failIn = async (release: string) => {
	const context = await browser.newContext({ userAgent: browserHeaders["user-agent"] });
	await context.addInitScript(() =>
		Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }),
	);
	const page = await context.newPage();
	await page.goto(`${origin}/${release}/`);
	await page.waitForFunction(() => "footfall" in window);
	await page.click("#buy");
	await page.goto("about:blank");
	await context.close();
};

describeInChromium("an error in a minified bundle", () => {
	beforeAll(async () => {
		mkdirSync(at("shop"));
		writeFileSync(at("shop/cart.js"), CART);
		writeFileSync(at("shop/main.js"), MAIN);
		writeFileSync(at("shop/more.js"), MORE);
		await withVite(at("1.0"));
		await withRollupAndTerser(at("2.0"));
		pages = servePages();
		pages.listen(0, "127.0.0.1");
		await once(pages, "listening");
		origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
		product = await startProduct(at("data"));
		await changeSettings(product, { trackErrors: true });
		browser = await launchChromium([`--user-agent=${browserHeaders["user-agent"]}`]);
	});
	afterAll(async () => {
		await browser?.close();
		await product?.stop();
		pages?.closeAllConnections();
		pages?.close();
		directory.remove();
	});

	it("is told from a missing map until the build's maps are uploaded", async () => {
		await failIn("1.0");
		const { stack } = await occurrenceOf("1.0");
		expect(stack).not.toContain("cart.js");
		const { missing } = await resolve(stack, "1.0");
		expect(missing).toEqual([
			{ file: `${origin}/1.0/${scriptOf("1.0")}`, reason: "no_map", detail: null },
		]);
	});

	it.each(["1.0", "2.0"])(
		"of release %s is shown with the lines of its sources",
		async (release) => {
			const dry = footfall(
				"upload",
				at(release),
				"--release",
				release,
				"--site",
				product.siteId,
				"--dry-run",
			);
			expect((await dry.ended).code).toBe(0);
			expect(dry.output()).toContain("Nothing was sent. 1 source map found");
			const upload = footfall(
				"upload",
				at(release),
				"--release",
				release,
				"--site",
				product.siteId,
			);
			expect([(await upload.ended).code, upload.output()]).toEqual([
				0,
				expect.stringContaining(`Uploaded 1 source map for release ${release}.`),
			]);
			if (release === "2.0") await failIn(release);
			const { stack } = await occurrenceOf(release);
			const { frames, missing } = await resolve(stack, release);
			expect(missing).toEqual([]);
			expect(frames[0]?.original).toMatchObject({
				source: expect.stringMatching(/cart\.js$/),
				line: 4,
				context: {
					before: CART.split("\n").slice(0, 3),
					line: '\tif (items === undefined) throw new TypeError("The cart has no items");',
					after: [expect.stringContaining("items.reduce"), "};", ""],
				},
			});
			expect(frames.some(({ original }) => original?.source.endsWith("main.js"))).toBe(true);
		},
	);

	it("needs its maps once: they are skipped later, and need not be deployed", async () => {
		const again = footfall(
			"upload",
			at("2.0"),
			"--release",
			"2.0",
			"--site",
			product.siteId,
			"--delete-after",
		);
		expect([(await again.ended).code, again.output()]).toEqual([
			0,
			expect.stringMatching(
				/Uploaded 0 source maps for release 2\.0; 1 was there already\.\nDeleted 1 source map here/,
			),
		]);
		expect(readdirSync(at("2.0"), { recursive: true }).map(String)).not.toContain("js/shop.js.map");
		const { stack } = await occurrenceOf("2.0");
		expect((await resolve(stack, "2.0")).frames[0]?.original?.line).toBe(4);
	});

	it("cannot be resolved with a wrong key, or without a directory: said with what to change", async () => {
		const wrong = runCommand(
			["sourcemaps", "upload", at("1.0"), "--release", "1.0", "--site", product.siteId],
			{ FOOTFALL_URL: product.url, FOOTFALL_API_KEY: "wrong", DATA_DIR: at("nothing") },
		);
		expect((await wrong.ended).code).not.toBe(0);
		expect(wrong.output()).toContain(`${product.url}: Unauthorized`);
		const empty = footfall("upload", at("2.0"), "--release", "2.0", "--site", product.siteId);
		expect((await empty.ended).code).not.toBe(0);
		expect(empty.output()).toContain("has no JavaScript file with a source map");
	});
});
