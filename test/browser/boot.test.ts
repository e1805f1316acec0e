import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../support/collector.ts";
import { setStage } from "../support/stage.ts";

const stage = setStage();

const paths = () =>
	stage.collector.requests.map(({ method, path, body }) =>
		body
			? `${method} ${path} ${JSON.parse(body).events?.length ?? ""}`.trim()
			: `${method} ${path}`,
	);

describe("a tag that names its site in its address", () => {
	it("asks for no settings, since the script brings them", async () => {
		await stage.open("/tag.html");
		await stage.collector.event(({ type }) => type === "pageview");
		expect(paths()).toEqual(["GET /api/script.js?siteId=1", "POST /api/track 1"]);
	});

	it("works when an optimiser has rebuilt it without its attributes", async () => {
		const { collector, open, settle } = stage;
		await settle(await open("/bare-tag.html"));
		expect(collector.story()).toEqual(["pageview /bare-tag.html"]);
	});
});

describe("a tag that names its site by attribute", () => {
	it("asks for the settings once, without credentials, and then makes the calls that waited", async () => {
		const { collector, open, settle } = stage;
		const page = await open("/attributes-only.html");
		await settle(page);
		expect(paths().slice(0, 3)).toEqual([
			"GET /api/script.js",
			"GET /api/site/tracking-config/1",
			"POST /api/track 2",
		]);
		expect(collector.story()).toEqual([
			"pageview /attributes-only.html",
			"custom_event early /attributes-only.html",
		]);
		expect(collector.events.map(({ tag }) => tag)).toEqual(["b", "b", "b"]);
		expect(collector.events[1]?.properties).toBe('{"plan":"pro"}');
	});

	it("obeys them", async () => {
		const { collector, open, settle } = stage;
		collector.settings = { ...defaultConfiguration, trackInitialPageView: false };
		await settle(await open("/attributes-only.html"));
		expect(collector.story()).toEqual(["custom_event early /attributes-only.html"]);
	});

	it("takes the defaults where they cannot be had", async () => {
		const { collector, open, settle } = stage;
		collector.settings = undefined;
		await settle(await open("/attributes-only.html?kept=1"));
		expect(collector.story()).toEqual([
			"pageview /attributes-only.html?kept=1",
			"custom_event early /attributes-only.html?kept=1",
		]);
	});

	it("works as a module", async () => {
		const { collector, open, settle } = stage;
		await settle(await open("/module-tag.html"));
		expect(collector.story()).toEqual(["pageview /module-tag.html"]);
	});
});

describe("the tracker", () => {
	it("counts once where the tag is on the page three times", async () => {
		const { collector, open, settle } = stage;
		const page = await open("/tag-twice.html");
		await page.waitForLoadState("load");
		await page.evaluate("history.pushState({}, '', '/next')");
		await settle(page);
		expect(collector.story()).toEqual(["pageview /tag-twice.html", "pageview /next"]);
	});

	it("works in a sandboxed frame, where naming localStorage throws", async () => {
		const { collector, open } = stage;
		await open("/sandbox.html");
		await collector.event(({ pathname }) => pathname === "/tag.html");
	});

	it("works where storage is blocked, and remembers the user for as long as the page lives", async () => {
		const { collector, context, open, settle } = stage;
		await context.addInitScript(
			"Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })",
		);
		const page = await open("/tag.html");
		await page.evaluate("footfall.identify('u1')");
		await settle(page);
		expect(collector.events.at(-1)?.user_id).toBe("u1");
		expect(await page.evaluate("footfall.getUserId()")).toBe("u1");
	});

	it.each(["/tag.html", "/attributes-only.html"])(
		"does nothing at all on %s for a visitor who has opted out, and its calls do no harm",
		async (path) => {
			const { context, open, pages } = stage;
			await context.addInitScript("localStorage.setItem('disable-footfall', '')");
			const page = await open(path);
			await page.evaluate(
				"footfall.event('no'); footfall.pageview(); footfall.identify('u1'); footfall.setTraits({}); footfall.clearUserId()",
			);
			expect(await page.evaluate("footfall.getUserId()")).toBe(null);
			await page.goto(`${pages.origin}/plain.html`);
			expect(paths()).toEqual([expect.stringMatching(/^GET \/api\/script\.js/)]);
		},
	);

	it("tells the console what is missing from a tag without a site", async () => {
		const page = await stage.context.newPage();
		const [fault] = await Promise.all([
			page.waitForEvent("pageerror"),
			page.goto(`${stage.pages.origin}/without-site.html`),
		]);
		expect(fault.message).toBe("footfall: the script tag needs data-site-id");
	});

	it("counts a page that was opened in the background when it is first seen", async () => {
		const { collector, context, open, settle } = stage;
		await context.addInitScript(`
			let hidden = true;
			Object.defineProperty(Document.prototype, "hidden", { get: () => hidden });
			window.show = () => { hidden = false; document.dispatchEvent(new Event("visibilitychange")); };
		`);
		const page = await open("/tag.html");
		await page.evaluate("footfall.event('early')");
		expect(collector.story()).toEqual([]);
		await page.evaluate("show()");
		await settle(page);
		expect(collector.story()).toEqual(["pageview /tag.html", "custom_event early /tag.html"]);
	});
});

describe("an identified user", () => {
	it("is told to the collector once and named with every event, on later pages too, until cleared", async () => {
		const { collector, open, settle } = stage;
		const page = await open("/tag.html");
		await page.evaluate("footfall.identify(7, { plan: 'pro' }); footfall.setTraits({ seats: 3 })");
		await settle(page);
		const identifications = collector.requests.filter(({ path }) => path === "/api/identify");
		expect(identifications.map(({ body }) => JSON.parse(body))).toEqual([
			{ site_id: "1", user_id: "7", traits: { plan: "pro" }, is_new_identify: true },
			{ site_id: "1", user_id: "7", traits: { seats: 3 }, is_new_identify: false },
		]);
		const later = await open("/tag.html?later");
		await settle(later);
		await later.evaluate("footfall.clearUserId()");
		await settle(later);
		expect(await later.evaluate("[footfall.getUserId(), localStorage.length]")).toEqual([null, 0]);
		expect(collector.events.map(({ user_id }) => user_id)).toEqual([
			undefined,
			"7",
			"7",
			"7",
			undefined,
		]);
	});
});
