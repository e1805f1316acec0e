import { drop, type Exclusion, pass } from "./verdict.ts";

/** Without an ASN database the number is 0, which no site can exclude. */
export const excludedAsn: Exclusion = (_page, { site, network }) =>
	site.excludedAsns.size > 0 && site.excludedAsns.has(network.asn) ? drop("ASN") : pass;
