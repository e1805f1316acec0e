import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is one of the public internet: neither of this machine, nor of a private network, nor a cloud's
 * metadata service, also in the forms that wrap an IPv4 address in an IPv6 one.
 * @param address as `dns.lookup` resolves it
 */
export const isPublicAddress = (address: string): boolean => {
	const [plain = ""] = address.split("%", 1);
	return ipaddr.isValid(plain) && ipaddr.process(plain).range() === "unicast";
};
