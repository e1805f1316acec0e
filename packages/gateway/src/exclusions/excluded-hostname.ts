import { drop, type Exclusion, pass } from "./verdict.ts";

export const excludedHostname: Exclusion = ({ hostname = "" }, { site }) =>
	site.excludesHostname?.(hostname.toLowerCase()) ? drop("hostname") : pass;
