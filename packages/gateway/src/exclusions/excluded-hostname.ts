import { drop, type Filter, pass } from "./verdict.ts";

export const excludedHostname: Filter = ({ hostname = "" }, { site }) =>
	site.excludesHostname?.(hostname.toLowerCase()) ? drop("hostname") : pass;
