import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { corsHeaders } from "../reply/cors.ts";
import { createReplyFormat } from "./fast-response.ts";

const replyTo = (origin: string) => ({
	status: 200,
	headers: ["Content-Length", "2", "Access-Control-Allow-Origin", origin],
	body: "ok",
});

const bytesWith = (origin: string, date: string) =>
	Buffer.from(
		[
			"HTTP/1.1 200 OK",
			"Content-Length: 2",
			`Access-Control-Allow-Origin: ${origin}`,
			`Date: ${date}`,
			"Connection: keep-alive",
			"Keep-Alive: timeout=65",
			"",
			"ok",
		].join("\r\n"),
	);

describe("a fixed reply of the fast path", () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 23, 8, 0, 0) });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it("has the bytes of its own headers, and the current date", () => {
		const format = createReplyFormat(65_000);
		const [one, other] = [replyTo("https://one.example"), replyTo("https://other.example")];
		for (const second of ["00", "01"]) {
			const date = `Mon, 23 Nov 2026 08:00:${second} GMT`;
			for (let time = 0; time < 2; time++) {
				expect(format.fixed(one)).toEqual(bytesWith("https://one.example", date));
				expect(format.fixed(other)).toEqual(bytesWith("https://other.example", date));
			}
			vi.advanceTimersByTime(1000);
		}
	});

	it("is built once a second for as many origins as sites can have, and correct for more", () => {
		const format = createReplyFormat(65_000);
		const replies = Array.from({ length: 1_100 }, (_, index) =>
			replyTo(`https://${index}.example`),
		);
		const first = replies.map(format.fixed);
		const again = replies.map(format.fixed);
		expect(again).toEqual(first);
		expect(again.filter((bytes, index) => bytes === first[index]).length).toBe(1_000);
	});
});

describe("the headers for another origin", () => {
	it.each(["https://shop.example", `https://${"x".repeat(2_000)}.example`])(
		"are the same each time, with that origin: %.30s",
		(origin) => {
			const headers = corsHeaders("collecting", origin);
			expect(headers).toContain(origin);
			expect(corsHeaders("collecting", origin)).toEqual(headers);
		},
	);
});
