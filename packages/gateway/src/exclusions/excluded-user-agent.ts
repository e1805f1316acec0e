import { drop, type Filter, pass } from "./verdict.ts";

export const excludedUserAgent: Filter = (_event, { site, agent }) =>
	site.excludesUserAgent?.(agent) ? drop("user agent") : pass;
