import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const hints = (page: { evaluate: <Value>(code: string) => Promise<Value> }) =>
		page.evaluate<string[]>("said");
	const listen = "said = []; console.warn = (...words) => { said.push(words.join(' ')); };";
	const tracked = () => stage.collector.requests.filter(({ path }) => path.includes("/track"));

	describe("a server URL in an unusual form", () => {
		it.each([
			["with a slash at its end", "/api/"],
			["without its path", ""],
			["without its path, with a slash", "/"],
			["with slashes", "/api//"],
			["as the manual says", "/api"],
		])("is understood %s", async (_how, path) => {
			const { collector, open, pages, settle } = stage;
			pages.tag = `src="${collector.origin}/api/script.js?siteId=1" data-host="${collector.origin}${path}" defer`;
			await settle(await open("/free-tag.html"));
			expect(collector.story()).toEqual(["pageview /free-tag.html"]);
			expect(new Set(tracked().map(({ path: to }) => to))).toEqual(new Set(["/api/track"]));
		});
	});

	describe("a path that does not exist", () => {
		it.each([403, 404])(
			"is reported once on the console when it returns %i, and is not requested again",
			async (status) => {
				const { collector, open, pages } = stage;
				pages.before = listen;
				collector.refuseNext(
					...Array.from({ length: 9 }, () => ({ status, text: "<html>no</html>" })),
				);
				const page = await open("/tag.html");
				await collector.request(({ path }) => path === "/api/track");
				await page.evaluate("footfall.event('one')");
				await collector.request(({ body }) => body.includes('"one"'));
				await stage.lookAt(page, 2500);
				expect(tracked()).toHaveLength(2);
				expect(await hints(page)).toEqual([
					`footfall: not sent ${collector.origin}/api/track returns ${status}: is this the server's address?`,
				]);
				expect(await page.evaluate("localStorage.length")).toBe(0);
			},
		);
	});

	describe("a document that is no visitable page", () => {
		it("sends nothing, and its calls do not throw: frames of srcdoc, blob and data", async () => {
			const { collector, open } = stage;
			const page = await open("/without-place.html");
			expect(await page.evaluate("run()")).toBe("all ran");
			await stage.lookAt(page, 700);
			expect(tracked()).toEqual([]);
			expect(collector.requests.length).toBeGreaterThanOrEqual(3);
		});
	});

	describe("a tag that lists hosts", () => {
		it.each([
			["shop.example, localhost", ["pageview /free-tag.html"]],
			["shop.example", []],
		])("counts on these hosts only: %s", async (domains, story) => {
			const { collector, open, pages } = stage;
			pages.tag = `src="${collector.origin}/api/script.js?siteId=1" data-domains="${domains}" defer`;
			const page = await open("/free-tag.html");
			await page.evaluate("footfall.event('sentinel')");
			if (story[0]) await collector.sentinel();
			else await stage.lookAt(page, 700);
			expect(collector.story()).toEqual(story);
		});
	});

	describe("a tag before the title", () => {
		it("counts its page by the title that follows it", async () => {
			const { collector, open, pages, settle } = stage;
			setTimeout(pages.signal, 300);
			const page = await open("/early-tag.html");
			await settle(page);
			expect(collector.events.map(({ page_title }) => page_title)).toEqual([
				"A title after the tag",
				"A title after the tag",
			]);
		});
	});

	describe("a tag that is a module", () => {
		it.each(["siteId", "site-id", "site_id"])("is found by %s in its URL", async (name) => {
			const { collector, open, pages, settle } = stage;
			pages.tag = `src="${collector.origin}/api/script.js?${name}=1" type="module" crossorigin`;
			await settle(await open("/free-tag.html"));
			expect(collector.story()).toEqual(["pageview /free-tag.html"]);
		});
	});

	describe("the referrer", () => {
		it("is sent without its query when it is another site's", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = "Object.defineProperty(Document.prototype, 'referrer', { get: () => from });";
			const from = (address: string) => {
				pages.before = `Object.defineProperty(Document.prototype, 'referrer', { get: () => ${JSON.stringify(address)} });`;
				return open("/tag.html");
			};
			await settle(await from("https://mail.example/read?token=secret#top"));
			await settle(await from(`${pages.origin}/list?page=2`));
			const views = collector.events.filter(({ type }) => type === "pageview");
			expect(views.map(({ referrer }) => referrer)).toEqual([
				"https://mail.example/read",
				`${pages.origin}/list?page=2`,
			]);
		});
	});
});
