import { domainToASCII } from "node:url";
import type { ConfiguredSite } from "@footfall/shared/site";

/** A host as it is compared: in lower case, without a port and `www.`, and international names as browsers send them. */
const comparableHost = (text: string): string => {
	const host = text.toLowerCase();
	const isAddress = !host.startsWith("[") && host.indexOf(":") !== host.lastIndexOf(":");
	const name = isAddress ? `[${host}]` : host.replace(/:\d+$/, "");
	const ascii = /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
	return ascii.replace(/^www\./, "").replace(/\.$/, "");
};

/**
 * Whether a host is none of a site's own: neither its domain nor one of its list, nor below any of them. `undefined` where
 * every host counts.
 */
export const foreignHostOf = ({
	countAllHosts,
	type,
	domain,
	ownDomains,
}: ConfiguredSite): ((host: string) => boolean) | undefined => {
	if (countAllHosts || type === "mobile" || domain === undefined) return undefined;
	const own = new Set([domain, ...ownDomains].map(comparableHost));
	return (host) => {
		for (let name = comparableHost(host); !own.has(name); ) {
			const dot = name.indexOf(".");
			if (dot === -1) return true;
			name = name.slice(dot + 1);
		}
		return false;
	};
};
