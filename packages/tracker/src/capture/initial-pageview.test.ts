// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { expect, it } from "vitest";

it("a load is a view, and so is a return from the back/forward cache, with another page id", async () => {
	const { sent } = await recordTracker(["initialPageview"]);
	window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
	window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
	const [first, second, ...more] = await sent();
	expect([first?.type, second?.type, more]).toEqual(["pageview", "pageview", []]);
	expect([first?.seq, second?.seq]).toEqual([0, 0]);
	expect(second?.page_id).not.toBe(first?.page_id);
});

it("a load is one view, however often the page is shown", async () => {
	const { sent } = await recordTracker(["initialPageview"]);
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
	expect((await sent()).map(({ type }) => type)).toEqual(["pageview"]);
});
