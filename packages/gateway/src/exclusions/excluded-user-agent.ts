import { drop, type Exclusion, pass } from "./verdict.ts";

export const excludedUserAgent: Exclusion = (_page, { site, userAgent }) =>
	site.excludesUserAgent?.(userAgent) ? drop("user agent") : pass;
