import type { ClientEvent, EventType } from "@footfall/shared/event";
import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../support/collector.ts";
import { setStage } from "../support/stage.ts";

const stage = setStage();

const ofType = (type: EventType) => (event: ClientEvent) => event.type === type;
const propertiesOf = (type: EventType): unknown[] =>
	stage.collector.events
		.filter(ofType(type))
		.map(({ properties }) => (properties === undefined ? undefined : JSON.parse(properties)));

describe("buttons", () => {
	it("are reported with their text and properties, once a second, unless they name an event", async () => {
		const { collector, open, settle } = stage;
		collector.settings = { ...defaultConfiguration, trackButtonClicks: true };
		const page = await open("/captures.html");
		await page.dblclick("#plain i");
		await page.click("#named");
		await page.click("#submit");
		await page.click("#text");
		await page.evaluate("text.role = 'button'");
		await page.click("#text");
		await settle(page);
		expect(propertiesOf("button_click")).toEqual([
			{ text: "Add to cart", place: "top" },
			{ text: "Join" },
			{ text: "Some text to copy" },
		]);
	});
});

describe("copying", () => {
	it("is reported with the text, or with its beginning and its length", async () => {
		const { collector, open, settle } = stage;
		collector.settings = { ...defaultConfiguration, trackCopy: true };
		const page = await open("/captures.html");
		const copy = "getSelection().selectAllChildren(text); document.execCommand('copy')";
		await page.evaluate(copy);
		await page.evaluate(`text.textContent = "x".repeat(600); ${copy}`);
		await settle(page);
		expect(propertiesOf("copy")).toEqual([
			{ sourceElement: "p", text: "Some text to copy" },
			{ sourceElement: "p", text: "x".repeat(500), textLength: 600 },
		]);
	});
});

describe("forms", () => {
	it("report which field was changed and what was submitted, never what was in them", async () => {
		const { collector, open, settle } = stage;
		collector.settings = { ...defaultConfiguration, trackFormInteractions: true };
		const page = await open("/captures.html");
		await page.fill("#email", "someone@example.com");
		await page.fill("#password", "hunter2");
		await page.selectOption("#plan", "pro");
		await page.evaluate(
			"for (const id of ['secret', 'fixed']) document.getElementById(id).dispatchEvent(new Event('change', { bubbles: true }))",
		);
		await page.click("#submit");
		await settle(page);
		expect(propertiesOf("input_change")).toEqual([
			{ element: "input", inputName: "email" },
			{ element: "select", inputName: "plan" },
		]);
		expect(propertiesOf("form_submit")).toEqual([
			{
				formId: "signup",
				formName: "signup-form",
				formAction: "/plain.html",
				method: "post",
				fieldCount: 6,
			},
		]);
		expect(JSON.stringify(collector.requests)).not.toMatch(/someone|hunter2/);
	});
});

describe("what a site has not asked for", () => {
	it("is not reported", async () => {
		const { collector, open, settle } = stage;
		const page = await open("/captures.html");
		await page.click("#plain");
		await page.fill("#email", "someone@example.com");
		await page.click("#submit");
		await page.evaluate("setTimeout(() => { throw new Error('unseen') })");
		await settle(page);
		expect(collector.story()).toEqual(["pageview /captures.html"]);
		expect(collector.requests.map(({ path }) => path)).not.toContain("/api/vitals.js");
	});
});

