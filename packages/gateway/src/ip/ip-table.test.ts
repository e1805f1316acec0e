import { report } from "@footfall/testing/reporters/promise-figures";
import { rounds } from "@footfall/testing/rounds";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { ipTableOf, ipv4NumberOf } from "./ip-table.ts";

/** Another library's answer, rule by rule: everything as IPv6, with IPv4 as mapped addresses. */
const asIpv6 = (text: string): ipaddr.IPv6 => {
	const address = ipaddr.parse(text);
	return address.kind() === "ipv4"
		? (address as ipaddr.IPv4).toIPv4MappedAddress()
		: (address as ipaddr.IPv6);
};

interface ReadRule {
	covers(address: ipaddr.IPv6): boolean;
}

const readRule = (rule: string): ReadRule => {
	const [from = "", to] = rule.split("-");
	if (to !== undefined) {
		const bytes = (each: string) => Buffer.from(asIpv6(each).toByteArray());
		const [first, last] = [bytes(from), bytes(to)];
		return {
			covers: (address) => {
				const mine = Buffer.from(address.toByteArray());
				return mine.compare(first) >= 0 && mine.compare(last) <= 0;
			},
		};
	}
	const [host = "", prefix] = rule.split("/");
	const bits = prefix === undefined ? 128 : Number(prefix) + (host.includes(":") ? 0 : 96);
	const block = asIpv6(host);
	return { covers: (address) => address.match(block, bits) };
};

const isIn = (rules: readonly ReadRule[], text: string): boolean => {
	const address = asIpv6(text);
	return rules.some(({ covers }) => covers(address));
};

const byte = fc.integer({ min: 0, max: 255 });
// Few different numbers, so that rules and addresses match.
const near = fc.constantFrom(0, 1, 10, 127, 192, 255);
const four = fc
	.tuple(fc.oneof(near, byte), near, near, fc.oneof(near, byte))
	.map((parts) => parts.join("."));
const group = fc.constantFrom("0", "1", "ffff", "2001", "db8", "fe80", "c0a8");
const six = fc
	.tuple(group, group, group, group, group, group, group, group)
	.map((groups) => groups.join(":"));
const mapped = four.map((address) => `::ffff:${address}`);
const address = fc.oneof(four, six, mapped);
const range = fc.tuple(four, four).map(([a, b]) => {
	const [low, high] = ipv4NumberOf(a) <= ipv4NumberOf(b) ? [a, b] : [b, a];
	return `${low}-${high}`;
});
const rule = fc.oneof(
	address,
	fc.tuple(four, fc.integer({ min: 0, max: 32 })).map(([host, bits]) => `${host}/${bits}`),
	fc
		.tuple(fc.oneof(six, mapped), fc.integer({ min: 0, max: 128 }))
		.map(([host, bits]) => `${host}/${bits}`),
	range,
);

const ADDRESSES_PER_TABLE = 200;

describe("a table of addresses", () => {
	it(
		"agrees with another library on random rules and addresses",
		(context) => {
			let cases = 0;
			fc.assert(
				fc.property(
					fc.array(rule, { maxLength: 8 }),
					fc.array(address, {
						minLength: ADDRESSES_PER_TABLE,
						maxLength: ADDRESSES_PER_TABLE,
						size: "max",
					}),
					(rules, addresses) => {
						cases += addresses.length;
						const table = ipTableOf(rules);
						const known = rules.map(readRule);
						const differ = addresses.filter((each) => table(each) !== isIn(known, each));
						expect(differ).toEqual([]);
					},
				),
				{ numRuns: rounds(150, 5_000) },
			);
			report(context, "P14", `${cases} random addresses with the same results as another library`);
		},
		rounds(60_000, 600_000),
	);

	it.each([
		[["203.0.113.0/24"], "203.0.113.0", true],
		[["203.0.113.0/24"], "203.0.113.255", true],
		[["203.0.113.0/24"], "203.0.112.255", false],
		[["203.0.113.0/24"], "203.0.114.0", false],
		[["::ffff:203.0.113.7"], "203.0.113.7", true],
		[["203.0.113.7"], "::ffff:203.0.113.7", true],
		[["0.0.0.0/0"], "::1", false],
		[["::/0"], "203.0.113.7", true],
		[["not a rule"], "203.0.113.7", false],
		[["203.0.113.0/24"], "", false],
		[["203.0.113.0/24"], "0203.0.113.7", false],
	])("%j and %j: %s", (rules, each, hit) => expect(ipTableOf(rules)(each)).toBe(hit));
});

describe("the number of a dotted quad", () => {
	it.each([
		["0.0.0.0", 0],
		["255.255.255.255", 4_294_967_295],
		["1.2.3.4", 16_909_060],
		["1.2.3", -1],
		["1.2.3.4.", -1],
		["1.2.3.256", -1],
		["01.2.3.4", -1],
		["1..3.4", -1],
		["", -1],
		["::1", -1],
	])("of %j is %i", (text, number) => expect(ipv4NumberOf(text)).toBe(number));
});
