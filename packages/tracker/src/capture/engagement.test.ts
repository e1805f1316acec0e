// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { recordTracker } from "../../../../test/support/recorded-tracker.ts";

afterEach(() => vi.restoreAllMocks());

let hidden: ReturnType<typeof vi.spyOn> | undefined;
const hide = () => {
	hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
};
const show = () => {
	hidden?.mockRestore();
	document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
};
const engaged = async (sent: () => Promise<{ type: string }[]>) =>
	(await sent()).filter(({ type }) => type === "engagement");

describe("engagement", () => {
	it("is the time for which the page was visible, sent each time it is hidden", async () => {
		const { sent } = await recordTracker(["engagement"]);
		await vi.advanceTimersByTimeAsync(5000);
		hide();
		await vi.advanceTimersByTimeAsync(60_000);
		show();
		await vi.advanceTimersByTimeAsync(2000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ ms_visible: 5000 }, { ms_visible: 2000 }]);
	});

	it("is said once where leaving is announced twice", async () => {
		const { sent } = await recordTracker(["engagement"]);
		await vi.advanceTimersByTimeAsync(5000);
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		await vi.advanceTimersByTimeAsync(1);
		hide();
		expect(await engaged(sent)).toMatchObject([{ ms_visible: 5000 }]);
	});

	it("does not count the time in the back/forward cache", async () => {
		const { sent } = await recordTracker(["engagement"]);
		await vi.advanceTimersByTimeAsync(5000);
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		await vi.advanceTimersByTimeAsync(3_600_000);
		window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		await vi.advanceTimersByTimeAsync(2000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ ms_visible: 5000 }, { ms_visible: 2000 }]);
	});

	it("is as deep as the page was ever scrolled", async () => {
		vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(4000);
		vi.stubGlobal("innerHeight", 1000);
		const { sent } = await recordTracker(["engagement"]);
		for (const y of [0, 1500, 200]) {
			vi.stubGlobal("scrollY", y);
			document.dispatchEvent(new Event("scroll"));
		}
		await vi.advanceTimersByTimeAsync(1000);
		hide();
		expect(await engaged(sent)).toMatchObject([{ scroll_depth: 63 }]);
	});
});
