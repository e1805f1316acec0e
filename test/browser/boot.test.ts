import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { readSentBody } from "@footfall/testing/browser/sent-body";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	/** Removes what a browser without the navigation API lacks. */
	const paths = () =>
		stage.collector.requests
			.filter(({ path }) => path !== "/api/rare.js")
			.map(({ method, path, body }) =>
				body ? `${method} ${path} ${readSentBody(body).events.length}` : `${method} ${path}`,
			);

	describe("a tag with its site in the URL", () => {
		it("requests no settings, since the script includes them", async () => {
			await stage.open("/tag.html");
			await stage.collector.event(({ type }) => type === "pageview");
			expect(paths()).toEqual(["GET /api/script.js?siteId=1", "POST /api/track 1"]);
		});

		it("works after an optimizer has rebuilt it without its attributes", async () => {
			const { collector, open, settle } = stage;
			await settle(await open("/bare-tag.html"));
			expect(collector.story()).toEqual(["pageview /bare-tag.html"]);
		});
	});

	describe("a tag with its site in an attribute", () => {
		it("requests the settings once, without credentials, and then makes the calls that waited", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/attributes-only.html");
			await collector.event(({ event_name }) => event_name === "early");
			await settle(page);
			const [script, settings, ...others] = paths();
			expect([script, settings]).toEqual(["GET /api/script.js", "GET /api/site/tracking-config/1"]);
			expect(collector.requests.filter(({ path }) => path === "/api/rare.js")).toHaveLength(1);
			// Whether both leave in one request depends on when the page is shown.
			for (const path of others) expect(path).toMatch(/^POST \/api\/track \d$/);
			expect(collector.story()).toEqual([
				"pageview /attributes-only.html",
				"custom_event early /attributes-only.html",
			]);
			expect(collector.events.map(({ tag }) => tag)).toEqual(["b", "b", "b"]);
			expect(collector.events[1]?.properties).toBe('{"plan":"pro"}');
		});

		it("applies the settings", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackInitialPageView: false };
			await settle(await open("/attributes-only.html"));
			expect(collector.story()).toEqual(["custom_event early /attributes-only.html"]);
		});

		it("uses the defaults when the settings are unavailable", async () => {
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

	describe("a tag with its own namespace", () => {
		it("is called by that name, early calls included, and reads the attributes with that prefix", async () => {
			const { collector, open } = stage;
			const page = await open("/namespaced.html");
			await page.click("#buy");
			await page.evaluate("stats.identify('u1'); stats.event('sentinel')");
			await collector.sentinel();
			expect(collector.story()).toEqual([
				"pageview /namespaced.html",
				"custom_event early /namespaced.html",
				"custom_event buy /namespaced.html",
			]);
			expect(collector.events[2]?.properties).toBe('{"plan":"pro"}');
			expect(await page.evaluate("[typeof footfall, Object.keys(localStorage).join()]")).toEqual([
				"undefined",
				"stats-user-id",
			]);
		});
	});

	describe("the tracker", () => {
		it("counts once when the tag is on the page three times", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag-twice.html");
			await page.evaluate("history.pushState({}, '', '/next')");
			await settle(page);
			expect(collector.story()).toEqual(["pageview /tag-twice.html", "pageview /next"]);
		});

		it("keeps working and counts no second view when the page rewrites itself with the tag in it", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate(
				"const text = document.documentElement.outerHTML; document.open(); document.write(text); document.close()",
			);
			await collector.request(({ path }) => path.startsWith("/api/script.js"));
			await page.evaluate("footfall.event('rewritten'); history.pushState({}, '', '/next')");
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /tag.html",
				"custom_event rewritten /tag.html",
				"pageview /next",
			]);
		});

		it("needs one script source and one connect source in a strict policy, vitals included", async () => {
			const { collector, open, pages } = stage;
			collector.settings = { ...defaultConfiguration, webVitals: true };
			const { origin } = collector;
			pages.headers = {
				"content-security-policy": `default-src 'none'; img-src data:; script-src ${origin}; connect-src ${origin}; report-uri /violation`,
			};
			const page = await open("/strict.html");
			await collector.request(({ path }) => path === "/api/vitals.js");
			await page.click("#buy");
			await collector.event(({ event_name }) => event_name === "buy");
			expect(collector.story()).toEqual(["pageview /strict.html", "custom_event buy /strict.html"]);
			expect(pages.requests).toEqual(["/strict.html"]);
		});

		it("sends through a path of the site itself when the tag is loaded from there", async () => {
			const { collector, open, pages, settle } = stage;
			const page = await open("/proxied.html");
			await settle(page);
			const hasNavigation = await page.evaluate("'navigation' in window");
			expect(collector.requests.some(({ path }) => path === "/api/rare.js")).toBe(!hasNavigation);
			expect(collector.story()).toEqual(["pageview /proxied.html"]);
			expect(paths()).toEqual([
				"GET /api/script.js?siteId=1",
				"POST /api/track 1",
				"POST /api/track 1",
			]);
			const { host } = new URL(pages.origin);
			expect(new Set(collector.requests.map(({ headers }) => headers.host))).toEqual(
				new Set([host]),
			);
		});

		it("works in a sandboxed frame, where accessing localStorage throws", async () => {
			const { collector, open, pages } = stage;
			pages.before = `if (top !== window) {
				addEventListener("error", ({ message }) => { footfall.event("threw " + message); });
				addEventListener("load", () => { setTimeout(() => { footfall.event("sentinel"); }); });
			}`;
			await open("/sandbox.html");
			await collector.sentinel();
			expect(collector.story()).toEqual(["pageview /tag.html"]);
		});

		it("works when storage is blocked, and remembers the user while the page lives", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before =
				"Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })";
			const page = await open("/tag.html");
			await page.evaluate("footfall.identify('u1')");
			await settle(page);
			expect(collector.events.at(-1)?.user_id).toBe("u1");
			expect(await page.evaluate("footfall.getUserId()")).toBe("u1");
		});

		it.each(["/tag.html", "/attributes-only.html"])(
			"does nothing on %s for a visitor who has opted out, and its calls do not throw",
			async (path) => {
				const { collector, open, pages } = stage;
				pages.before = "localStorage.setItem('disable-footfall', '')";
				const page = await open(path);
				await page.evaluate(
					"footfall.event('no'); footfall.pageview(); footfall.identify('u1'); footfall.setTraits({}); footfall.clearUserId()",
				);
				expect(await page.evaluate("footfall.getUserId()")).toBe(null);
				await page.goto(`${pages.origin}/plain.html`);
				await page.evaluate(`fetch("${collector.origin}/fence").then(() => {})`);
				expect(paths()).toEqual([expect.stringMatching(/^GET \/api\/script\.js/), "GET /fence"]);
			},
		);

		it("logs to the console what is missing from a tag without a site", async () => {
			const { open, pages } = stage;
			pages.before =
				"said = []; addEventListener('error', ({ message }) => { said.push(message); })";
			const page = await open("/without-site.html");
			expect(await page.evaluate("said")).toEqual([
				expect.stringContaining("footfall: the script tag needs data-site-id"),
			]);
		});
	});

	describe("an identified user", () => {
		it("is sent to the collector once and included in every event, on later pages too, until cleared", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html");
			await page.evaluate(
				"footfall.identify(7, { plan: 'pro' }); footfall.setTraits({ seats: 3 })",
			);
			await settle(page);
			await collector.identify(() => collector.identifies.length === 2);
			// Requests may arrive out of order: the events' times say which came first.
			const said = collector.identifies.toSorted((one, other) => one.timestamp - other.timestamp);
			expect(said.map(({ timestamp: _, ...rest }) => rest)).toEqual([
				{ site_id: "1", user_id: "7", traits: { plan: "pro" }, is_new_identify: true },
				{ site_id: "1", user_id: "7", traits: { seats: 3 }, is_new_identify: false },
			]);
			const later = await open("/tag.html?later");
			await settle(later);
			await later.evaluate("footfall.clearUserId()");
			await settle(later);
			expect(await later.evaluate("[footfall.getUserId(), localStorage.length]")).toEqual([
				null,
				0,
			]);
			expect(
				collector.events.filter(({ type }) => type !== "engagement").map(({ user_id }) => user_id),
			).toEqual([undefined, "7", "7", "7", undefined]);
		});
	});
});
