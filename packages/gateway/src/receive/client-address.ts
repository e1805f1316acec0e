import type { IncomingHttpHeaders } from "node:http";
import { ipNumberOf } from "@footfall/shared/ip-range";
import ipaddr from "ipaddr.js";
import { type IpTable, ipTableOf, ipv4NumberOf } from "../filter/ip-table.ts";

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
	loopback: ["127.0.0.0/8", "::1"],
	private: [
		"10.0.0.0/8",
		"172.16.0.0/12",
		"192.168.0.0/16",
		"169.254.0.0/16",
		"fc00::/7",
		"fe80::/10",
	],
};

/** The rules of a `TRUST_PROXY` list: addresses, CIDR blocks, and the names `loopback` and `private`. */
export const trustedRulesOf = (list: readonly string[]): string[] =>
	list.flatMap((entry) => NAMED_NETWORKS[entry.toLowerCase()] ?? [entry]);

export const trustedPeers = (list: readonly string[]): IpTable => ipTableOf(trustedRulesOf(list));

/** An address in its one plain spelling, without port, brackets, zone and IPv4 mapping; "" for text that is none. */
export const plainAddress = (text: string | undefined): string => {
	if (text === undefined) return "";
	let address = text.trim();
	if (ipv4NumberOf(address) !== -1) return address;
	if (address.startsWith("[")) address = address.slice(1, Math.max(address.indexOf("]"), 1));
	else if (address.includes(".") && address.split(":").length === 2)
		address = address.slice(0, address.indexOf(":"));
	const zone = address.indexOf("%");
	if (zone !== -1) address = address.slice(0, zone);
	return ipNumberOf(address) === undefined ? "" : ipaddr.process(address).toString();
};

const listed = (header: string | string[] | undefined): string[] =>
	header === undefined ? [] : String(header).split(",");

/**
 * Who sent the request: the peer, unless it is trusted; then the last address of `X-Forwarded-For` that is not.
 * An entry that cannot be read ends the walk, because everything left of it was said by somebody unknown.
 */
export const clientAddress = (
	peer: string | undefined,
	headers: IncomingHttpHeaders,
	isTrusted: IpTable,
): string => {
	let address = plainAddress(peer);
	const forwarded = headers["x-forwarded-for"];
	if (forwarded === undefined || !isTrusted(address)) return address;
	const hops = listed(forwarded);
	for (let at = hops.length - 1; at >= 0; at--) {
		address = plainAddress(hops[at]);
		if (address === "" || !isTrusted(address)) return address;
	}
	return address;
};

const HOP_HEADERS = ["x-forwarded-for", "x-real-ip", "cf-connecting-ip", "true-client-ip"];

/** Every address that the request names, believed or not. */
export const namedHops = (headers: IncomingHttpHeaders): string[] =>
	HOP_HEADERS.flatMap((name) => listed(headers[name]))
		.map(plainAddress)
		.filter((address) => address !== "");
