// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let send: typeof import("./send.ts").send;

// A page shows one message, so each test gets its own module.
beforeEach(async () => {
	vi.resetModules();
	({ send } = await import("./send.ts"));
});

const answering = (status: number, headers = {}) =>
	vi.stubGlobal("fetch", async () => new Response("{}", { status, headers }));

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe("an answer", () => {
	it.each([200, 204, 403, 404, 413, 422])("of %i settles the matter", async (status) => {
		vi.stubGlobal("fetch", async () => new Response(null, { status }));
		expect(await send("/track", "[]")).toBe(0);
	});

	it.each([400, 429, 500, 502, 503])("of %i asks for another try in a second", async (status) => {
		answering(status);
		expect(await send("/track", "[]")).toBe(1);
	});

	it("of an older gateway, which took the entries of older scripts alone, asks for another try", async () => {
		answering(200);
		expect(await send("/track", "[]")).toBe(1);
	});

	it("of an error body settles the matter too", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		answering(413);
		expect(await send("/track", "[]")).toBe(0);
	});

	it("may say when", async () => {
		answering(503, { "retry-after": "30" });
		expect(await send("/track", "[]")).toBe(30);
	});

	it("may say what was not taken, which the console shows once", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const reason = "pathname: Excluded";
		for (const status of [200, 422]) {
			vi.stubGlobal("fetch", async () => new Response(reason, { status }));
			expect(await send("/track", "[]")).toBe(0);
		}
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: not sent", reason);
	});

	it("that breaks off counts by its status", async () => {
		const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("reset")) });
		vi.stubGlobal("fetch", async () => new Response(body, { status: 200 }));
		expect(await send("/track", "[]")).toBe(0);
	});
});

describe("no answer", () => {
	it("asks for another try, with a beacon only where the page may be going", async () => {
		const sendBeacon = vi.fn(() => true);
		vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
		Object.assign(navigator, { sendBeacon });
		expect(await send("/track", "[1]")).toBe(1);
		expect(sendBeacon).not.toHaveBeenCalled();
		vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		expect(await send("/track", "[2]")).toBe(1);
		expect(sendBeacon.mock.calls).toEqual([["/track", "[2]"]]);
	});
});
