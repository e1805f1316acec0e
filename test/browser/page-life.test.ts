import { afterEach, describe, expect, it } from "vitest";
import { setStage } from "../support/stage.ts";
import { openUnattended } from "../support/unattended-chromium.ts";

const stage = setStage();
let closeBrowser: (() => Promise<void>) | undefined;
afterEach(async () => {
	await closeBrowser?.();
	closeBrowser = undefined;
});

/** Opens a page that acts by itself. */
const leaveAlone = async (path: string) => {
	closeBrowser = await openUnattended(stage.pages.origin + path);
};
const scriptWasServed = () =>
	stage.collector.request(({ path }) => path.startsWith("/api/script.js"));
const sentinel = async () => {
	await stage.collector.sentinel();
	return stage.collector.event(({ event_name }) => event_name === "sentinel");
};

describe("the back/forward cache", () => {
	it("gives a view with a new page id when a page comes back out of it", async () => {
		const { collector, pages } = stage;
		await leaveAlone("/returning.html");
		await collector.event(({ type }) => type === "pageview");
		pages.signal();
		expect(await sentinel()).toMatchObject({ properties: '{"persisted":true}' });
		expect(collector.story()).toEqual(["pageview /returning.html", "pageview /returning.html"]);
		const [first, second] = collector.events.filter(({ type }) => type === "pageview");
		expect([first?.seq, second?.seq]).toEqual([0, 0]);
		expect(second?.page_id).not.toBe(first?.page_id);
	});
});

describe("a prerendered page", () => {
	it("is a view when the visitor gets there, and not before", async () => {
		const { collector, pages } = stage;
		await leaveAlone("/prerendering.html?then=/prerendered.html");
		await scriptWasServed();
		expect(pages.requests).toContain("/prerendered.html prefetch;prerender");
		expect(collector.story()).toEqual([]);
		const activatedAfter = Date.now();
		pages.signal();
		const { properties } = await sentinel();
		expect(JSON.parse(properties ?? "").activationStart).toBeGreaterThan(0);
		expect(collector.story()).toEqual([
			"pageview /prerendered.html",
			"custom_event early /prerendered.html",
		]);
		expect(collector.events[0]?.timestamp).toBeGreaterThanOrEqual(activatedAfter);
	});

	it("is none when the visitor never gets there", async () => {
		const { collector, pages } = stage;
		await leaveAlone("/prerendering.html?then=/prerendered.html?again");
		await scriptWasServed();
		pages.signal();
		expect(JSON.parse((await sentinel()).properties ?? "").activationStart).toBe(0);
		expect(collector.story()).toEqual([
			"pageview /prerendered.html?again",
			"custom_event early /prerendered.html?again",
		]);
	});
});

describe("a browser that nobody controls", () => {
	it("is not taken for a bot by its tracker", async () => {
		await leaveAlone("/tag.html");
		const view = await stage.collector.event(({ type }) => type === "pageview");
		expect(view._bs).toBeLessThan(3);
		expect((view._bsm ?? 0) & 1).toBe(0);
	});
});

describe("leaving", () => {
	it("delivers what the page says at the very end", async () => {
		const { collector, open, pages } = stage;
		const page = await open("/goodbye.html");
		await page.goto(`${pages.origin}/plain.html`);
		await collector.event(({ event_name }) => event_name === "goodbye");
		expect(collector.story()).toEqual([
			"pageview /goodbye.html",
			"custom_event goodbye /goodbye.html",
		]);
	});

	it("delivers it when the tab is closed, too", async () => {
		const { collector, open } = stage;
		const page = await open("/goodbye.html");
		await collector.event(({ type }) => type === "pageview");
		await page.close({ runBeforeUnload: true });
		await collector.event(({ event_name }) => event_name === "goodbye");
	});
});
