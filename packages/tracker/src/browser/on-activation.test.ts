// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { onActivation } from "./on-activation.ts";

afterEach(() => {
	vi.restoreAllMocks();
	delete document.prerendering;
});

describe("activation", () => {
	it("is at once for a page that is seen", () => {
		const begin = vi.fn();
		onActivation(begin);
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("is when a prerendered page is shown, and once", () => {
		const begin = vi.fn();
		document.prerendering = true;
		onActivation(begin);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).not.toHaveBeenCalled();
		document.prerendering = false;
		document.dispatchEvent(new Event("prerenderingchange"));
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("is when a background tab is first seen", () => {
		const begin = vi.fn();
		const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
		onActivation(begin);
		expect(begin).not.toHaveBeenCalled();
		hidden.mockReturnValue(false);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});
});
