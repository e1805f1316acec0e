import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	describe("a page whose library overrides JSON serialization", () => {
		it.each([
			// As Prototype did before browsers knew JSON.
			"Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; }",
			"Object.prototype.toJSON = function () { return 'an object'; }",
			"String.prototype.toJSON = function () { return 'a text'; }",
		])("is counted like any other: %s", async (library) => {
			const { collector, open, pages, settle } = stage;
			pages.before = library;
			const page = await open("/tag.html");
			await page.evaluate(
				"footfall.event('buy', { list: [1, { deep: [2] }], at: new Date(0) }); footfall.identify('ada', { tags: ['a'] })",
			);
			const { traits } = await collector.identify(() => true);
			await settle(page);
			expect(collector.story()).toEqual(["pageview /tag.html", "custom_event buy /tag.html"]);
			const { properties } = await collector.event(({ event_name }) => event_name === "buy");
			expect(JSON.parse(properties ?? "")).toEqual({
				list: [1, { deep: [2] }],
				at: expect.any(String),
			});
			expect(traits).toEqual({ tags: ["a"] });
		});

		it("is recorded like any other", async () => {
			const { collector, open, pages } = stage;
			collector.settings = { ...defaultConfiguration, sessionReplay: true };
			pages.before = "Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; }";
			await open("/replay.html");
			const events = await collector.recording((all) => all.some(({ type }) => type === 2));
			expect(events.find(({ type }) => type === 2)).toMatchObject({
				data: { node: { childNodes: expect.any(Array) } },
			});
		});
	});

	describe("a page that has changed fetch", () => {
		it.each([
			["removed", "delete window.fetch"],
			["emptied", "window.fetch = undefined"],
			[
				"locked it",
				"Object.defineProperty(window, 'fetch', { value: Object.freeze(fetch.bind(window)) })",
			],
			["forbidden it", "window.fetch = () => { throw new Error('not allowed') }"],
			[
				"wrapped it without a result",
				"{ const own = fetch; window.fetch = (...values) => { own(...values); } }",
			],
			[
				"wrapped it to change responses",
				"{ const own = fetch; window.fetch = async (...values) => { await own(...values); } }",
			],
			[
				"wrapped it in a text",
				"{ const own = fetch; window.fetch = async (...values) => (await own(...values)).text() }",
			],
		])("is counted once: %s", async (_how, change) => {
			const { collector, open, pages, settle } = stage;
			pages.before = `failed = []; addEventListener("error", ({ message }) => { failed.push(message); });
				addEventListener("unhandledrejection", ({ reason }) => { failed.push(String(reason)); }); ${change}`;
			const page = await open("/tag.html");
			await page.evaluate("footfall.event('buy'); footfall.identify('ada')");
			await collector.identify(() => true);
			await settle(page);
			expect(collector.story()).toEqual(["pageview /tag.html", "custom_event buy /tag.html"]);
			expect(await page.evaluate("failed")).toEqual([]);
			const late = await open("/attributes-only.html");
			await settle(late);
			expect(collector.story().slice(2)).toEqual([
				"pageview /attributes-only.html",
				"custom_event early /attributes-only.html",
			]);
		});
	});

	describe("a page whose elements are named like properties", () => {
		it("is counted with its own title and its visitors' interactions", async () => {
			const { collector, open, settle } = stage;
			collector.settings = {
				...defaultConfiguration,
				trackButtonClicks: true,
				trackFormInteractions: true,
			};
			const page = await open("/clobbered.html");
			await page.click("#name");
			await page.type("someone");
			await page.click("#submit");
			await page.evaluate("history.pushState({}, '', '/next')");
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /clobbered.html",
				"input_change /clobbered.html",
				"button_click /clobbered.html",
				"form_submit /clobbered.html",
				"pageview /next",
			]);
			const [view, change, , submit] = collector.events;
			expect([view?.page_title, view?.referrer]).toEqual([
				"A page whose elements bear the names of properties",
				"",
			]);
			expect(JSON.parse(change?.properties ?? "")).toEqual({ element: "input", inputName: "name" });
			expect(JSON.parse(submit?.properties ?? "")).toEqual({
				formId: "settings",
				formName: "settings-form",
				formAction: "/plain.html",
				method: "get",
				fieldCount: 12,
			});
		});
	});
});
