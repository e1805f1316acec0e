import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../support/collector.ts";
import { setStage } from "../support/stage.ts";

const stage = setStage();

const outbound = () => stage.collector.event(({ type }) => type === "outbound");
const elsewhere = () => `${stage.collector.origin}/elsewhere`;

describe("a link to elsewhere", () => {
	it("is reported when a plain click leaves the page", async () => {
		const page = await stage.open("/links.html");
		await page.click("#out b");
		await page.waitForURL(elsewhere());
		const { properties } = await outbound();
		expect(JSON.parse(properties ?? "")).toEqual({
			url: elsewhere(),
			text: "Go elsewhere",
			target: "_self",
		});
	});

	it("does not wait for a collector that never answers", async () => {
		stage.collector.isMute = true;
		const page = await stage.open("/links.html");
		await page.click("#out");
		await page.waitForURL(elsewhere());
		await stage.collector.request(({ body }) => body.includes('"outbound"'));
	});

	it.each<[string, Parameters<Page["click"]>[1]]>([
		["a middle click", { button: "middle" }],
		["a control click", { modifiers: ["Control"] }],
	])("is reported once when %s opens it in another tab", async (_name, how) => {
		const { collector, context, open, settle } = stage;
		const page = await open("/links.html");
		const [tab] = await Promise.all([context.waitForEvent("page"), page.click("#out", how)]);
		await tab.waitForURL(elsewhere());
		await settle(page);
		expect(page.url()).toContain("/links.html");
		expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
	});

	it("is reported when the keyboard opens it", async () => {
		const page = await stage.open("/links.html");
		await page.focus("#out");
		await page.keyboard.press("Enter");
		await page.waitForURL(elsewhere());
		await outbound();
	});

	it("is reported when its target is another tab", async () => {
		const { collector, context, open, settle } = stage;
		const page = await open("/links.html");
		const [tab] = await Promise.all([context.waitForEvent("page"), page.click("#tab")]);
		await tab.waitForURL(elsewhere());
		await settle(page);
		expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
		expect(JSON.parse((await outbound()).properties ?? "")).toEqual({
			url: elsewhere(),
			text: "In a new tab",
			target: "_blank",
		});
	});

	it("is reported from inside a shadow tree", async () => {
		const { open, settle } = stage;
		const page = await open("/links.html");
		await page.click("#host span");
		await settle(page);
		expect(JSON.parse((await outbound()).properties ?? "")).toMatchObject({ text: "In a shadow" });
	});

	it("is reported where the page stops the click from spreading", async () => {
		const page = await stage.open("/links.html");
		await page.click("#stopped");
		await page.waitForURL(elsewhere());
		await outbound();
	});
});

describe("other links", () => {
	it("are not reported: inside the site, mail, and the right button", async () => {
		const { collector, open, settle } = stage;
		const page = await open("/links.html");
		await page.click("#inside");
		await page.evaluate("document.getElementById('mail').click()");
		await page.click("#out", { button: "right" });
		await settle(page);
		expect(collector.story()).toEqual(["pageview /links.html"]);
	});

	it("are not reported either where the site does not want links", async () => {
		const { collector, context, open, settle } = stage;
		collector.settings = { ...defaultConfiguration, trackOutbound: false };
		const page = await open("/links.html");
		await Promise.all([context.waitForEvent("page"), page.click("#tab")]);
		await settle(page);
		expect(collector.story()).toEqual(["pageview /links.html"]);
	});
});

describe("an element that names an event", () => {
	it("sends it with its properties when something in it is clicked", async () => {
		const { collector, open } = stage;
		const page = await open("/links.html");
		await page.click("#icon");
		const { properties } = await collector.event(({ event_name }) => event_name === "buy");
		expect(JSON.parse(properties ?? "")).toEqual({ plan: "pro", seats: "3" });
	});

	it("is a link as well where it leads elsewhere", async () => {
		const { collector, context, open, settle } = stage;
		const page = await open("/links.html");
		await Promise.all([context.waitForEvent("page"), page.click("#both")]);
		await settle(page);
		expect(collector.story()).toEqual([
			"pageview /links.html",
			"outbound /links.html",
			"custom_event partner /links.html",
		]);
	});
});