describe("errors", () => {
	const withErrors = () => {
		stage.collector.settings = { ...defaultConfiguration, trackErrors: true };
		return stage.open("/captures.html");
	};

	it("are reported once, however often they repeat, and the repetitions are counted", async () => {
		const { collector, pages, settle } = stage;
		const page = await withErrors();
		await page.addScriptTag({ url: `${pages.origin}/throwing.js` });
		await settle(page);
		expect(propertiesOf("error")).toEqual([
			{
				message: "five times",
				stack: expect.stringMatching(/^TypeError: five times\n/),
				fileName: `${pages.origin}/throwing.js`,
				lineNumber: 3,
				columnNumber: expect.any(Number),
			},
		]);
		expect(collector.events.find(ofType("error"))?.event_name).toBe("TypeError");
		await page.goto(`${pages.origin}/plain.html`);
		await collector.event(({ properties }) => properties === '{"suppressed":4,"foreign":0}');
	});

	it("include rejections, of errors and of anything else", async () => {
		const { settle } = stage;
		const page = await withErrors();
		await page.evaluate(
			"Promise.reject(new RangeError('too far')); Promise.reject('just words'); undefined",
		);
		await settle(page);
		expect(propertiesOf("error")).toEqual([
			{ message: "too far", stack: expect.stringContaining("RangeError: too far") },
			{ message: "just words" },
		]);
	});

	it("of other origins and of extensions, and opaque ones, are counted only; observers' noise is not", async () => {
		const { collector, pages, settle } = stage;
		collector.scripts.set("/elsewhere.js", "setTimeout(() => { throw new Error('not ours') })");
		const page = await withErrors();
		await page.evaluate(`
			const fault = new Error("in an extension");
			fault.stack = "Error: in an extension\\n    at chrome-extension://abcdef/content.js:1:1";
			Promise.reject(fault);
			dispatchEvent(new ErrorEvent("error", { message: "ResizeObserver loop limit exceeded" }));
			const image = new Image();
			image.src = "/throwing.js";
			document.body.append(image);
			new Promise((done) => { image.onerror = done; });
		`);
		await settle(page);
		expect(propertiesOf("error")).toEqual([]);
		await page.goto(`${pages.origin}/plain.html`);
		await collector.event(({ properties }) => properties === '{"suppressed":0,"foreign":2}');
	});

	it("are at most ten to a page", async () => {
		const { settle } = stage;
		const page = await withErrors();
		await page.evaluate(
			"for (let i = 0; i < 15; i++) Promise.reject(new Error('number ' + i)); undefined",
		);
		await settle(page);
		expect(propertiesOf("error")).toHaveLength(10);
	});

	it("that the page caught itself are reported on its word, with its properties", async () => {
		const page = await stage.open("/captures.html");
		await page.evaluate("footfall.error(new SyntaxError('caught'), { order: 7 })");
		await stage.collector.event(ofType("error"));
		expect(propertiesOf("error")).toEqual([
			{ order: 7, message: "caught", stack: expect.stringContaining("SyntaxError: caught") },
		]);
	});
});

describe("engagement", () => {
	it("says on leaving how long and how much of the page was seen", async () => {
		const { collector, open, pages } = stage;
		const page = await open("/captures.html");
		await page.evaluate("scrollTo(0, innerHeight)");
		await page.waitForFunction("performance.now() > 300");
		await page.goto(`${pages.origin}/plain.html`);
		expect(await collector.event(ofType("engagement"))).toMatchObject({
			pathname: "/captures.html",
			ms_visible: expect.toSatisfy((ms: number) => ms >= 100 && ms < 10_000),
			scroll_depth: expect.toSatisfy((percent: number) => percent > 45 && percent < 55),
		});
	});

	it("belongs to the view that ends when the next begins within the page, and travels with it", async () => {
		const { collector, open } = stage;
		const page = await open("/captures.html");
		await collector.event(ofType("pageview"));
		await page.waitForFunction("performance.now() > 600");
		await page.evaluate("history.pushState({}, '', '/next')");
		const ended = await collector.event(ofType("engagement"));
		expect(ended.pathname).toBe("/captures.html");
		const request = await collector.request(({ body }) => body.includes('"engagement"'));
		expect(JSON.parse(request.body).events.map(({ type }: ClientEvent) => type)).toEqual([
			"engagement",
			"pageview",
		]);
	});
});

describe("web vitals", () => {
	it("are fetched where a site asks for them, and sent once, on leaving", async () => {
		const { collector, open, pages, settle } = stage;
		collector.settings = { ...defaultConfiguration, webVitals: true };
		const page = await open("/captures.html");
		await collector.request(({ path }) => path === "/api/vitals.js");
		await page.click("#plain");
		await settle(page);
		await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length");
		expect(propertiesOf("performance")).toEqual([]);
		await page.goto(`${pages.origin}/plain.html`);
		const { id: _, ...vitals } = await collector.event(ofType("performance"));
		expect(vitals).toMatchObject({
			event_name: "web-vitals",
			lcp: expect.any(Number),
			cls: expect.any(Number),
			fcp: expect.any(Number),
			ttfb: expect.any(Number),
			inp: expect.any(Number),
		});
		expect(collector.events.filter(ofType("performance"))).toHaveLength(1);
	});
});
