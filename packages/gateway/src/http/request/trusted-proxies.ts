import { ipRangeOf } from "@footfall/shared/ip-range";
import { type IpTable, ipTableOf } from "../../ip/ip-table.ts";
import { words } from "../../lookup/words.ts";

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
	loopback: ["127.0.0.0/8", "::1"],
	private: words("10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10"),
	// https://www.cloudflare.com/ips/ as of 2026-11; unchanged since 2023.
	cloudflare: words(`
		173.245.48.0/20 103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 141.101.64.0/18 108.162.192.0/18
		190.93.240.0/20 188.114.96.0/20 197.234.240.0/22 198.41.128.0/17 162.158.0.0/15 104.16.0.0/13
		104.24.0.0/14 172.64.0.0/13 131.0.72.0/22 2400:cb00::/32 2606:4700::/32 2803:f800::/32
		2405:b500::/32 2405:8100::/32 2a06:98c0::/29 2c0f:f248::/32`),
};

/** The header in which a CDN names its client, and where the address is in it. */
interface ClientHeader {
	name: string;
	addressIn(value: string): string;
}

const whole = (value: string) => value;

const CLIENT_HEADERS: Readonly<Record<string, ClientHeader>> = {
	cloudflare: { name: "cf-connecting-ip", addressIn: whole },
	akamai: { name: "true-client-ip", addressIn: whole },
	// Address and port; an IPv6 address has no brackets.
	cloudfront: {
		name: "cloudfront-viewer-address",
		addressIn: (value) => value.slice(0, value.lastIndexOf(":")),
	},
};

/** An entry is an address, a CIDR block or a name; `cdn=block` assigns a block to a CDN. */
const rangesOf = (entry: string) => {
	const [name = "", block] = entry.toLowerCase().split("=");
	if (block !== undefined) return [{ rule: block, cdn: name }];
	const cdn = Object.hasOwn(CLIENT_HEADERS, name) ? name : undefined;
	const rules = Object.hasOwn(NAMED_NETWORKS, name) ? NAMED_NETWORKS[name] : [name];
	return (rules ?? []).map((rule) => ({ rule, cdn }));
};

/** The reason for each unusable entry of a `TRUST_PROXY` list; empty when all are valid. */
export const refusedProxies = (list: readonly string[]): string[] =>
	list.flatMap((entry) =>
		rangesOf(entry).flatMap(({ rule, cdn }) => {
			if (cdn !== undefined && !Object.hasOwn(CLIENT_HEADERS, cdn))
				return [`"${entry}" names an unknown CDN`];
			const range = ipRangeOf(rule);
			return "refused" in range ? [`"${entry}" is ${range.refused}`] : [];
		}),
	);

export interface TrustedProxies {
	isTrusted: IpTable;
	/** The header in which the proxy at this address names its client, if it belongs to a CDN. */
	clientHeaderOf(address: string): ClientHeader | undefined;
}

/** Compiles a `TRUST_PROXY` list. */
export const createTrustedProxies = (list: readonly string[]): TrustedProxies => {
	const ranges = list.flatMap(rangesOf);
	const cdns = [...new Set(ranges.map(({ cdn }) => cdn))].flatMap((cdn) => {
		const header = cdn === undefined ? undefined : CLIENT_HEADERS[cdn];
		const rules = ranges.filter((range) => range.cdn === cdn).map(({ rule }) => rule);
		return header === undefined ? [] : [{ header, isTheirs: ipTableOf(rules) }];
	});
	return {
		isTrusted: ipTableOf(ranges.map(({ rule }) => rule)),
		clientHeaderOf: (address) => cdns.find(({ isTheirs }) => isTheirs(address))?.header,
	};
};
