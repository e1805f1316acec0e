import { drop, type Exclusion, pass } from "./verdict.ts";

/**
 * Only where a site says so. The signal concerns the browser that sends; a server that sends with a key speaks for itself.
 * @see https://w3c.github.io/gpc/#the-sec-gpc-header-field-for-http-requests
 */
export const refusedGpc: Exclusion = (_page, { site, trusted, headers }) =>
	site.settings.respectGpc && !trusted && headers["sec-gpc"] === "1" ? drop("GPC") : pass;
