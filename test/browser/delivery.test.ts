import type { ClientEvent } from "@footfall/shared/event";
import type { CollectedRequest } from "@footfall/testing/browser/collector";
import { absent, inEveryEngine } from "@footfall/testing/browser/in-every-engine";
import { readSentBody } from "@footfall/testing/browser/sent-body";
import { eventually } from "@footfall/testing/eventually";
import { describe, expect, it } from "vitest";

const tracked = ({ path }: CollectedRequest) => path === "/api/track";
const named = (name: string) => (event: ClientEvent) => event.event_name === name;
const pageview = ({ type }: ClientEvent) => type === "pageview";

inEveryEngine((stage) => {
	const batches = () =>
		stage.collector.requests.filter(tracked).map(({ body }) => readSentBody(body));

	describe("delivery", () => {
		it("sends events of the same moment in one request", async () => {
			const { collector, open } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			await page.evaluate("for (let i = 0; i < 20; i++) footfall.event('e' + i)");
			await collector.event(named("e19"));
			expect(batches().map(({ events }) => events.length)).toEqual([1, 20]);
		});

		it.each([503, 500, 429, 400])(
			"retries after a response of %i, with the same ids",
			async (status) => {
				const { collector, open, settle } = stage;
				collector.refuseNext({ status });
				const page = await open("/tag.html");
				await settle(page);
				expect(collector.story()).toEqual(["pageview /tag.html"]);
				const [refused, ...later] = batches();
				const [view] = refused?.events ?? [];
				// Earlier events may have left before it.
				const nth = view?.["seq"];
				expect(nth).toBeDefined();
				const accepted = later.find(({ events }) => events.some((event) => event["seq"] === nth));
				expect(accepted?.events).toContainEqual(view);
				expect(accepted?.sentAt).toBeGreaterThan(refused?.sentAt ?? Number.NaN);
			},
		);

		it.each([503, 429])("waits as long as a %i response requests", async (status) => {
			const { collector, open } = stage;
			collector.refuseNext({ status, headers: { "retry-after": "2" } });
			const page = await open("/tag.html");
			await page.evaluate("footfall.event('meanwhile')");
			await collector.event(pageview);
			const [refused, accepted] = batches();
			expect(accepted?.events).toHaveLength(2);
			expect((accepted?.sentAt ?? 0) - (refused?.sentAt ?? 0)).toBeGreaterThanOrEqual(2000);
		});

		it("does not retry what the server will never accept", async () => {
			const { collector, open, settle } = stage;
			collector.refuseNext({ status: 403 });
			const page = await open("/tag.html");
			await collector.request(tracked);
			await page.evaluate("footfall.event('next')");
			await collector.event(named("next"));
			expect(collector.story()).toEqual(["custom_event next /tag.html"]);
			await page.close();
			const later = await open("/tag.html?later");
			await collector.event(pageview);
			await later.evaluate("footfall.event('last')");
			await collector.event(named("last"));
			expect(collector.story()).toEqual([
				"custom_event next /tag.html",
				"pageview /tag.html?later",
				"custom_event last /tag.html?later",
			]);
			await settle(later);
		});

		it("delivers events from an offline period once the network is back", async (context) => {
			const { browser, collector, open, settle, until } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			if (!browser.setOffline) {
				absent(context, "remote control cannot take its network away");
				return;
			}
			await browser.setOffline(page, true);
			await page.evaluate(
				"history.pushState({}, '', '/offline'); new Promise((done) => setTimeout(done)).then(() => footfall.event('alone'))",
			);
			await until(page, "localStorage.length === 1");
			await browser.setOffline(page, false);
			await settle(page);
			expect(collector.story()).toEqual([
				"pageview /tag.html",
				"pageview /offline",
				"custom_event alone /offline",
			]);
			await until(page, "localStorage.length === 0");
		});

		it("delivers events from a server outage once the server is reachable", async () => {
			const { collector, open, settle, until } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			collector.isAway = true;
			await page.evaluate("footfall.event('alone')");
			await until(page, "localStorage.length === 1");
			collector.isAway = false;
			await page.evaluate("dispatchEvent(new Event('online'))");
			await settle(page);
			expect(collector.story()).toEqual(["pageview /tag.html", "custom_event alone /tag.html"]);
			await until(page, "localStorage.length === 0");
		});

		it("loses nothing on a page that stays open, however much waits for the server", async () => {
			const { collector, open } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			collector.refuseNext({ status: 503 });
			await page.evaluate(
				"for (let i = 0; i < 60; i++) footfall.event('big', { i, text: 'x'.repeat(1900) })",
			);
			await collector.event(({ properties }) => properties?.startsWith('{"i":59') ?? false);
			await stage.until(page, "localStorage.length === 0");
			expect(collector.events.filter(named("big"))).toHaveLength(60);
		});

		it("delivers from the next page what a page could not deliver", async () => {
			const { collector, open, pages, settle, until } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			collector.refuseNext(...Array.from({ length: 3 }, () => ({ status: 503 })));
			await page.evaluate("footfall.event('late')");
			await until(page, "localStorage.length === 1");
			await page.goto(`${pages.origin}/plain.html`);
			collector.reset();
			await settle(await open("/tag.html?next"));
			expect(collector.events.filter(named("late"))).toHaveLength(1);
			expect(collector.story()).toContain("pageview /tag.html?next");
		});

		it("keeps within the 64 KiB that a page may have in flight, and loses nothing", async () => {
			const { collector, open, settle } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			await page.evaluate(
				"for (let i = 0; i < 40; i++) footfall.event('big', { i, text: 'é'.repeat(1900) })",
			);
			await settle(page);
			const sizes = collector.requests.filter(tracked).map(({ body }) => Buffer.byteLength(body));
			expect(Math.max(...sizes)).toBeLessThan(65_536);
			expect(collector.events.filter(named("big"))).toHaveLength(40);
		});

		it("keeps for the next page what does not fit into the last request of a page", async () => {
			const { collector, open, pages } = stage;
			const page = await open("/tag.html");
			await collector.event(pageview);
			await page.evaluate(`
				for (let i = 0; i < 60; i++) footfall.event('big', { i, text: 'x'.repeat(1900) });
				location.href = '${pages.origin}/plain.html';
			`);
			// A page may still be sending when the next one is already shown; a page that leaves slowly keeps nothing.
			const isLast = /"i\\*":59,/;
			const isDelivered = () =>
				collector.events.some(({ properties = "" }) => isLast.test(properties));
			const left = () => page.evaluate("JSON.stringify(localStorage)").catch(() => "");
			await eventually(
				async () => isDelivered() || isLast.test(`${await left()}`),
				(isSafe) => isSafe,
			);
			await open("/tag.html?next");
			await collector.event(({ properties }) => properties?.startsWith('{"i":59') ?? false);
			expect(collector.events.filter(named("big"))).toHaveLength(60);
		});

		it("sends an event without properties that are too long, and logs that to the console", async () => {
			const { collector, open, pages } = stage;
			pages.before = "said = []; console.warn = (...words) => { said.push(words.join(' ')); };";
			const page = await open("/tag.html");
			await page.evaluate("footfall.event('long', { text: 'x'.repeat(2048) })");
			expect(await page.evaluate("said")).toEqual([
				expect.stringContaining("footfall: properties left out"),
			]);
			const event = await collector.event(named("long"));
			expect(event.properties).toBe(undefined);
		});
	});
});
