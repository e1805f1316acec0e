import { describe, expect, it } from "vitest";
import { clientAddress, namedHops, plainAddress, trustedPeers } from "./client-address.ts";

describe("the plain spelling of an address", () => {
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
				trustedPeers(trusted),
			),
		).toBe(expected),
	);

	it("is not taken from a header of a network that is not in front", () =>
		expect(
			clientAddress("198.51.100.1", { "cf-connecting-ip": "1.1.1.1" }, trustedPeers(["private"])),
		).toBe("198.51.100.1"));
});

describe("the hops that a request names", () => {
	it("are those of every header, without what cannot be read", () =>
		expect(
			namedHops({ "x-forwarded-for": "1.1.1.1, nobody, ::ffff:2.2.2.2", "x-real-ip": "3.3.3.3" }),
		).toEqual(["1.1.1.1", "2.2.2.2", "3.3.3.3"]));
});
