import { drop, type Exclusion, pass } from "./verdict.ts";

export const excludedUserAgent: Exclusion = (_event, { site, agent }) =>
	site.excludesUserAgent?.(agent) ? drop("user agent") : pass;
