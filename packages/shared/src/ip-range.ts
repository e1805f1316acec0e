import ipaddr from "ipaddr.js";

/**
 * IP exclusion rules as ranges of 128-bit integers. IPv4 is mapped to `::ffff:0:0/96`, so an address and its
 * IPv4-mapped form are the same number.
 */
export interface IpRange {
	first: bigint;
	last: bigint;
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint => {
	const sixteen =
		address.kind() === "ipv4" ? (address as ipaddr.IPv4).toIPv4MappedAddress() : address;
	return sixteen.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
};

/** The upper 96 bits of an IPv4-mapped address. */
const MAPPED_PREFIX = 0xffffn;

/** Dotted quads only: no octal, hexadecimal or shortened forms, which parsers interpret differently. */
const isPlain = (text: string) =>
	text.includes(":") ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text);

/** The number of an address; `undefined` for text that is not one. Zone ids are refused. */
export const ipNumberOf = (text: string): bigint | undefined =>
	isPlain(text) && !text.includes("%") ? numberOf(ipaddr.parse(text)) : undefined;

const SUBSCRIBER_BITS = 64n;

/** The subscriber's network of an address: an IPv4 address, or the /64 of an IPv6 one; other text unchanged. */
export const networkOf = (address: string): string => {
	const number = ipNumberOf(address);
	if (number === undefined) return address;
	return number >> 32n === MAPPED_PREFIX ? String(number) : String(number >> SUBSCRIBER_BITS);
};

const blockOf = (address: bigint, text: string, prefix: string): IpRange | { refused: string } => {
	const bits = text.includes(":") ? 128 : 32;
	if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)
		return { refused: `the prefix length must be a number from 0 to ${bits}` };
	const size = 1n << BigInt(bits - Number(prefix));
	const first = address - (address % size);
	return { first, last: first + size - 1n };
};

/**
 * Parses a rule into a range, or explains why it is invalid. Accepts `1.2.3.4`, `1.2.3.0/24`, `1.2.3.4-1.2.3.9`,
 * `2001:db8::1`, `2001:db8::/32`.
 */
export const ipRangeOf = (rule: string): IpRange | { refused: string } => {
	const text = rule.trim();
	const [from = "", to, ...more] = text.split("-");
	if (to !== undefined) {
		const first = ipNumberOf(from.trim());
		const last = ipNumberOf(to.trim());
		if (more.length > 0 || first === undefined || last === undefined || text.includes(":"))
			return { refused: "a range must be two IPv4 addresses joined by one hyphen" };
		return first <= last ? { first, last } : { refused: "the range ends before it begins" };
	}
	const [host = "", prefix, ...rest] = text.split("/");
	const address = ipNumberOf(host);
	if (address === undefined || rest.length > 0)
		return { refused: "not an IP address, CIDR block or IPv4 range" };
	return prefix === undefined ? { first: address, last: address } : blockOf(address, host, prefix);
};
