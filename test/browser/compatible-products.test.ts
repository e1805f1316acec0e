import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

/** What these products tell sites to put beside their tags. */
const snippets = {
	plausible: `window.plausible = window.plausible || function() { (window.plausible.q = window.plausible.q || []).push(arguments) }`,
	newerPlausible: `window.plausible=window.plausible||function(){(plausible.q=plausible.q||[]).push(arguments)},plausible.init=plausible.init||function(i){plausible.o=i||{}};
		plausible.init()`,
	gtag: `window.dataLayer = window.dataLayer || [];
		function gtag(){dataLayer.push(arguments);}
		gtag('js', new Date());
		gtag('config', 'G-0000000000');`,
};

inEveryEngine((stage) => {
	/** The custom events so far, in order, with their properties. */
	const events = () =>
		stage.collector.events
			.filter(({ type, event_name }) => type === "custom_event" && event_name !== "sentinel")
			.map(({ event_name, properties }) => [event_name, JSON.parse(properties ?? "{}")]);

	describe("a page made for Plausible", () => {
		it("needs no more than another address in its tag", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `${snippets.plausible}; plausible("Early", { props: { plan: "pro" } })`;
			const page = await open("/plausible-tag.html");
			await page.evaluate(`addEventListener("submit", (submit) => submit.preventDefault())`);
			await collector.event(({ event_name }) => event_name === "Early");
			for (const button of ["b", "#dashes", "#other", "#send"]) await page.click(button);
			await page.evaluate(
				`plausible("Order", { props: { size: "L" }, revenue: { currency: "EUR", amount: 9.5 } });
				plausible("pageview");
				new Promise((callback) => plausible("Called back", { callback }))`,
			);
			await settle(page);
			expect(events()).toEqual([
				["Early", { plan: "pro" }],
				["Sign up", { place: "top bar" }],
				["Dashes", {}],
				["Contact", {}],
				["Order", { size: "L", currency: "EUR", amount: 9.5 }],
				["Called back", {}],
			]);
			expect(collector.story().filter((line) => line.startsWith("pageview"))).toEqual([
				"pageview /plausible-tag.html",
				"pageview /plausible-tag.html",
			]);
		});

		it("may have the newer snippet, before the script and after it", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `${snippets.newerPlausible}; plausible("Before")`;
			const page = await open("/plausible-tag.html");
			await collector.event(({ event_name }) => event_name === "Before");
			await page.evaluate(`${snippets.newerPlausible}; plausible("After")`);
			await settle(page);
			expect(events()).toEqual([
				["Before", {}],
				["After", {}],
			]);
		});

		it("keeps Plausible's own tracker where that is there", async () => {
			const { open, pages, settle } = stage;
			pages.before = "theirs = plausible = Object.assign(() => {}, { l: true })";
			const page = await open("/plausible-tag.html");
			await page.click("#dashes");
			await settle(page);
			expect(await page.evaluate("plausible === theirs")).toBe(true);
			expect(events()).toEqual([]);
		});
	});

	describe("a page made for Umami", () => {
		it("needs no more than another address in its tag", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/umami-tag.html");
			await collector.event(({ type }) => type === "pageview");
			await page.click("b");
			await page.evaluate(
				`umami.track("signup").then(() => umami.track("purchase", { price: 29.99 }));
				umami.track((props) => ({ ...props, name: "made", data: { url: props.url } }));
				umami.track(() => undefined);
				umami.track()`,
			);
			await page.evaluate(
				`umami.identify("ada", { plan: "pro" }).then(() => umami.identify({ seats: 3 }))`,
			);
			await settle(page);
			expect(events()).toEqual([
				["Signup button", { plan: "pro", id: "123" }],
				["signup", {}],
				["made", { url: "/umami-tag.html" }],
				["purchase", { price: 29.99 }],
			]);
			expect(collector.story().filter((line) => line.startsWith("pageview"))).toHaveLength(2);
			for (const traits of [{ plan: "pro" }, { seats: 3 }]) {
				const { user_id } = await collector.identify(
					(identify) => JSON.stringify(identify.traits) === JSON.stringify(traits),
				);
				expect(user_id).toBe("ada");
			}
		});
	});

	describe("a page made for Google Analytics", () => {
		it("needs no more than another address in its tag", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `${snippets.gtag} gtag("event", "early", { method: "Google" })`;
			const page = await open("/gtag-tag.html");
			await collector.event(({ event_name }) => event_name === "early");
			await page.evaluate(
				`gtag("event", "purchase", { value: 30.03, items: [{ item_id: "a" }] });
				gtag("event", "page_view");
				gtag("set", { user_id: "ada" });
				gtag("set", "user_properties", { plan: "pro" });
				gtag("consent", "update", { ad_storage: "granted" });
				dataLayer.push({ event: "add_to_cart", size: "L" }, { event: "gtm.js" }, { plan: "pro" }, null);
				new Promise((event_callback) => gtag("event", "last", { event_callback }))`,
			);
			await settle(page);
			expect(events()).toEqual([
				["early", { method: "Google" }],
				["purchase", { value: 30.03, items: [{ item_id: "a" }] }],
				["add_to_cart", { size: "L" }],
				["last", {}],
			]);
			expect(collector.story().filter((line) => line.startsWith("pageview"))).toHaveLength(2);
			await collector.identify(({ traits }) => traits?.["plan"] === "pro");
		});
	});
});
