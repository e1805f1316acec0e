import { drop, type Exclusion, pass } from "./verdict.ts";

/** Every other hop that the request names is tested as a precaution: an excluded office may sit behind a proxy. */
export const excludedIp: Exclusion = (_page, { site, address, hops }) => {
	const { excludesAddress } = site;
	if (excludesAddress === undefined) return pass;
	return excludesAddress(address) || hops().some(excludesAddress) ? drop("IP") : pass;
};
