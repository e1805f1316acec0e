/** Why a text is not a valid address rule. */
export type IpRuleFault = "address" | "prefix" | "range" | "order";

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Dotted quads as one number, so that the ends of a range can be compared. */
const numberOf = (address: string): number | undefined =>
	IPV4.test(address)
		? address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
		: undefined;

const isIpv6 = (text: string): boolean =>
	/^[0-9a-f:.]+$/i.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`);

/** The error of `1.2.3.4`, `1.2.3.0/24`, `1.2.3.4-1.2.3.9`, `2001:db8::1` or `2001:db8::/32`; undefined if valid. */
export const ipRuleFault = (rule: string): IpRuleFault | undefined => {
	const ends = rule.split("-").map((end) => end.trim());
	if (ends.length > 1) {
		const [first, last] = ends.map(numberOf);
		if (ends.length > 2 || first === undefined || last === undefined) return "range";
		return first <= last ? undefined : "order";
	}
	const [host = "", prefix, ...rest] = rule.trim().split("/");
	const bits = numberOf(host) === undefined ? (isIpv6(host) ? 128 : undefined) : 32;
	if (bits === undefined || rest.length > 0) return "address";
	if (prefix === undefined) return undefined;
	return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? undefined : "prefix";
};
