import type { ClientEvent, ClientEventType } from "@footfall/shared/event";
import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

inEveryEngine((stage) => {
	const propertiesOf = (type: ClientEventType): unknown[] =>
		stage.collector.events
			.filter((event: ClientEvent) => event.type === type)
			.map(({ properties }) => (properties === undefined ? undefined : JSON.parse(properties)));

	describe("buttons", () => {
		it("are reported with their text and properties, once a second, unless they name an event", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackButtonClicks: true };
			const page = await open("/captures.html");
			// In the same task: on a busy machine a double click may take longer than the second.
			await page.evaluate("for (const _ of [1, 2]) document.querySelector('#plain i').click()");
			await page.click("#named");
			await page.click("#submit");
			await page.click("#text");
			await page.evaluate("text.role = 'button'");
			await page.click("#text");
			await settle(page);
			expect(propertiesOf("button_click")).toEqual([
				{ text: "Add to cart", place: "top" },
				{ text: "Join" },
				{ text: "Some text to copy" },
			]);
		});
	});

	describe("downloads", () => {
		it("are links to files, or links with a download attribute", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackDownloads: true };
			const page = await open("/captures.html");
			for (const link of ["#file-name", "#saved", "#page"]) await page.click(link);
			await settle(page);
			const downloads = collector.events.flatMap((event) =>
				event.type === "custom_event" && event.event_name === "download" ? [event.properties] : [],
			);
			const origin = await page.evaluate("location.origin");
			expect(downloads.map((properties) => JSON.parse(properties ?? ""))).toEqual([
				{ url: `${origin}/price%20list.pdf` },
				{ url: `${origin}/plain.html` },
			]);
		});
	});

	describe("copying", () => {
		it("is reported with the text, or with its beginning and its length if it is long", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackCopy: true };
			const page = await open("/captures.html");
			await page.click("#copy");
			await page.evaluate("text.textContent = 'x'.repeat(600)");
			await page.click("#copy");
			await settle(page);
			expect(propertiesOf("copy")).toEqual([
				{ sourceElement: "p", text: "Some text to copy" },
				{ sourceElement: "p", text: "x".repeat(500), textLength: 600 },
			]);
		});
	});

	describe("forms", () => {
		it("report which field was changed and what was submitted, never the values", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackFormInteractions: true };
			const page = await open("/captures.html");
			await page.click("#email");
			await page.type("someone@example.com");
			await page.click("#password");
			await page.type("hunter2");
			await page.evaluate(
				"for (const id of ['plan', 'secret', 'fixed']) document.getElementById(id).dispatchEvent(new Event('change', { bubbles: true }))",
			);
			await page.click("#submit");
			await settle(page);
			expect(propertiesOf("input_change")).toEqual([
				{ element: "input", inputName: "email" },
				{ element: "select", inputName: "plan" },
			]);
			expect(propertiesOf("form_submit")).toEqual([
				{
					formId: "signup",
					formName: "signup-form",
					formAction: "/plain.html",
					method: "post",
					fieldCount: 6,
				},
			]);
			expect(JSON.stringify(collector.requests)).not.toMatch(/someone|hunter2/);
		});
	});

	describe("forms in open shadow trees", () => {
		it("are reported like other forms", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackFormInteractions: true };
			const page = await open("/shadow-form.html");
			await page.evaluate("enter()");
			await page.type("someone@example.com");
			await page.pressEnter();
			await settle(page);
			expect(propertiesOf("input_change")).toEqual([{ element: "input", inputName: "email" }]);
			expect(propertiesOf("form_submit")).toEqual([
				{ formId: "join", formName: "", formAction: "/plain.html", method: "get", fieldCount: 2 },
			]);
		});
	});

	describe("captures that a site has not enabled", () => {
		it("report nothing", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/captures.html");
			await page.click("#plain");
			await page.click("#copy");
			await page.click("#email");
			await page.type("someone@example.com");
			await page.click("#submit");
			await page.evaluate("setTimeout(() => { throw new Error('unseen') }); undefined");
			await settle(page);
			expect(collector.story()).toEqual(["pageview /captures.html"]);
			expect(collector.requests.map(({ path }) => path)).not.toContain("/api/vitals.js");
		});
	});
});
