import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const inPage = async (path: string, code: string) => {
		const page = await stage.open(path);
		await page.evaluate(code);
		await stage.settle(page);
		return stage.collector.story();
	};

	describe("a page load", () => {
		it("sends one view in one request without a preflight", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html?from=test");
			await settle(page);
			expect(collector.story()).toEqual(["pageview /tag.html?from=test"]);
			const asked = collector.requests.map(({ method, path }) => `${method} ${path}`);
			const hasNavigation = await page.evaluate("'navigation' in window");
			expect(asked.includes("GET /api/rare.js")).toBe(!hasNavigation);
			expect(asked.filter((line) => line !== "GET /api/rare.js")).toEqual([
				"GET /api/script.js?siteId=1",
				"POST /api/track",
				"POST /api/track",
			]);
		});

		it("is sent as plain text without credentials", async () => {
			await stage.open("/tag.html");
			const { headers } = await stage.collector.request(({ path }) => path === "/api/track");
			expect({ type: headers["content-type"], cookie: headers.cookie }).toEqual({
				type: "text/plain;charset=UTF-8",
				cookie: undefined,
			});
		});

		it("sends what is known of the page and of the browser", async () => {
			const page = await stage.open("/tag.html");
			const view = await stage.collector.event(({ type }) => type === "pageview");
			expect(view).toEqual({
				type: "pageview",
				site_id: "1",
				hostname: "localhost",
				pathname: "/tag.html",
				querystring: "",
				page_title: "A page with the tag",
				referrer: "",
				language: "en-US",
				screenWidth: await page.evaluate("screen.width"),
				screenHeight: await page.evaluate("screen.height"),
				event_name: "",
				// The browser is under remote control and reports that.
				_bs: expect.toSatisfy((score: number) => score >= 3),
				_bsm: expect.toSatisfy((bits: number) => (bits & 1) === 1),
				id: `${view.page_id}.0`,
				page_id: expect.stringMatching(/^[a-z0-9]{15,32}$/),
				seq: 0,
				timestamp: expect.any(Number),
			});
		});
	});

	describe("a navigation within the page", () => {
		it("counts a view when a new path is pushed", async () =>
			expect(await inPage("/tag.html", "history.pushState({}, '', '/next')")).toEqual([
				"pageview /tag.html",
				"pageview /next",
			]));

		it("counts a view when the path is replaced by another", async () =>
			expect(await inPage("/tag.html", "history.replaceState({}, '', '/next')")).toEqual([
				"pageview /tag.html",
				"pageview /next",
			]));

		it("counts no view when only the state changes", async () =>
			expect(
				await inPage(
					"/tag.html",
					"for (let i = 0; i < 5; i++) history.replaceState({ i }, ''); history.pushState({}, '', location.href)",
				),
			).toEqual(["pageview /tag.html"]));

		it("counts a view when only the query changes", async () =>
			expect(await inPage("/tag.html", "history.pushState({}, '', '?page=2')")).toEqual([
				"pageview /tag.html",
				"pageview /tag.html?page=2",
			]));

		it("counts no view when only the query changes and the site does not track it", async () => {
			stage.collector.settings = { ...defaultConfiguration, trackUrlParams: false };
			expect(await inPage("/tag.html?a=1", "history.pushState({}, '', '?a=2')")).toEqual([
				"pageview /tag.html",
			]);
		});

		it("counts a view when the visitor goes back and forward", async () => {
			const { open, settle, collector, travel } = stage;
			const page = await open("/tag.html");
			await page.evaluate("history.pushState({}, '', '/next')");
			await settle(page);
			await travel(page, -1);
			await settle(page);
			await travel(page, 1);
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /tag.html",
				"pageview /next",
				"pageview /tag.html",
				"pageview /next",
			]);
		});

		it("counts a view for each hash route, each with its own query", async () =>
			expect(
				await inPage(
					"/tag.html?utm_source=mail",
					`location.hash = "#/cart";
				 setTimeout(() => { location.hash = "#!/cart/pay?step=1"; })`,
				),
			).toEqual([
				"pageview /tag.html?utm_source=mail",
				"pageview /cart?utm_source=mail",
				"pageview /cart/pay?step=1",
			]));

		it("counts no view for an anchor", async () =>
			expect(await inPage("/tag.html", "location.hash = 'chapter-2'")).toEqual([
				"pageview /tag.html",
			]));

		it("counts a view for an anchor if the site tracks fragments", async () => {
			stage.collector.settings = { ...defaultConfiguration, trackUrlFragments: true };
			expect(await inPage("/tag.html", "location.hash = 'chapter-2'")).toEqual([
				"pageview /tag.html",
				"pageview /tag.html#chapter-2",
			]);
		});

		it("counts no view if the site tracks only loads, and a load counts none if it tracks only navigations", async () => {
			stage.collector.settings = { ...defaultConfiguration, trackSpaNavigation: false };
			expect(await inPage("/tag.html", "history.pushState({}, '', '/next')")).toEqual([
				"pageview /tag.html",
			]);
			stage.collector.reset();
			stage.collector.settings = { ...defaultConfiguration, trackInitialPageView: false };
			const page = await stage.open("/tag.html");
			await page.evaluate("history.replaceState({}, ''); history.pushState({}, '', '/next')");
			await stage.collector.event(({ type }) => type === "pageview");
			expect(stage.collector.story()).toEqual(["pageview /next"]);
		});

		it("counts one view each, however the page navigates", async () => {
			stage.pages.before = `{
				// A library that puts its own in front of the browser's before the tracker is there.
				const own = history.pushState;
				history.pushState = function (...entry) { return own.apply(this, entry); };
				addEventListener("load", () => {
					const tracked = history.replaceState;
					history.replaceState = function (...entry) { return tracked.apply(this, entry); };
				});
			}`;
			const page = await stage.open("/tag.html");
			for (const move of [
				"History.prototype.pushState.call(history, {}, '', '/of-prototype')",
				"History.prototype.replaceState.call(history, {}, '', '/replaced')",
				"history.pushState({}, '', '/of-library')",
				"history.replaceState({}, '', '/of-late-library')",
			]) {
				await page.evaluate(move);
				const { href } = new URL(await page.url());
				await stage.collector.event(
					({ type, pathname }) => type === "pageview" && href.endsWith(pathname ?? ""),
				);
			}
			await stage.settle(page);
			expect(stage.collector.story()).toEqual([
				"pageview /tag.html",
				"pageview /of-prototype",
				"pageview /replaced",
				"pageview /of-library",
				"pageview /of-late-library",
			]);
		});

		it("has the title that the page sets soon after, even if an event comes in between", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.evaluate(
				"history.pushState({}, '', '/next'); footfall.event('at'); new Promise((done) => setTimeout(done)).then(() => { document.title = 'Next'; })",
			);
			await settle(page);
			expect(
				collector.events
					.filter(({ type }) => type !== "engagement")
					.map(({ page_title, pathname }) => [pathname, page_title]),
			).toEqual([
				["/tag.html", "A page with the tag"],
				["/next", "Next"],
				["/next", "Next"],
				["/next", "Next"],
			]);
		});

		it("sends the previous page as its referrer", async () => {
			const page = await stage.open("/tag.html");
			await page.evaluate("history.pushState({}, '', '/next')");
			const view = await stage.collector.event(({ pathname }) => pathname === "/next");
			expect(view.referrer).toBe(`${stage.pages.origin}/tag.html`);
		});

		it("counts after half a second on the page, so that redirects on the way do not count", async () => {
			const page = await stage.open("/bare-tag.html");
			await page.evaluate(
				"history.pushState({}, '', '/redirect'); history.replaceState({}, '', '/there')",
			);
			await stage.collector.event(({ pathname }) => pathname === "/there");
			expect(stage.collector.story()).toEqual(["pageview /bare-tag.html", "pageview /there"]);
		});

		it("counts within that half second too when the visitor leaves", async () => {
			const page = await stage.open("/bare-tag.html");
			await stage.collector.event(({ type }) => type === "pageview");
			await page.evaluate("history.pushState({}, '', '/short'); location.href = '/plain.html'");
			await stage.collector.event(({ pathname }) => pathname === "/short");
			expect(stage.collector.story()).toEqual(["pageview /bare-tag.html", "pageview /short"]);
		});

		it("is detected in browsers without the Navigation API too", async () => {
			const { collector, open, pages, settle, travel } = stage;
			pages.before = "Object.defineProperty(window, 'navigation', { value: undefined })";
			const page = await open("/tag.html");
			await page.evaluate("history.pushState({}, '', '/pushed')");
			await settle(page);
			await page.evaluate("history.replaceState({}, '', '/replaced'); history.replaceState(1, '')");
			await settle(page);
			await travel(page, -1);
			await settle(page);
			await page.evaluate("location.hash = '#/route'");
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /tag.html",
				"pageview /pushed",
				"pageview /replaced",
				"pageview /tag.html",
				"pageview /route",
			]);
		});
	});

	describe("hidden paths", () => {
		it("are masked by their pattern, without a query, or skipped together with their events", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/masked.html");
			await collector.event(({ type }) => type === "pageview");
			for (const path of [
				"/user/7?tab=1",
				"/user/8/edit",
				"/order/9/pay",
				"/admin/x/y",
				"/draft-12",
			]) {
				await page.evaluate(`history.pushState({}, '', '${path}'); footfall.event('at')`);
				await page.evaluate("new Promise((done) => setTimeout(done))");
			}
			await page.evaluate("history.pushState({}, '', '/user/8')");
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /masked.html",
				"pageview /user/*",
				"custom_event at /user/*",
				"pageview /user/8/edit",
				"custom_event at /user/8/edit",
				"pageview /order/**",
				"custom_event at /order/**",
				"pageview /user/*",
			]);
			expect(JSON.stringify(collector.events)).not.toContain("/user/7");
		});

		it("are not sent, nor is anything else, when the code that hides them fails to load", async () => {
			const { collector, open, settle } = stage;
			collector.scripts.set("/api/rare.js", "throw new Error('Away')");
			const page = await open("/masked.html");
			await page.evaluate("footfall.event('at')");
			await collector.request(({ path }) => path.startsWith("/api/rare.js"));
			await settle(await open("/tag.html"));
			expect(collector.story()).toEqual(["pageview /tag.html"]);
		});
	});
});
