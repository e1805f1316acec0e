import type { ConfiguredSite } from "@footfall/shared/site";
import { comparableHost } from "@footfall/shared/text/comparable-host";

/**
 * Whether a host is not one of a site's own: neither its domain nor one of its list, nor below any of them. `undefined`
 * if every host counts.
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
