import { type Collector, startCollector } from "@footfall/testing/browser/collector";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import {
	type ExampleApp,
	installExample,
	type Served,
} from "@footfall/testing/product/example-app";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

let browser: Browser;
let collector: Collector;
let page: Page;
let complaints: string[];

beforeAll(async () => {
	[browser, collector] = await Promise.all([launchChromium(), startCollector()]);
});
afterAll(async () => {
	await browser?.close();
	await collector?.close();
});
beforeEach(async () => {
	collector.reset();
	complaints = [];
	page = await (await browser.newContext()).newPage();
	// Browsers request it by themselves, and no example has one.
	await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
	page.on("pageerror", (error) => complaints.push(error.message));
	page.on("console", (message) => {
		if (message.type() === "error") complaints.push(message.text());
	});
});
afterEach(() => page.context().close());

const heading = (text: string) => page.getByRole("heading", { name: text, exact: true }).waitFor();
const press = (text: string) => page.getByRole("button", { name: text, exact: true }).click();

/** Stays on the page until this many events have arrived, as a reader would. */
const stayFor = (count: number) => collector.event(() => collector.story().length >= count);

/** Events sent by anything but a page, such as the server that renders it. */
const sentByServers = () => collector.requests.filter(({ headers }) => !headers.origin);

const follow = async (link: string, title: string) => {
	const before = collector.story().length;
	await page.getByRole("link", { name: link, exact: true }).click();
	await heading(title);
	await stayFor(before + 1);
};

/** What a visitor does on each of the applications, and the events that have to arrive. */
const walk = async (origin: string) => {
	await page.goto(origin);
	await heading("Home");
	await stayFor(1);
	await follow("Pricing", "Pricing");
	await press("Sign up");
	await stayFor(3);
	await follow("Account", "Account");
	await page.goBack();
	await heading("Pricing");
	await stayFor(5);
	await follow("Home", "Home");
	await follow("Old prices", "Pricing");
	await page.reload();
	await stayFor(8);
	await page.evaluate("footfall.event('sentinel')");
	await collector.sentinel();
};

const WALKED = [
	"pageview /",
	"pageview /pricing",
	"custom_event signup /pricing",
	"pageview /account",
	"pageview /pricing",
	"pageview /",
	"pageview /pricing",
	"pageview /pricing",
];

const expectWalked = async () => {
	expect(collector.story()).toEqual(WALKED);
	const views = collector.events.filter(({ type }) => type === "pageview");
	expect(views.map(({ user_id }) => user_id)).toEqual([
		undefined,
		undefined,
		...Array(5).fill("ada"),
	]);
	expect(await collector.identify(() => true)).toMatchObject({
		user_id: "ada",
		traits: { plan: "pro" },
		is_new_identify: true,
	});
	expect(complaints).toEqual([]);
};

/** Installs and builds an example for the tests that follow. */
const setExample = (name: string, serve: (app: ExampleApp) => Promise<Served>) => {
	let app: ExampleApp | undefined;
	let served: Served | undefined;
	beforeAll(async () => {
		app = await installExample(name, `${collector.origin}/api`);
		await app.run("build");
		served = await serve(app);
	});
	afterAll(async () => {
		await served?.close();
		await app?.remove();
	});
	const whole = <Part>(part: Part | undefined): Part => {
		if (part === undefined) throw new Error(`The example ${name} is not there`);
		return part;
	};
	return { app: () => whole(app), served: () => whole(served) };
};

const serveBuilt = (app: ExampleApp) => app.serveBuilt();

describe("the React application", () => {
	const { app, served } = setExample("react", serveBuilt);

	it("counts each view once", async () => {
		await walk(served().origin);
		await expectWalked();
	});

	it("counts each view once beside a script tag, and also the page's own calls", async () => {
		const tag = `<script src="${collector.origin}/api/script.js?siteId=1"></script>`;
		const tagged = await app().serveBuilt(tag);
		try {
			await walk(tagged.origin);
		} finally {
			await tagged.close();
		}
		// Tag and module number their events separately.
		expect(collector.story().sort()).toEqual([...WALKED].sort());
		expect(complaints).toEqual([]);
	});

	it("counts each view once in development, where strict mode runs effects twice", async () => {
		const developed = await app().serveWith(
			"node_modules/vite/bin/vite.js",
			"--port=0",
			"--host=127.0.0.1",
		);
		try {
			await walk(developed.origin);
			await expectWalked();
		} finally {
			await developed.close();
		}
	});
});

describe("the Next application", () => {
	const { served } = setExample("next", (app) =>
		app.serveWith("node_modules/next/dist/bin/next", "start", "--port=0", "--hostname=127.0.0.1"),
	);

	it("counts each view once", async () => {
		await walk(served().origin);
		await expectWalked();
	});

	it("counts each view of the pages router once as well", async () => {
		await page.goto(`${served().origin}/legal`);
		await stayFor(1);
		await follow("Terms", "Terms");
		await page.evaluate("footfall.event('sentinel')");
		await collector.sentinel();
		expect(collector.story()).toEqual(["pageview /legal", "pageview /terms"]);
		expect(complaints).toEqual([]);
	});

	it("is rendered on the server, which counts nothing and logs no error", async () => {
		const html = await (await fetch(`${served().origin}/pricing`)).text();
		expect(html).toContain("<h1>Pricing</h1>");
		expect(sentByServers()).toEqual([]);
		expect(served().output()).not.toMatch(/error|warn|⨯|⚠/i);
	});
});

describe.each(["vue", "svelte"])("the %s application", (name) => {
	const { served } = setExample(name, serveBuilt);

	it("counts each view once", async () => {
		await walk(served().origin);
		await expectWalked();
	});

	it("counts nothing after it is unmounted, until it is loaded again", async () => {
		await page.goto(served().origin);
		await stayFor(1);
		await press("Close");
		await page.waitForFunction("typeof footfall === 'undefined'");
		await page.evaluate("history.pushState({}, '', '/account')");
		await page.reload();
		await heading("Account");
		await page.evaluate("footfall.event('sentinel')");
		await collector.sentinel();
		expect(collector.story()).toEqual(["pageview /", "pageview /account"]);
	});
});

describe.each([
	["astro", ["node_modules/astro/astro.js", "preview"]],
	["sveltekit", ["node_modules/vite/bin/vite.js", "preview"]],
	["nuxt", [".output/server/index.mjs"]],
	["react-router", ["node_modules/@react-router/serve/bin.js", "build/server/index.js"]],
])("the %s application, rendered on a server", (name, program) => {
	const { served } = setExample(name, (app) =>
		app.serveWith(...program, "--port=0", "--host=127.0.0.1"),
	);

	it("counts each view once", async () => {
		await walk(served().origin);
		await expectWalked();
	});

	it("counts nothing on the server", async () => {
		const html = await (await fetch(`${served().origin}/pricing`)).text();
		expect(html).toMatch(/<h1[^>]*>Pricing<\/h1>/);
		expect(sentByServers()).toEqual([]);
	});
});
