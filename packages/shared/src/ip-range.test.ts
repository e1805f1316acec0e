import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { ipNumberOf, ipRangeOf, networkOf } from "./ip-range.ts";

const MAPPED = 0xffffn << 32n;

describe("an address as a number", () => {
	it.each([
		["0.0.0.0", MAPPED],
		["1.2.3.4", MAPPED | 0x01020304n],
		["::ffff:1.2.3.4", MAPPED | 0x01020304n],
		["::1", 1n],
		["2001:db8::", 0x20010db8n << 96n],
	])("reads %s", (text, expected) => expect(ipNumberOf(text)).toBe(expected));

	it.each([
		"",
		"1.2.3",
		"01.2.3.4",
		"0x1.2.3.4",
		"1.2.3.4.5",
		"256.1.1.1",
		"fe80::1%eth0",
		"::g",
		"localhost",
	])("refuses %j", (text) => expect(ipNumberOf(text)).toBeUndefined());
});

describe("the subscriber's network of an address", () => {
	it.each([
		["192.0.2.1", "192.0.2.1", true],
		["192.0.2.1", "::ffff:192.0.2.1", true],
		["192.0.2.1", "192.0.2.2", false],
		["2001:db8::1", "2001:db8::ffff:1", true],
		["2001:db8::1", "2001:db8:0:1::1", false],
		["2001:db8:1:2:3:4:5:6", "2001:DB8:1:2::1", true],
		["", "", true],
	])("of %j and %j are the same: %s", (one, other, isSame) =>
		expect(networkOf(one) === networkOf(other)).toBe(isSame),
	);
});

describe("an exclusion rule", () => {
	it.each([
		["10.0.0.1", "10.0.0.1", "10.0.0.1"],
		["10.0.0.77/24", "10.0.0.0", "10.0.0.255"],
		["10.0.0.5-10.0.1.9", "10.0.0.5", "10.0.1.9"],
		[" 10.0.0.5 - 10.0.0.9 ", "10.0.0.5", "10.0.0.9"],
		["2001:db8::/126", "2001:db8::", "2001:db8::3"],
		["0.0.0.0/0", "0.0.0.0", "255.255.255.255"],
		["::/0", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
	])("%s covers %s to %s", (rule, first, last) =>
		expect(ipRangeOf(rule)).toEqual({ first: ipNumberOf(first), last: ipNumberOf(last) }),
	);

	it.each([
		["10.0.0.0/33", "the prefix length must be a number from 0 to 32"],
		["2001:db8::/129", "the prefix length must be a number from 0 to 128"],
		["10.0.0.0/", "the prefix length must be a number from 0 to 32"],
		["10.0.0.9-10.0.0.5", "the range ends before it begins"],
		["10.0.0.1-10.0.0.2-10.0.0.3", "a range must be two IPv4 addresses joined by one hyphen"],
		["2001:db8::1-2001:db8::2", "a range must be two IPv4 addresses joined by one hyphen"],
		["10.0.*", "not an IP address, CIDR block or IPv4 range"],
		["10.0.0.0/8/8", "not an IP address, CIDR block or IPv4 range"],
	])("%s is refused: %s", (rule, refused) => expect(ipRangeOf(rule)).toEqual({ refused }));

	it("covers the same addresses as an independent library's CIDR block", () => {
		const block = fc.record({
			address: fc.oneof(fc.ipV4(), fc.ipV6()),
			other: fc.oneof(fc.ipV4(), fc.ipV6()),
			prefix: fc.nat(128),
		});
		fc.assert(
			fc.property(block, ({ address, other, prefix }) => {
				const network = ipaddr.parse(address);
				const candidate = ipaddr.parse(other);
				fc.pre(network.kind() === candidate.kind());
				const bits = network.kind() === "ipv4" ? prefix % 33 : prefix;
				const range = ipRangeOf(`${address}/${bits}`);
				const number = ipNumberOf(other);
				if ("refused" in range || number === undefined) throw new Error("both are valid");
				expect(range.first <= number && number <= range.last).toBe(candidate.match(network, bits));
			}),
			{ numRuns: 2000 },
		);
	});
});
