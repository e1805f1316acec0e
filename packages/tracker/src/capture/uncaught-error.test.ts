// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { beforeEach, describe, expect, it, vi } from "vitest";

const HERE = `${location.origin}/app.js`;
let stack = "";
beforeEach(() => {
	stack = `Error: broken\n    at run (${HERE}:1:2)`;
});

const throwError = (message: string, more: ErrorEventInit = { filename: HERE }) => {
	const error = Object.assign(new Error(message), { stack });
	window.dispatchEvent(new ErrorEvent("error", { message, error, ...more }));
};
const leave = () => window.dispatchEvent(new PageTransitionEvent("pagehide"));

describe("uncaught errors", () => {
	it("are reported with their location", async () => {
		const { sent, propertiesOf } = await recordTracker(["uncaughtError"]);
		throwError("broken", { filename: HERE, lineno: 3, colno: 4 });
		expect(await propertiesOf("error")).toEqual([
			{ message: "broken", stack, fileName: HERE, lineNumber: 3, columnNumber: 4 },
		]);
		expect((await sent())[0]?.event_name).toBe("Error");
	});

	it("are reported again after a minute, and suppressed ones are counted on leaving", async () => {
		const { sent, propertiesOf } = await recordTracker(["uncaughtError"]);
		throwError("broken");
		throwError("broken");
		await vi.advanceTimersByTimeAsync(59_999);
		throwError("broken");
		await vi.advanceTimersByTimeAsync(1);
		throwError("broken");
		leave();
		leave();
		expect(await propertiesOf("error")).toHaveLength(2);
		expect((await sent()).filter(({ type }) => type === "engagement")).toMatchObject([
			{ ms_visible: 0, properties: '{"suppressed":2,"foreign":0}' },
		]);
	});

	it.each<[string, string, ErrorEventInit]>([
		["another origin's file", "broken", { filename: "https://cdn.example/x.js" }],
		["an extension's file", "broken", { filename: "chrome-extension://abc/x.js" }],
		["an opaque error", "Script error.", { filename: "", error: null }],
	])("are only counted from %s", async (_what, message, more) => {
		const { propertiesOf } = await recordTracker(["uncaughtError"]);
		stack = "";
		throwError(message, more);
		leave();
		expect(await propertiesOf("error")).toEqual([]);
		expect(await propertiesOf("engagement")).toEqual([{ suppressed: 0, foreign: 1 }]);
	});

	it("count as the site's own when only their message names another origin", async () => {
		const { propertiesOf } = await recordTracker(["uncaughtError"]);
		const message = "no answer from https://api.example/x";
		stack = `Error: ${message}\n    at run (${HERE}:1:2)`;
		throwError(message, {});
		expect(await propertiesOf("error")).toMatchObject([{ message }]);
	});

	it("do not include observer noise and files that fail to load", async () => {
		const { sent } = await recordTracker(["uncaughtError"]);
		throwError("ResizeObserver loop completed with undelivered notifications.", {});
		document.body.dispatchEvent(new Event("error"));
		leave();
		expect(await sent()).toEqual([]);
	});
});
