// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { send } from "./send.ts";

const answering = (status: number, headers = {}) =>
	vi.stubGlobal("fetch", async () => new Response("{}", { status, headers }));

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe("an answer", () => {
	it.each([200, 204, 400, 403, 404, 413])("of %i settles the matter", async (status) => {
		vi.stubGlobal("fetch", async () => new Response(null, { status }));
		expect(await send("/track", {})).toBe(0);
	});

	it.each([429, 500, 502, 503])("of %i asks for another try in a second", async (status) => {
		answering(status);
		expect(await send("/track", {})).toBe(1000);
	});

	it("may say when", async () => {
		answering(503, { "retry-after": "30" });
		expect(await send("/track", {})).toBe(30_000);
	});

	it("that breaks off counts by its status", async () => {
		const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("reset")) });
		vi.stubGlobal("fetch", async () => new Response(body, { status: 200 }));
		expect(await send("/track", {})).toBe(0);
	});
});

describe("no answer", () => {
	it("asks for another try, with a beacon only where the page may be going", async () => {
		const sendBeacon = vi.fn(() => true);
		vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
		Object.assign(navigator, { sendBeacon });
		expect(await send("/track", { n: 1 })).toBe(1000);
		expect(sendBeacon).not.toHaveBeenCalled();
		vi.spyOn(document, "hidden", "get").mockReturnValue(true);
		expect(await send("/track", { n: 2 })).toBe(1000);
		expect(sendBeacon.mock.calls).toEqual([["/track", '{"n":2}']]);
	});
});
