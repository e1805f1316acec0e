import { excludedAsn } from "./excluded-asn.ts";
import { excludedCountry } from "./excluded-country.ts";
import { excludedHostname } from "./excluded-hostname.ts";
import { excludedIp } from "./excluded-ip.ts";
import { excludedPath } from "./excluded-path.ts";
import { excludedUserAgent } from "./excluded-user-agent.ts";
import { refusedOrigin } from "./refused-origin.ts";
import { inOrder } from "./verdict.ts";

/** The order decides which reason an event that several exclude is counted under. */
export const excluded = inOrder([
	excludedIp,
	excludedCountry,
	excludedPath,
	excludedHostname,
	excludedUserAgent,
	excludedAsn,
	refusedOrigin,
]);
