import ipaddr from "ipaddr.js";
import type { Network } from "./network.ts";

const IPV6_BYTES_KEPT = 6;

/**
 * The part of an address that identifies visitors. A server changes its address within its block between requests, so
 * in networks of machines only the /24 or the /48 counts.
 */
export const visitorAddressOf = (address: string, { kind }: Network): string => {
	if (kind === "" || !ipaddr.isValid(address)) return address;
	const known = ipaddr.process(address);
	const bytes = known.toByteArray();
	const kept = known.kind() === "ipv4" ? 3 : IPV6_BYTES_KEPT;
	const prefix = bytes.map((byte, index) => (index < kept ? byte : 0));
	return `${ipaddr.fromByteArray(prefix).toString()}/${kept * 8}`;
};
