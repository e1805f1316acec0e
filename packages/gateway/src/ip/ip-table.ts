import { type IpRange, ipNumberOf, ipRangeOf } from "@footfall/shared/ip-range";

const IPV4_FIRST = 0xffff_0000_0000n;
const IPV4_LAST = 0xffff_ffff_ffffn;

const DOT = 46;
const ZERO = 48;

/** The number of a dotted quad, -1 for any other text; no BigInt, because nearly every event needs it. */
export const ipv4NumberOf = (text: string): number => {
	let number = 0;
	let part = -1;
	let parts = 1;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === DOT) {
			if (part === -1) return -1;
			number = number * 256 + part;
			part = -1;
			parts++;
			continue;
		}
		const digit = code - ZERO;
		// A leading zero is octal to some readers and decimal to others.
		if (digit < 0 || digit > 9 || part === 0) return -1;
		part = part === -1 ? digit : part * 10 + digit;
		if (part > 255) return -1;
	}
	return parts === 4 && part !== -1 ? number * 256 + part : -1;
};

const merged = (ranges: readonly IpRange[]): IpRange[] => {
	const sorted = [...ranges].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
	const result: IpRange[] = [];
	for (const { first, last } of sorted) {
		const previous = result.at(-1);
		if (previous !== undefined && first <= previous.last + 1n) {
			if (last > previous.last) previous.last = last;
		} else result.push({ first, last });
	}
	return result;
};

/** The index of the last entry that is not above `value`, -1 if all are. */
const lastNotAbove = <Value extends number | bigint>(
	sorted: ArrayLike<Value>,
	value: Value,
): number => {
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((sorted[middle] as Value) <= value) low = middle + 1;
		else high = middle;
	}
	return low - 1;
};

/** A set of addresses with look-ups in logarithmic time. */
export type IpTable = (address: string) => boolean;

/** Compiles rules of `@footfall/shared/ip-range` into one table, without invalid ones: the api refuses to save them. */
export const ipTableOf = (rules: readonly string[]): IpTable => {
	const ranges = merged(
		rules.flatMap((rule) => {
			const range = ipRangeOf(rule);
			return "refused" in range ? [] : [range];
		}),
	);
	if (ranges.length === 0) return () => false;
	const four = ranges.filter(({ first, last }) => last >= IPV4_FIRST && first <= IPV4_LAST);
	const firsts = Float64Array.from(four, ({ first }) =>
		Number(first < IPV4_FIRST ? 0n : first - IPV4_FIRST),
	);
	const lasts = Float64Array.from(four, ({ last }) =>
		Number(last > IPV4_LAST ? 0xffff_ffffn : last - IPV4_FIRST),
	);
	const wideFirsts = ranges.map(({ first }) => first);
	const wideLasts = ranges.map(({ last }) => last);

	return (address) => {
		const number = ipv4NumberOf(address);
		if (number !== -1) return number <= (lasts[lastNotAbove(firsts, number)] ?? -1);
		const wide = ipNumberOf(address);
		return wide !== undefined && wide <= (wideLasts[lastNotAbove(wideFirsts, wide)] ?? -1n);
	};
};
