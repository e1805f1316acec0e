// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { envelope } from "./envelope.ts";

afterEach(() => vi.unstubAllGlobals());

it("contains what all entries of a request have in common", () => {
	vi.stubGlobal("chrome", {});
	vi.stubGlobal("navigator", { language: "en-US", webdriver: false });
	vi.stubGlobal("screen", { width: 1280.5, height: 720 });
	vi.stubGlobal("outerWidth", 1280);
	const now = Date.now();
	const [version, sentAt, ...facts] = envelope();
	expect(version).toBe(1);
	expect(sentAt).toBeGreaterThanOrEqual(now);
	expect(facts).toEqual(["localhost", "en-US", 1280.5, 720, false, 1280, true]);
});

it.each([
	[5, 1280, -5],
	[0, 1280, 1280],
	[undefined, 1280, 1280],
	[0, 0, 0],
])("reports %j touch points in a window of %i: %j", (maxTouchPoints, outerWidth, told) => {
	vi.stubGlobal("navigator", { maxTouchPoints });
	vi.stubGlobal("outerWidth", outerWidth);
	vi.stubGlobal("outerHeight", 0);
	expect(envelope().at(-2)).toBe(told);
});

it.each([
	["the number of plugins", { plugins: [1, 2] }, 2],
	["nothing where there is no list of them", {}, undefined],
])("reports for a browser other than Chromium %s", (_what, navigator, told) => {
	vi.stubGlobal("navigator", navigator);
	expect(envelope().at(-1)).toBe(told);
});

it("reads no plugins in Chromium, where the list comes from another process", () => {
	vi.stubGlobal("chrome", {});
	vi.stubGlobal("navigator", {
		get plugins() {
			throw new Error("read");
		},
	});
	expect(envelope().at(-1)).toBe(true);
});
