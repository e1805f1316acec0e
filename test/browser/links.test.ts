import type { ClientEvent } from "@footfall/shared/event";
import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { absent, inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { brings } from "@footfall/testing/browser/sent-body";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const outbound = () => stage.collector.event(({ type }) => type === "outbound");
	const elsewhere = () => `${stage.collector.origin}/elsewhere`;
	const arrival = () => stage.collector.request(({ path }) => path === "/elsewhere");
	const properties = (event: ClientEvent) => JSON.parse(event.properties ?? "");

	describe("a link to another site", () => {
		it("is reported when a plain click leaves the page", async () => {
			const { collector, open } = stage;
			const page = await open("/links.html");
			await page.click("#out b");
			await arrival();
			expect(properties(await outbound())).toEqual({
				url: elsewhere(),
				text: "Go elsewhere",
				target: "_self",
			});
			expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
		});

		it("does not wait for a collector that never answers", async () => {
			const { collector, open } = stage;
			collector.isMute = true;
			const page = await open("/links.html");
			await page.click("#out");
			await arrival();
			await collector.request(brings("outbound"));
		});

		it("is reported once when a middle click opens it in another tab", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/links.html");
			await page.click("#out", { button: "middle" });
			await arrival();
			await settle(page);
			expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
		});

		it("is reported once when a control click opens it in another tab", async (context) => {
			const { collector, open, settle } = stage;
			const page = await open("/links.html");
			await page.click("#out", { holding: "Control" });
			await arrival();
			await outbound();
			if ((await page.url()).includes("/links.html")) await settle(page);
			else absent(context, "a control click stays in its tab, and is reported all the same");
			expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
		});

		it("is reported when the keyboard opens it", async () => {
			const { collector, open } = stage;
			const page = await open("/links.html");
			await page.evaluate("document.getElementById('out').focus()");
			await page.pressEnter();
			await arrival();
			await outbound();
			expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
		});

		it("is reported when its target is another tab", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/links.html");
			await page.click("#tab");
			await arrival();
			await settle(page);
			expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
			expect(properties(await outbound())).toEqual({
				url: elsewhere(),
				text: "In a new tab",
				target: "_blank",
			});
		});

		it("is reported from inside a shadow tree", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/links.html");
			await page.click("#host");
			await arrival();
			await settle(page);
			expect(properties(await outbound())).toMatchObject({ text: "In a shadow" });
			expect(collector.story()).toEqual(["pageview /links.html", "outbound /links.html"]);
		});

		it("is reported when the page stops the propagation of the click", async () => {
			const page = await stage.open("/links.html");
			await page.click("#stopped");
			await arrival();
			await outbound();
		});
	});

	describe("a link in an SVG drawing", () => {
		it("is reported when it leads to another site", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/drawn-links.html");
			for (const shape of ["#words", "#shaped", "#inside"]) {
				await page.click(shape);
				await page.show();
			}
			await settle(page);
			const reported = collector.events.filter(({ type }) => type === "outbound");
			expect(reported.map(properties)).toEqual([
				{ url: elsewhere(), text: "Drawn", target: "_blank" },
				{ url: elsewhere(), text: "", target: "_blank" },
			]);
		});
	});

	describe("other links", () => {
		it("are not reported: internal links, mail, and right clicks", async () => {
			const { collector, open, pages, settle } = stage;
			const page = await open("/links.html");
			await page.click("#inside");
			await page.show();
			await page.evaluate("document.getElementById('mail').click()");
			await page.click("#out", { button: "right" });
			await settle(page);
			expect(pages.requests).toContain("/plain.html");
			expect(collector.story()).toEqual(["pageview /links.html"]);
		});

		it("are not reported either when the site has disabled outbound links", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackOutbound: false };
			const page = await open("/links.html");
			await page.click("#tab");
			await arrival();
			await settle(page);
			expect(collector.story()).toEqual(["pageview /links.html"]);
		});
	});

	describe("an element that names an event", () => {
		it("sends it with its properties when something in it is clicked", async () => {
			const { collector, open } = stage;
			const page = await open("/links.html");
			await page.click("#icon");
			expect(properties(await collector.event(({ event_name }) => event_name === "buy"))).toEqual({
				plan: "pro",
				seats: "3",
			});
		});

		it("is also reported as a link when it leads to another site", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/links.html");
			await page.click("#both");
			await arrival();
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /links.html",
				"outbound /links.html",
				"custom_event partner /links.html",
			]);
		});
	});
});
