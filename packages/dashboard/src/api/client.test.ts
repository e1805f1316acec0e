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

describe("the response to an API call", () => {
	it("is parsed as JSON, including null", async () => {
		respond('{"a":1}');
		expect(await ask()).toEqual({ a: 1 });
		respond("null");
		expect(await ask()).toBeNull();
	});

	it("may have an empty body", async () => {
		respond(null, { status: 204 });
		expect(await ask()).toBeUndefined();
	});

	it("fails as unreachable when a proxy sends a page of its own", async () => {
		respond(PROXY_PAGE, { status: 200, headers: html });
		await expect(ask()).rejects.toMatchObject({ kind: "unreachable", isPassing: true });
		const signal = new AbortController().signal;
		await expect(answerOf(getJson("/api/version", {}, signal))).rejects.toMatchObject({
			kind: "unreachable",
		});
	});

	it("fails as unreachable when the body is cut off", async () => {
		respond('{"a":');
		await expect(ask()).rejects.toMatchObject({ kind: "unreachable" });
	});

	it.each([400, 403, 404])("with status %d fails permanently", async (status) => {
		respond('{"message":"Why","resolution":"What helps"}', { status });
		await expect(ask()).rejects.toMatchObject({
			kind: "refused",
			status,
			message: "Why",
			resolution: "What helps",
			isPassing: false,
		});
	});

	it.each([429, 500, 502, 503, 504])("with status %d fails as worth a retry", async (status) => {
		respond(PROXY_PAGE, { status, headers: { ...html, "retry-after": "7" } });
		await expect(ask()).rejects.toMatchObject({
			kind: "refused",
			status,
			message: "",
			retryAfter: 7,
			isPassing: true,
		});
	});

	it("fails as too slow when it does not arrive", async () => {
		answer = async () => {
			throw new DOMException("The operation timed out", "TimeoutError");
		};
		await expect(ask()).rejects.toMatchObject({ kind: "too-slow", isPassing: true });
	});

	it("fails as unreachable when the request cannot be sent", async () => {
		answer = async () => {
			throw new TypeError("Failed to fetch");
		};
		await expect(ask()).rejects.toMatchObject({ kind: "unreachable", isPassing: true });
	});
});

it("every call times out after 30 seconds", async () => {
	const timeout = vi.spyOn(AbortSignal, "timeout");
	respond("{}");
	await ask();
	expect(timeout).toHaveBeenCalledWith(30_000);
});
