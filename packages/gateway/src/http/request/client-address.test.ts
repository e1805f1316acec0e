import { describe, expect, it } from "vitest";
import { plainAddress } from "../../ip/plain-address.ts";
import { clientAddress, namedHops } from "./client-address.ts";
import { createTrustedProxies, refusedProxies } from "./trusted-proxies.ts";

describe("the canonical form of an address", () => {
	it.each([
		["203.0.113.5", "203.0.113.5"],
		[" 203.0.113.5 ", "203.0.113.5"],
		["203.0.113.5:4711", "203.0.113.5"],
		["::ffff:203.0.113.5", "203.0.113.5"],
		["::ffff:cb00:7105", "203.0.113.5"],
		["[2001:DB8::1]:443", "2001:db8::1"],
		["2001:0db8:0:0::1", "2001:db8::1"],
		["fe80::1%eth0", "fe80::1"],
		["unknown", ""],
		["_hidden", ""],
		["", ""],
		[undefined, ""],
		["1.2.3", ""],
		["010.0.0.1", ""],
		["1.2.3.4.5", ""],
		["[", ""],
		["<script>", ""],
	])("of %j is %j", (text, expected) => expect(plainAddress(text)).toBe(expected));
});

describe("the client's address", () => {
	it.each([
		["X-Real-IP alone", { "x-real-ip": "1.1.1.1" }, "1.1.1.1"],
		["Forwarded alone", { forwarded: "for=1.1.1.1;proto=https;by=10.0.0.1" }, "1.1.1.1"],
		["the last hop of Forwarded", { forwarded: "for=9.9.9.9, For=1.1.1.1" }, "1.1.1.1"],
		[
			"a chain in Forwarded",
			{ forwarded: 'for=9.9.9.9, for=1.1.1.1, for="10.0.0.2:80"' },
			"1.1.1.1",
		],
		[
			"an IPv6 address in quotes",
			{ forwarded: 'proto=http; for="[2001:db8::5]:4711"' },
			"2001:db8::5",
		],
		["a comma in quotes", { forwarded: 'secret="a,b;for=9.9.9.9";for=1.1.1.1' }, "1.1.1.1"],
		["a hidden client", { forwarded: "for=_hidden" }, ""],
		["a hop without an address", { forwarded: "proto=https" }, ""],
		[
			"X-Forwarded-For before the others",
			{ "x-forwarded-for": "1.1.1.1", forwarded: "for=2.2.2.2", "x-real-ip": "3.3.3.3" },
			"1.1.1.1",
		],
		["Forwarded before X-Real-IP", { forwarded: "for=2.2.2.2", "x-real-ip": "3.3.3.3" }, "2.2.2.2"],
	])("is read from a trusted peer: %s", (_, headers, expected) => {
		expect(clientAddress("10.0.0.1", headers, createTrustedProxies(["private"]))).toBe(expected);
		expect(clientAddress("198.51.100.1", headers, createTrustedProxies(["private"]))).toBe(
			"198.51.100.1",
		);
	});

	it.each([
		["the peer's without any proxy", "198.51.100.1", undefined, [], "198.51.100.1"],
		["the peer's when a stranger claims another", "198.51.100.1", "1.1.1.1", [], "198.51.100.1"],
		["the last before a trusted proxy", "127.0.0.1", "1.1.1.1", ["loopback"], "1.1.1.1"],
		["not what the client put in front", "127.0.0.1", "9.9.9.9, 1.1.1.1", ["loopback"], "1.1.1.1"],
		[
			"behind every trusted proxy of a chain",
			"::ffff:10.0.0.1",
			"1.1.1.1, 10.0.0.3, 10.0.0.2",
			["private"],
			"1.1.1.1",
		],
		[
			"the first stranger from the right",
			"10.0.0.1",
			"1.1.1.1, 2.2.2.2, 10.0.0.2",
			["10.0.0.0/8"],
			"2.2.2.2",
		],
		[
			"the farthest when all are trusted",
			"10.0.0.1",
			"10.0.0.3, 10.0.0.2",
			["private"],
			"10.0.0.3",
		],
		["unknown when it cannot be read", "10.0.0.1", "1.1.1.1, unknown", ["private"], ""],
		["unknown when the header is empty", "10.0.0.1", "", ["private"], ""],
		["the peer's without the header", "10.0.0.1", undefined, ["private"], "10.0.0.1"],
		["an IPv6 one", "::1", "2001:DB8::5", ["loopback"], "2001:db8::5"],
		["one with a port", "::1", "1.1.1.1:80", ["loopback"], "1.1.1.1"],
		["trusted by its own address", "192.0.2.7", "1.1.1.1", ["192.0.2.7"], "1.1.1.1"],
		["unknown without a peer", undefined, "1.1.1.1", ["private"], ""],
	] as const)("is %s", (_name, peer, forwarded, trusted, expected) =>
		expect(
			clientAddress(
				peer,
				forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
				createTrustedProxies(trusted),
			),
		).toBe(expected),
	);

	it.each([
		["not taken from a stranger", "198.51.100.1", {}, ["cloudflare"], "198.51.100.1"],
		["not taken from another proxy", "10.0.0.1", {}, ["private"], "10.0.0.1"],
		["not taken from another CDN", "192.0.2.9", {}, ["akamai=192.0.2.0/24"], "192.0.2.9"],
		["taken from Cloudflare", "173.245.48.9", {}, ["cloudflare"], "1.1.1.1"],
		["taken from Cloudflare over IPv6", "2400:cb00::9", {}, ["cloudflare"], "1.1.1.1"],
		[
			"taken from the operator's own range",
			"192.0.2.9",
			{},
			["Cloudflare=192.0.2.0/24"],
			"1.1.1.1",
		],
		[
			"taken from Cloudflare in front of a trusted proxy",
			"10.0.0.1",
			{ "x-forwarded-for": "6.6.6.6, 173.245.48.9" },
			["private", "cloudflare"],
			"1.1.1.1",
		],
		[
			"not taken when a stranger stands between",
			"10.0.0.1",
			{ "x-forwarded-for": "173.245.48.9, 6.6.6.6" },
			["private", "cloudflare"],
			"6.6.6.6",
		],
		[
			"unknown when it is said twice",
			"173.245.48.9",
			{ "cf-connecting-ip": "1.1.1.1, 2.2.2.2" },
			["cloudflare"],
			"",
		],
		[
			"unknown when it is none",
			"173.245.48.9",
			{ "cf-connecting-ip": "nobody", "x-forwarded-for": "2.2.2.2" },
			["cloudflare"],
			"",
		],
		[
			"the forwarded one where the CDN says nothing",
			"192.0.2.9",
			{ "x-forwarded-for": "2.2.2.2" },
			["akamai=192.0.2.9"],
			"2.2.2.2",
		],
		[
			"without the port that CloudFront adds",
			"192.0.2.9",
			{ "cloudfront-viewer-address": "2.2.2.2:46532" },
			["cloudfront=192.0.2.9"],
			"2.2.2.2",
		],
		[
			"without it for IPv6 too",
			"192.0.2.9",
			{ "cloudfront-viewer-address": "2001:db8::5:46532" },
			["cloudfront=192.0.2.9"],
			"2001:db8::5",
		],
	] as const)("of a CDN's header is %s", (_name, peer, headers, trusted, expected) =>
		expect(
			clientAddress(
				peer,
				{ "cf-connecting-ip": "1.1.1.1", ...headers },
				createTrustedProxies(trusted),
			),
		).toBe(expected),
	);
});

