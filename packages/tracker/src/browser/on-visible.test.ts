// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { onVisible } from "./on-visible.ts";

afterEach(() => {
	vi.restoreAllMocks();
	delete document.prerendering;
});

describe("a page is seen", () => {
	it("at once, where it is shown", () => {
		const begin = vi.fn();
		onVisible(begin);
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("when it is activated, where it was prerendered", () => {
		const begin = vi.fn();
		document.prerendering = true;
		onVisible(begin);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).not.toHaveBeenCalled();
		document.prerendering = false;
		document.dispatchEvent(new Event("prerenderingchange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("when its tab is first shown, where that was opened in the background", () => {
		const begin = vi.fn();
		const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
		onVisible(begin);
		expect(begin).not.toHaveBeenCalled();
		hidden.mockReturnValue(false);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});
});
