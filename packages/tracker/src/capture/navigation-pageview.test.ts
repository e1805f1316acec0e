// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => history.replaceState(null, "", "/start"));

describe("navigations", () => {
	it("count as views once they have lasted for the debounce time", async () => {
		const { sent } = await recordTracker(["navigationPageview"], { debounceMs: 300 });
		history.pushState(null, "", "/redirect");
		await vi.advanceTimersByTimeAsync(299);
		history.replaceState(null, "", "/there");
		await vi.advanceTimersByTimeAsync(299);
		expect(await sent()).toMatchObject([{ type: "pageview", pathname: "/there" }]);
	});

	it("do not count if they lead back before that", async () => {
		const { sent } = await recordTracker(["navigationPageview"]);
		history.pushState(null, "", "/elsewhere");
		history.pushState(null, "", "/start");
		expect(await sent()).toEqual([]);
	});

	it("do not count for an address that the page itself has just counted", async () => {
		const { tracker, sent } = await recordTracker(["navigationPageview"]);
		history.pushState(null, "", "/by-hand");
		tracker.pageview();
		expect(await sent()).toMatchObject([{ pathname: "/by-hand" }]);
	});

	it("count immediately when the page is left", async () => {
		const { sent } = await recordTracker(["navigationPageview"]);
		history.pushState(null, "", "/short");
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		expect(await sent()).toMatchObject([{ pathname: "/short" }]);
	});

	it("count as soon as any other event happens on the new page", async () => {
		const { tracker, sent } = await recordTracker(["engagement", "navigationPageview"]);
		await vi.advanceTimersByTimeAsync(1000);
		history.pushState(null, "", "/shop");
		tracker.event("buy");
		tracker.event("pay");
		expect((await sent()).map(({ type, pathname, seq }) => [seq, type, pathname])).toEqual([
			[0, "engagement", "/start"],
			[1, "pageview", "/shop"],
			[2, "custom_event", "/shop"],
			[3, "custom_event", "/shop"],
		]);
	});

	it("do not count for an event of the previous page", async () => {
		const { tracker, sent } = await recordTracker(["navigationPageview"]);
		tracker.event("buy");
		history.pushState(null, "", "/shop");
		history.replaceState(null, "", "/start");
		tracker.event("stay");
		expect((await sent()).map(({ type, pathname }) => [type, pathname])).toEqual([
			["custom_event", "/start"],
			["custom_event", "/start"],
		]);
	});

	it("do not count once uninstalled, and the page's own history still works", async () => {
		const { sent, tracker } = await recordTracker(["navigationPageview"]);
		tracker.shutdown();
		history.pushState({ n: 1 }, "", "/late");
		expect([location.pathname, history.state]).toEqual(["/late", { n: 1 }]);
		expect(await sent()).toEqual([]);
	});
});
