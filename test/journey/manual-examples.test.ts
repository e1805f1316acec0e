import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { missingProgram, runProgram } from "@footfall/testing/deploy/programs";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { lexer, type Tokens, walkTokens } from "marked";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GUIDES = join(ROOT, "docs/guides");

/** A fenced block of a guide. */
interface Block {
	title: string;
	language: string;
	code: string;
	/** Distinguishes the block's events from those of other blocks. */
	suffix: string;
}

const blocksOf = (guide: string): Block[] => {
	const blocks: Block[] = [];
	walkTokens(lexer(readFileSync(join(GUIDES, guide), "utf8")), (token) => {
		if (token.type !== "code") return;
		const { lang: language = "", text: code } = token as Tokens.Code;
		const number = blocks.length + 1;
		const suffix = `${guide.replaceAll(/\W/g, "_")}_${number}`;
		blocks.push({ title: `${guide}, block ${number} (${language})`, language, code, suffix });
	});
	return blocks;
};

const data = createTemporaryDirectory();
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path);
	// The pages run in an automated browser, which reports that.
	await configure({ blockBots: false });
	// The guide on campaigns queries the first goal.
	await api("goals", "POST", { name: "Paid", goalType: "event", config: { eventName: "paid" } });
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

const api = async (path: string, method: string, body: object) => {
	const response = await fetch(`${product.url}/api/sites/${product.siteId}/${path}`, {
		method,
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
};
const configure = (settings: object) => api("config", "PUT", settings);

const EVENT_NAMES = [
	/"?event_name"?\s*(?::|=>)\s*"(\w+)"/g,
	/(?:footfall|client)\.event\("(\w+)"/g,
	/data-footfall-event="(\w+)"/g,
];
const eventNamesIn = (code: string): string[] => [
	...new Set(
		EVENT_NAMES.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name)),
	),
];

/** A block as its reader would run it: with the reader's own site, key and server, and event names of its own. */
const filledIn = ({ code, suffix }: Block): { code: string; eventNames: string[] } => {
	const names = eventNamesIn(code);
	const own = names.reduce(
		(text, name) => text.replaceAll(`"${name}"`, `"${name}_${suffix}"`),
		code,
	);
	return {
		code: own
			.replaceAll("/stats/x.js", `${product.url}/api/script.js?siteId=${product.siteId}`)
			.replaceAll(/http:\/\/localhost:3000|https:\/\/stats\.example\.com/g, product.url)
			.replaceAll("YOUR_SITE_ID", product.siteId)
			.replaceAll("YOUR_API_KEY", product.apiKey)
			.replaceAll("order-1001", `order-${suffix}`.slice(-64)),
		eventNames: names.map((name) => `${name}_${suffix}`),
	};
};

interface StoredEvent {
	type: string;
	event_name: string;
	pathname: string;
	querystring: string;
}

const stored = (isMeant: (event: StoredEvent) => boolean) =>
	eventually(
		() => product.get<{ data: StoredEvent[] }>(`/api/sites/${product.siteId}/events?page_size=500`),
		({ data: events }) => events.some(isMeant),
	);
const storedByName = async (names: readonly string[]) => {
	for (const name of names) await stored(({ event_name }) => event_name === name);
};

const run = async (
	program: string,
	parameters: string[],
	code: string,
	{
		environment,
		cwd = ROOT,
	}: { environment?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<string> => {
	const {
		code: exitCode,
		stdout,
		stderr,
	} = await runProgram(program, parameters, {
		environment: { DATA_DIR: data.path, ...environment },
		...{ cwd, input: code },
	});
	expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
	return stdout;
};

const inDirectory = async (use: (directory: string) => Promise<void>, parent = tmpdir()) => {
	const directory = mkdtempSync(join(parent, "footfall-block-"));
	try {
		await use(directory);
	} finally {
		rmSync(directory, { recursive: true });
	}
};

/** Writes what a bundler leaves behind, with the names of the guides. */
const writeBuild = (directory: string) => {
	const assets = join(directory, "dist/assets");
	mkdirSync(assets, { recursive: true });
	writeFileSync(join(assets, "index-DiwrgTda.js"), "addToCart()");
	const map = { version: 3, sources: ["cart.ts"], names: [], mappings: "AAAA" };
	writeFileSync(
		join(assets, "index-DiwrgTda.js.map"),
		JSON.stringify({ ...map, sourcesContent: ["addToCart()"] }),
	);
};

/** Not run again: this test has already started the product. */
const START = "npm install && npm start";

const runShell = async (block: Block) => {
	const { code, eventNames } = filledIn(block);
	if (block.code === START) return void (await run("bash", ["-n"], code));
	// Fails on any unsuccessful response, as a reader would notice it.
	const script = code.replaceAll(/\bcurl /g, "curl -sS --fail-with-body ");
	// Below this checkout, where npx finds the product.
	if (/\bdist\b/.test(code))
		return inDirectory(
			async (cwd) => {
				writeBuild(cwd);
				await run("bash", ["-e"], script, { cwd });
			},
			join(ROOT, ".cache"),
		);
	const said = await run("bash", ["-e"], script);
	if (code.includes("/api/track")) expect(JSON.parse(said)).toMatchObject({ success: true });
	await storedByName(eventNames);
};

const runScript = (program: string, parameters: string[]) => async (block: Block) => {
	const { code, eventNames } = filledIn(block);
	await run(program, parameters, code);
	await storedByName(eventNames);
};

const runPhp = async (block: Block) => {
	if (block.code.startsWith("<?php")) return runScript("php", [])(block);
	// A fragment of a WordPress file.
	await run("php", ["-l"], `<?php\n${block.code}`);
};

/** What CI sets for a step. */
const ciEnvironment = () => ({
	...{ FOOTFALL_API_KEY: product.apiKey, GITHUB_REF_NAME: "v1.4.2", GITHUB_RUN_ID: "7" },
	...{ GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "ours/shop" },
	...{ CI_COMMIT_TAG: "v1.4.3", CI_JOB_STARTED_AT: "2026-11-02T09:30:00Z" },
	CI_JOB_URL: "https://gitlab.example/ours/shop/-/jobs/7",
});

/** Runs the script of a step of CI: what is indented below `run: |`, or folded below `- >`. */
const runCiStep = async (block: Block) => {
	const lines = filledIn(block).code.split("\n");
	const start = lines.findIndex((line) => /(run: \||- >)$/.test(line));
	const script = lines.slice(start + 1).join(lines[start]?.endsWith(">") ? " " : "\n");
	const said = await run("bash", ["-e"], script, { environment: ciEnvironment() });
	expect(JSON.parse(said)).toMatchObject({ success: true, isNew: true });
};

/** A URL that people open: of this server, or of a website whose visits have its query. */
const openAddress = async (block: Block) => {
	for (const line of filledIn(block).code.split("\n")) {
		const { origin, pathname, search, searchParams } = new URL(line);
		if (origin === product.url) {
			expect((await fetch(line)).status).toBe(200);
			continue;
		}
		const event = { site_id: product.siteId, type: "pageview", pathname, querystring: search };
		const response = await fetch(`${product.url}/api/track`, {
			method: "POST",
			headers: { authorization: `Bearer ${product.apiKey}` },
			body: JSON.stringify({ ...event, anonymous_id: block.suffix }),
		});
		expect(response.status).toBe(200);
		await stored(({ querystring }) => querystring === search);
		const campaigns = await product.get<{ data: { data: { value: string }[] } }>(
			`/api/sites/${product.siteId}/metric?parameter=utm_campaign`,
		);
		expect(campaigns.data.data.map(({ value }) => value)).toContain(
			searchParams.get("utm_campaign"),
		);
	}
};

const checkNginx = ({ code }: Block) =>
	inDirectory(async (directory) => {
		const site = code
			.replaceAll("YOUR_SITE_ID", "1")
			// Names are looked up when nginx starts.
			.replaceAll("https://stats.example.com", "https://127.0.0.1:1");
		const file = join(directory, "nginx.conf");
		writeFileSync(
			file,
			`pid ${directory}/pid;\nevents {}\nhttp { server { listen 127.0.0.1:1; ${site} } }`,
		);
		await run("nginx", ["-t", "-e", "stderr", "-c", file], "");
	});

const checkCaddy = ({ code }: Block) =>
	inDirectory(async (directory) => {
		const file = join(directory, "Caddyfile");
		writeFileSync(file, code);
		await run("caddy", ["validate", "--config", file, "--adapter", "caddyfile"], "");
	});

const parseJson = async ({ code }: Block) => void JSON.parse(code);

/** How to run a block, by language. */
const RUNNERS: Readonly<
	Record<string, { program?: string; run: (block: Block) => Promise<unknown> }>
> = {
	sh: { program: "curl", run: runShell },
	json: { run: parseJson },
	yaml: { program: "curl", run: runCiStep },
	text: { run: openAddress },
	js: { run: runScript(process.execPath, ["--input-type=module"]) },
	python: { program: "python3", run: runScript("python3", ["-"]) },
	php: { program: "php", run: runPhp },
	nginx: { program: "nginx", run: checkNginx },
	caddy: { program: "caddy", run: checkCaddy },
};

const isOfPage = ({ language, code }: Block) =>
	language === "html" || (language === "js" && /footfall\.|analytics\./.test(code));

const blocks = readdirSync(GUIDES)
	.filter((name) => name.endsWith(".md"))
	.flatMap(blocksOf);

describe("a block of a guide", () => {
	it("has a language that can be run", () =>
		expect(
			blocks
				.filter((block) => !isOfPage(block) && !(block.language in RUNNERS))
				.map(({ title }) => title),
		).toEqual([]));

	for (const [language, { program, run: runBlock }] of Object.entries(RUNNERS))
		describeWithEngine(
			`in ${language}`,
			program === undefined ? undefined : missingProgram(program),
			() => {
				for (const block of blocks.filter((one) => one.language === language && !isOfPage(one)))
					it(`works: ${block.title}`, () => runBlock(block));
			},
		);
});

/** A shop's page, as far as the guide's pixel knows it. */
const SHOP = `window.analytics = { subscribe: (name, tell) => tell({
	data: { checkout: { token: "t1", totalPrice: { amount: 49 }, currencyCode: "EUR" } },
	context: { document: { location } },
}) };`;

describeInChromium("a block for pages", () => {
	let browser: Browser;
	let page: Page;
	let body = "";
	// A real page rather than an intercepted one: browsers block requests from those to servers on this machine.
	const website = createServer((_request, response) => {
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.end(body);
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => website.listen(0, resolve));
		browser = await launchChromium();
		page = await browser.newPage();
		await configure({ public: true, embedEnabled: true, sessionReplay: true });
	});
	afterAll(async () => {
		await browser?.close();
		website.closeAllConnections();
		website.close();
	});

	/** Opens a page of the website with this HTML; its path distinguishes its views from others. */
	const open = async (html: string, path: string) => {
		body = `<title>${path}</title>${html}`;
		await page.goto(`http://localhost:${(website.address() as AddressInfo).port}/${path}`);
	};
	const tag = () =>
		`<script src="${product.url}/api/script.js?siteId=${product.siteId}" defer></script>`;

	for (const block of blocks.filter(isOfPage))
		it(`works: ${block.title}`, async () => {
			const { code, eventNames } = filledIn(block);
			const path = block.suffix;
			const hasTag = code.includes("/api/script.js");
			const html = block.language === "html" ? code : "";
			await open(`${hasTag ? "" : tag()}${SHOP && `<script>${SHOP}</script>`}${html}`, path);
			await stored(({ type, pathname }) => type === "pageview" && pathname === `/${path}`);
			if (block.language === "js") await page.evaluate(code);
			for (const element of await page.locator("[data-footfall-event]").all())
				await element.click();
			await storedByName(eventNames);
			for (const frame of await page.locator("iframe").all()) {
				const shown = await fetch((await frame.getAttribute("src")) ?? "");
				expect(shown.status).toBe(200);
				expect(shown.headers.get("content-security-policy")).toContain(
					"frame-ancestors 'self' localhost",
				);
			}
			const badge = page.locator("#visitors");
			if ((await badge.count()) > 0) await expect.poll(() => badge.textContent()).toMatch(/^\d+$/);
		});
});
