import { excludedAsn } from "./excluded-asn.ts";
import { excludedCountry } from "./excluded-country.ts";
import { excludedHostname } from "./excluded-hostname.ts";
import { excludedIp } from "./excluded-ip.ts";
import { excludedPath } from "./excluded-path.ts";
import { excludedUserAgent } from "./excluded-user-agent.ts";
import { refusedGpc } from "./refused-gpc.ts";
import { refusedOrigin } from "./refused-origin.ts";
import { type Exclusion, inOrder, pass } from "./verdict.ts";

/** The order decides which reason an event that several exclude is counted under. */
const anyExclusion = inOrder([
	excludedIp,
	excludedCountry,
	excludedPath,
	excludedHostname,
	excludedUserAgent,
	excludedAsn,
	refusedOrigin,
	refusedGpc,
]);

/** Whether the site excludes the page or the sender of a request. */
export const excluded: Exclusion = (page, context) =>
	context.site.excludesAnything ? anyExclusion(page, context) : pass;
