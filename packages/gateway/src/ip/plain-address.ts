import { ipNumberOf } from "@footfall/shared/ip-range";
import ipaddr from "ipaddr.js";
import { ipv4NumberOf } from "./ip-table.ts";

/** The longest address has 45 characters; zones, ports and blanks add to it. */
const MAX_CHARACTERS = 200;

/**
 * An address in its canonical form, without port, brackets, zone and IPv4 mapping; "" for text that is not an address.
 */
export const plainAddress = (text: string | undefined): string => {
	if (text === undefined || text.length > MAX_CHARACTERS) return "";
	let address = text.trim();
	if (address === "") return "";
	if (ipv4NumberOf(address) !== -1) return address;
	if (address.startsWith("[")) address = address.slice(1, Math.max(address.indexOf("]"), 1));
	else if (address.includes(".") && address.split(":").length === 2)
		address = address.slice(0, address.indexOf(":"));
	const zone = address.indexOf("%");
	if (zone !== -1) address = address.slice(0, zone);
	return ipNumberOf(address) === undefined ? "" : ipaddr.process(address).toString();
};
