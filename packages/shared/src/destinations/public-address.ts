import ipaddr from "ipaddr.js";

/** `::7f00:1` is 127.0.0.1 in a form that is no longer used, but understood by some systems (RFC 4291, 2.5.5.1). */
const wrapsAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
	"parts" in address && address.parts.slice(0, 6).every((part) => part === 0);

/**
 * Whether an IP address is one of the public internet: neither of this machine, nor of a private network, nor a cloud's
 * metadata service, also in the forms that wrap an IPv4 address in an IPv6 one.
 * @param address as `dns.lookup` resolves it
 */
export const isPublicAddress = (address: string): boolean => {
	const [plain = ""] = address.split("%", 1);
	if (!ipaddr.isValid(plain)) return false;
	const parsed = ipaddr.process(plain);
	return parsed.range() === "unicast" && !wrapsAddress(parsed);
};
