// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiRequest, endSentAhead, send, sendAhead } from "./send.ts";

interface Sent {
	url: string;
	signal: AbortSignal;
	answer(body: string): void;
}
let sent: Sent[];

beforeEach(() => {
	sent = [];
	vi.stubGlobal(
		"fetch",
		(url: string, { signal }: { signal: AbortSignal }) =>
			new Promise<Response>((resolve, reject) => {
				signal.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
				sent.push({ url, signal, answer: (body) => resolve(new Response(body)) });
			}),
	);
});
afterEach(() => {
	endSentAhead();
	vi.unstubAllGlobals();
});

const query = (text: string): ApiRequest => ({
	method: "POST",
	path: "/api/sites/0123456789ab/reports",
	headers: { "content-type": "application/json" },
	body: text,
});
const textOf = async (response: Promise<Response>) => (await response).text();

describe("a request that was sent ahead", () => {
	it("provides its response to the matching request, once", async () => {
		sendAhead(query("a"));
		const first = send(query("a"));
		expect(sent).toHaveLength(1);
		sent[0]?.answer("ahead");
		expect(await textOf(first)).toBe("ahead");
		const second = send(query("a"));
		expect(sent).toHaveLength(2);
		sent[1]?.answer("later");
		expect(await textOf(second)).toBe("later");
	});

	it.each<[string, ApiRequest]>([
		["another body", query("b")],
		["another key", { ...query("a"), headers: { "x-private-key": "0123456789ab" } }],
		["another path", { ...query("a"), path: "/api/sites/ba9876543210/reports" }],
	])("does not provide its response to a request with %s", (_, other) => {
		sendAhead(query("a"));
		send(other).catch(() => {});
		expect(sent).toHaveLength(2);
	});

	it("is aborted with the request that took its response", async () => {
		sendAhead(query("a"));
		const controller = new AbortController();
		const taken = send({ ...query("a"), signal: controller.signal });
		controller.abort();
		await expect(taken).rejects.toThrow("Aborted");
		expect(sent).toHaveLength(1);
	});

	it("stays active when unused requests are aborted", async () => {
		sendAhead(query("a"));
		const taken = send(query("a"));
		endSentAhead();
		sent[0]?.answer("taken");
		expect(await textOf(taken)).toBe("taken");
	});

	it("is aborted when no request takes it, and cannot be taken later", () => {
		sendAhead(query("a"));
		endSentAhead();
		expect(sent[0]?.signal.aborted).toBe(true);
		send(query("a")).catch(() => {});
		expect(sent).toHaveLength(2);
	});
});