describe("the client's address behind a proxy that sends other headers", () => {
	it.each([
		["that of X-Real-IP", { "x-real-ip": "1.1.1.1" }, "1.1.1.1"],
		["unknown when X-Real-IP is said twice", { "x-real-ip": "1.1.1.1, 2.2.2.2" }, ""],
		[
			"that of X-Forwarded-For before all others",
			{ "x-forwarded-for": "1.1.1.1", forwarded: "for=2.2.2.2", "x-real-ip": "3.3.3.3" },
			"1.1.1.1",
		],
		[
			"that of Forwarded before X-Real-IP",
			{ forwarded: "for=2.2.2.2", "x-real-ip": "3.3.3.3" },
			"2.2.2.2",
		],
		["read in any case", { forwarded: "proto=https;For=1.1.1.1" }, "1.1.1.1"],
		["read from quotes", { forwarded: 'for="[2001:DB8::1]:4711";proto=http' }, "2001:db8::1"],
		[
			"the last stranger of Forwarded",
			{ forwarded: "for=9.9.9.9, for=1.1.1.1;by=10.0.0.3, for=10.0.0.2" },
			"1.1.1.1",
		],
		[
			"not one inside another parameter",
			{ forwarded: 'host="a,for=6.6.6.6";for=1.1.1.1, for=10.0.0.2;host="b;for=6.6.6.6"' },
			"1.1.1.1",
		],
		["found behind an open quote", { forwarded: 'for="6.6.6.6, for=1.1.1.1' }, "1.1.1.1"],
		["unknown for a hidden one", { forwarded: "for=6.6.6.6, for=_hidden" }, ""],
		["unknown where an element names none", { forwarded: "for=6.6.6.6, proto=https" }, ""],
	] as const)("is %s", (_name, headers, expected) => {
		expect(clientAddress("10.0.0.1", headers, createTrustedProxies(["private"]))).toBe(expected);
		expect(clientAddress("198.51.100.1", headers, createTrustedProxies(["private"]))).toBe(
			"198.51.100.1",
		);
	});
});

describe("a list of proxies", () => {
	it("may hold addresses, blocks, networks and CDNs", () =>
		expect(
			refusedProxies(["loopback", "private", "cloudflare", "cloudfront=192.0.2.0/24", "::1"]),
		).toEqual([]));

	it.each(["everyone", "fastly=192.0.2.0/24", "akamai=", "akamai=x", "10.0.0.0/33", "constructor"])(
		"cannot hold %s",
		(entry) => expect(refusedProxies([entry])).toEqual([expect.stringContaining(`"${entry}"`)]),
	);
});

describe("the hops that a request names", () => {
	it("are those of every header, without unreadable ones", () =>
		expect(
			namedHops({
				"x-forwarded-for": "1.1.1.1, nobody, ::ffff:2.2.2.2",
				"x-real-ip": "3.3.3.3",
				forwarded: "for=4.4.4.4;by=5.5.5.5",
			}),
		).toEqual(["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4"]));
});
