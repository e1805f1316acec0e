import { drop, type Exclusion, pass } from "./verdict.ts";

/** Only where a site names its origins. A pixel has no Origin header, so its page is known by the referer. */
export const refusedOrigin: Exclusion = (_page, { site, trusted, headers }) => {
	if (site.allowedOrigins.size === 0 || trusted) return pass;
	const named = headers.origin ?? headers.referer ?? "";
	const origin = URL.canParse(named) ? new URL(named) : undefined;
	return origin !== undefined &&
		(site.allowedOrigins.has(origin.origin) || site.allowedOrigins.has(origin.host))
		? pass
		: drop("origin");
};
