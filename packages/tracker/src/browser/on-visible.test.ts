// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { onSeen } from "./on-visible.ts";

afterEach(() => {
	vi.restoreAllMocks();
	delete document.prerendering;
});

describe("a page is seen", () => {
	it("at once, where it is shown", () => {
		const begin = vi.fn();
		onSeen(begin);
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("when it is activated, where it was prerendered", () => {
		const begin = vi.fn();
		document.prerendering = true;
		onSeen(begin);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).not.toHaveBeenCalled();
		document.prerendering = false;
		document.dispatchEvent(new Event("prerenderingchange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("when its tab is first shown, where that was opened in the background", () => {
		const begin = vi.fn();
		const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
		onSeen(begin);
		expect(begin).not.toHaveBeenCalled();
		hidden.mockReturnValue(false);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});
});
