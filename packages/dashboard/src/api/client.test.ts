// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerOf, client, getJson } from "./client.ts";

const PROXY_PAGE = "<!doctype html><title>Proxy</title>";
const html = { "content-type": "text/html" };

let answer: () => Promise<Response>;
beforeEach(() => {
	vi.stubGlobal("fetch", () => answer());
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

const ask = () => answerOf(client.GET("/api/auth/get-session"));
const respond = (body: string | null, init: ResponseInit = {}) => {
	answer = async () => new Response(body, init);
};

describe("an answer", () => {
	it("is its JSON, also where that is null", async () => {
		respond('{"a":1}');
		expect(await ask()).toEqual({ a: 1 });
		respond("null");
		expect(await ask()).toBeNull();
	});

	it("may have no body", async () => {
		respond(null, { status: 204 });
		expect(await ask()).toBeUndefined();
	});

	it("is none where a proxy answers with a page of its own", async () => {
		respond(PROXY_PAGE, { status: 200, headers: html });
		await expect(ask()).rejects.toMatchObject({ kind: "unreachable", isPassing: true });
		const signal = new AbortController().signal;
		await expect(answerOf(getJson("/api/version", {}, signal))).rejects.toMatchObject({
			kind: "unreachable",
		});
	});

	it("is none where it is cut off", async () => {
		respond('{"a":');
		await expect(ask()).rejects.toMatchObject({ kind: "unreachable" });
	});

	it.each([400, 403, 404])("of status %d is refused for good", async (status) => {
		respond('{"message":"Why","resolution":"What helps"}', { status });
		await expect(ask()).rejects.toMatchObject({
			kind: "refused",
			status,
			message: "Why",
			resolution: "What helps",
			isPassing: false,
		});
	});

	it.each([429, 500, 502, 503, 504])("of status %d may come later", async (status) => {
		respond(PROXY_PAGE, { status, headers: { ...html, "retry-after": "7" } });
		await expect(ask()).rejects.toMatchObject({
			kind: "refused",
			status,
			message: "",
			retryAfter: 7,
			isPassing: true,
		});
	});

	it("that does not come ends as too slow", async () => {
		answer = async () => {
			throw new DOMException("The operation timed out", "TimeoutError");
		};
		await expect(ask()).rejects.toMatchObject({ kind: "too-slow", isPassing: true });
	});

	it("that cannot be asked for is unreachable", async () => {
		answer = async () => {
			throw new TypeError("Failed to fetch");
		};
		await expect(ask()).rejects.toMatchObject({ kind: "unreachable", isPassing: true });
	});
});

it("every call ends after 30 seconds", async () => {
	const timeout = vi.spyOn(AbortSignal, "timeout");
	respond("{}");
	await ask();
	expect(timeout).toHaveBeenCalledWith(30_000);
});
