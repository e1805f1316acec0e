import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { peerOf } from "./peer.ts";

const requestWith = (headers: Record<string, string>) => {
	const socket = new Socket();
	Object.defineProperty(socket, "remoteAddress", { value: "192.0.2.1" });
	return Object.assign(new IncomingMessage(socket), { headers });
};

const forwarded = {
	host: "inner:3001",
	"x-forwarded-for": "203.0.113.7, 10.0.0.1",
	"x-forwarded-proto": "https",
	"x-forwarded-host": "stats.example.com",
};

describe("the other end of a request", () => {
	it("is named by the gateway's headers where the peer is trusted", () =>
		expect(peerOf(requestWith(forwarded), { trustForwarded: true })).toEqual({
			host: "stats.example.com",
			address: "203.0.113.7",
			origin: "https://stats.example.com",
		}));

	it("is the socket's address where the peer is not trusted", () =>
		expect(peerOf(requestWith(forwarded), { trustForwarded: false })).toEqual({
			host: "inner:3001",
			address: "192.0.2.1",
			origin: "http://inner:3001",
		}));

	it("addressed the base URL where one is set", () =>
		expect(
			peerOf(requestWith(forwarded), { trustForwarded: true, baseUrl: "https://other.example" }),
		).toMatchObject({ origin: "https://other.example" }));

	it.each(["", "a b", "evil.example/path", "user@evil.example"])(
		"has no origin for the host %j",
		(host) =>
			expect(peerOf(requestWith({ host }), { trustForwarded: false })).toMatchObject({
				origin: "",
			}),
	);
});
