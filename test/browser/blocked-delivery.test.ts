import type { ClientEvent } from "@footfall/shared/event";
import { defaultConfiguration } from "@footfall/testing/browser/collector";
import { inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { describe, expect, it } from "vitest";

const named = (name: string) => (event: ClientEvent) => event.event_name === name;
const pageview = ({ type }: ClientEvent) => type === "pageview";
/** The byte limit of a keepalive request. */
const MAX_BYTES = 65_536;

inEveryEngine((stage) => {
	const sizes = () =>
		stage.collector.requests
			.filter(({ path }) => path === "/api/track")
			.map(({ body }) => Buffer.byteLength(body));

	describe("events with more bytes than characters", () => {
		it("long error messages in Chinese do not hold up a browser's events", async () => {
			const { collector, open, settle } = stage;
			collector.settings = { ...defaultConfiguration, trackErrors: true };
			const page = await open("/captures.html");
			await collector.event(pageview);
			await page.evaluate(
				"Promise.reject(new Error('一'.repeat(9600))); Promise.reject(new Error('错'.repeat(9600))); footfall.event('order')",
			);
			await settle(page);
			await settle(await open("/captures.html?later"));
			expect(collector.story()).toEqual(
				[
					"pageview /captures.html",
					"error Error /captures.html",
					"error Error /captures.html",
					"custom_event order /captures.html",
					"pageview /captures.html?later",
				].map((line) => expect.stringContaining(line.split(" ").at(-1) ?? "")),
			);
			expect(collector.events.filter(named("order"))).toHaveLength(1);
			expect(await page.evaluate("localStorage.length")).toBe(0);
		});

		it.each([
			["Chinese", "'水'"],
			["emoji", "'👩‍👩‍👧'"],
			["halves of characters", "'\\\\ud83d'"],
			["line separators", "'\\\\u2028'"],
		])("sends them in requests that may outlive their page: %s", async (_what, text) => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			await page.evaluate(
				`for (let i = 0; i < 100; i++) footfall.event("big", { i, text: ${text}.repeat(200) })`,
			);
			await settle(page);
			expect(Math.max(...sizes())).toBeLessThanOrEqual(MAX_BYTES);
			expect(collector.events.filter(named("big"))).toHaveLength(100);
		});

		it("delivers them even when one event alone is larger than such a request", async () => {
			const { collector, open, pages, settle } = stage;
			pages.before = `document.title = "水".repeat(40_000)`;
			const page = await open("/bare-tag.html");
			await page.evaluate("document.title = 'Short'; footfall.event('after')");
			await settle(page);
			expect(collector.story().at(-1)).toContain("custom_event after");
		});
	});

	describe("an event that makes its request fail", () => {
		it("drops that event alone: events before and after it arrive, and the next event reports the loss", async () => {
			const { collector, open } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			collector.breakOff = (body) => body.includes("poison");
			await page.evaluate(
				"footfall.event('before'); footfall.event('poison'); footfall.event('after')",
			);
			await collector.event(named("before"));
			await collector.event(named("after"));
			// It is retried alone a few more times.
			await stage.until(page, "localStorage.length === 0");
			await page.evaluate("footfall.event('still')");
			const still = await collector.event(named("still"));
			expect(still.given_up).toBe(1);
			await page.close();
			await open("/tag.html?later");
			await collector.event(({ querystring }) => querystring === "?later");
			expect(collector.events.filter(named("poison"))).toEqual([]);
		});
	});

	describe("ten thousand events that cannot be delivered", () => {
		it("block the page only for the time to record them, and the last of them arrive", async () => {
			const { collector, open, until } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			collector.isAway = true;
			await page.evaluate(`
				longest = 0;
				{
					let before = performance.now();
					setInterval(() => {
						const now = performance.now();
						longest = Math.max(longest, now - before);
						before = now;
					}, 10);
				}
				made = 0;
				const make = () => {
					for (let i = 0; i < 1000; i++) footfall.event("many", { made: ++made });
					if (made < 10_000) setTimeout(make, 50);
				};
				make();
			`);
			await until(page, "made === 10_000 && localStorage.length === 1");
			await page.evaluate(
				"dispatchEvent(new Event('online')); dispatchEvent(new Event('pagehide'))",
			);
			expect(await page.evaluate<number>("longest")).toBeLessThan(3_000);
			collector.isAway = false;
			await page.evaluate("dispatchEvent(new Event('online')); footfall.event('last')");
			await collector.event(named("last"));
			await until(page, "localStorage.length === 0");
			const arrived = collector.events.filter(named("many"));
			expect(arrived.length).toBeGreaterThan(1_000);
			expect(arrived.at(-1)?.properties).toBe('{"made":10000}');
			const givenUp = collector.events.reduce((sum, { given_up = 0 }) => sum + given_up, 0);
			expect(arrived.length + givenUp).toBe(10_000);
		});
	});
});
