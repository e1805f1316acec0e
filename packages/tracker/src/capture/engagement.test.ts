// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.restoreAllMocks());

let hidden: ReturnType<typeof vi.spyOn> | undefined;
const hide = () => {
	hidden = vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
};
const show = () => {
	hidden?.mockRestore();
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
};
const engaged = async (sent: () => Promise<{ type: string }[]>) =>
	(await sent()).filter(({ type }) => type === "engagement");

/** Gives an element a size, because jsdom has no layout. */
const sized = (element: Element, height: number, scrollHeight: number, width = 1000) => {
	const sizes = { clientHeight: height, clientWidth: width, scrollHeight };
	for (const [name, value] of Object.entries(sizes))
		Object.defineProperty(element, name, { value, configurable: true });
	element.scrollTop = 0;
};

describe("engagement", () => {
	it("reports how long the page was visible, each time it is hidden", async () => {
		const { sent } = await recordTracker(["engagement"]);
		await vi.advanceTimersByTimeAsync(5000);
		hide();
		await vi.advanceTimersByTimeAsync(60_000);
		show();
		await vi.advanceTimersByTimeAsync(2000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ ms_visible: 5000 }, { ms_visible: 2000 }]);
	});

	it("is reported once if leaving fires two events", async () => {
		const { sent } = await recordTracker(["engagement"]);
		await vi.advanceTimersByTimeAsync(5000);
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		await vi.advanceTimersByTimeAsync(1);
		hide();
		expect(await engaged(sent)).toMatchObject([{ ms_visible: 5000 }]);
	});

	it("excludes the time in the back/forward cache", async () => {
		const { sent } = await recordTracker(["engagement"]);
		await vi.advanceTimersByTimeAsync(5000);
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		await vi.advanceTimersByTimeAsync(3_600_000);
		window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		await vi.advanceTimersByTimeAsync(2000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ ms_visible: 5000 }, { ms_visible: 2000 }]);
	});

	it("includes the maximum scroll depth of the page", async () => {
		const page = document.documentElement;
		sized(page, 1000, 4000);
		const { sent } = await recordTracker(["engagement"]);
		for (const y of [0, 1500, 200]) {
			page.scrollTop = y;
			document.dispatchEvent(new Event("scroll"));
		}
		await vi.advanceTimersByTimeAsync(1000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ scroll_depth: 63 }]);
	});

	it("includes the depth of the largest scrollable element, if it is larger than the page", async () => {
		document.body.innerHTML = "<main></main><aside></aside>";
		sized(document.documentElement, 1000, 1000);
		const [main, aside] = document.body.children as unknown as [Element, Element];
		sized(main, 900, 3000);
		sized(aside, 900, 9000, 100);
		const { sent } = await recordTracker(["engagement"]);
		for (const element of [aside, main]) {
			element.scrollTop = 600;
			element.dispatchEvent(new Event("scroll"));
		}
		await vi.advanceTimersByTimeAsync(1000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ scroll_depth: 50 }]);
	});

	it("uses the page's depth again once the element is gone", async () => {
		document.body.innerHTML = "<main></main>";
		sized(document.documentElement, 1000, 2000);
		const [main] = document.body.children as unknown as [Element];
		sized(main, 900, 3000);
		const { sent } = await recordTracker(["engagement"]);
		main.dispatchEvent(new Event("scroll"));
		sized(main, 0, 0, 0);
		await vi.advanceTimersByTimeAsync(1000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ scroll_depth: 50 }]);
	});
});
