// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let start: typeof import("./tracker.ts").start;

// A page has one tracker, so each test gets its own module.
beforeEach(async () => {
	vi.resetModules();
	localStorage.clear();
	({ start } = await import("./tracker.ts"));
});
afterEach(() => {
	vi.restoreAllMocks();
	Reflect.deleteProperty(Document.prototype, "prerendering");
});

const prerendering = (value: boolean) =>
	Object.defineProperty(Document.prototype, "prerendering", { value, configurable: true });

describe("a page counts as seen", () => {
	it("immediately, if it is visible", () => {
		const begin = vi.fn();
		start(begin);
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("when it is activated, if it was prerendered", () => {
		const begin = vi.fn();
		prerendering(true);
		start(begin);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).not.toHaveBeenCalled();
		prerendering(false);
		document.dispatchEvent(new Event("prerenderingchange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});

	it("when its tab is first shown, if it was opened in the background", () => {
		const begin = vi.fn();
		const hidden = vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		start(begin);
		expect(begin).not.toHaveBeenCalled();
		hidden.mockReturnValue(false);
		document.dispatchEvent(new Event("visibilitychange"));
		expect(begin).toHaveBeenCalledTimes(1);
	});
});
