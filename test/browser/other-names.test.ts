import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	describe("a tag as inserted by plugins for Rybbit", () => {
		it("works under both names, in calls and in attributes", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackButtonClicks: true };
			const page = await open("/rybbit-tag.html");
			await collector.event(({ type }) => type === "pageview");
			for (const button of ["#theirs", "#ours", "#plain"]) await page.click(button);
			await page.evaluate("rybbit.event('called', { by: 'rybbit' })");
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /rybbit-tag.html",
				"custom_event theirs /rybbit-tag.html",
				"custom_event ours /rybbit-tag.html",
				"button_click /rybbit-tag.html",
				"custom_event called /rybbit-tag.html",
			]);
			expect(collector.events.slice(1, 5).map(({ properties }) => properties)).toEqual([
				'{"plan":"pro"}',
				'{"plan":"free"}',
				'{"place":"top","text":"Plain"}',
				'{"by":"rybbit"}',
			]);
			expect(await page.evaluate("rybbit === footfall")).toBe(true);
		});

		it("has no feature flags, so that pages get their fallbacks", async () => {
			const page = await stage.open("/rybbit-tag.html");
			expect(
				await page.evaluate(
					`[rybbit.flag("a"), rybbit.flag("a", false), rybbit.flagPayload("a", { b: 1 }), rybbit.flags(), rybbit.flagPayloads()].map(
						(flag) => JSON.stringify(flag) ?? "none",
					)`,
				),
			).toEqual(["none", "false", '{"b":1}', "{}", "{}"]);
			expect(
				await page.evaluate(`new Promise((done) => rybbit.onReady((api) => done(api === rybbit)))`),
			).toBe(true);
		});

		it("replaces a stub and makes the calls queued in it", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = "rybbit = { q: [['event', 'waited']], pageview() {}, event() {} }";
			await settle(await open("/rybbit-tag.html"));
			pages.before = "rybbit = { _isStub: true, pageview() {}, event() {} }";
			const page = await open("/rybbit-tag.html");
			await page.evaluate("rybbit.event('after')");
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /rybbit-tag.html",
				"custom_event waited /rybbit-tag.html",
				"pageview /rybbit-tag.html",
				"custom_event after /rybbit-tag.html",
			]);
		});

		it("does not replace another tracker with that name", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = "theirs = rybbit = { pageview() {} }";
			const page = await open("/rybbit-tag.html");
			await settle(page);
			expect(await page.evaluate("rybbit === theirs && rybbit !== footfall")).toBe(true);
			expect(collector.story()).toEqual(["pageview /rybbit-tag.html"]);
		});

		it.each(["localStorage.setItem('disable-rybbit', '')", "window.__RYBBIT_OPTOUT__ = true"])(
			"sends nothing after %s, and its calls do not throw",
			async (optOut) => {
				const { collector, open, pages } = stage;
				pages.before = optOut;
				const page = await open("/rybbit-tag.html");
				await page.evaluate("rybbit.event('no'); footfall.event('no'); rybbit.identify('u1')");
				await page.goto(`${pages.origin}/plain.html`);
				await page.evaluate(`fetch("${collector.origin}/fence").then(() => {})`);
				expect(collector.requests.map(({ path }) => path)).toEqual(["/api/script.js", "/fence"]);
			},
		);

		it("keeps the user under both names until cleared, even one that was set before", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = "localStorage.setItem('rybbit-user-id', 'u0')";
			const page = await open("/rybbit-tag.html");
			await settle(page);
			const kept = () =>
				page.evaluate(
					"['footfall', 'rybbit'].map((name) => localStorage.getItem(name + '-user-id'))",
				);
			expect(await kept()).toEqual(["u0", "u0"]);
			await page.evaluate("rybbit.identify('u1')");
			expect(await kept()).toEqual(["u1", "u1"]);
			await settle(page);
			await page.evaluate("rybbit.clearUserId()");
			expect(await kept()).toEqual([null, null]);
			await settle(page);
			expect(
				collector.events
					.filter(({ event_name }) => event_name === "sentinel")
					.map(({ user_id }) => user_id),
			).toEqual(["u0", "u1", undefined]);
		});
	});

	describe("a tag with its site in the URL, or with a name of its own", () => {
		it.each(["/tag.html", "/namespaced.html"])("works under that name alone: %s", async (path) => {
			const page = await stage.open(path);
			await stage.collector.event(({ type }) => type === "pageview");
			expect(await page.evaluate("typeof rybbit")).toBe("undefined");
		});
	});
});
