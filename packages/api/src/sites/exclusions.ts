import { type SiteSettings, siteSettings } from "@footfall/shared/site";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING } from "./configure-site.ts";

type Exclusion = keyof SiteSettings & `excluded${string}`;

const LISTS: Record<Exclusion, readonly [path: string, summary: string, use: string]> = {
	excludedIPs: [
		"excluded-ips",
		"Addresses whose visits are not counted",
		"To keep colleagues and monitoring out of the figures.",
	],
	excludedCountries: [
		"excluded-countries",
		"Countries whose visits are not counted",
		"ISO 3166-1 codes of two letters.",
	],
	excludedPaths: [
		"excluded-paths",
		"Pages that are not counted",
		"Such as the pages of an administration.",
	],
	excludedHostnames: [
		"excluded-hostnames",
		"Hosts that are not counted",
		"Such as a staging copy with the same snippet.",
	],
	excludedUserAgents: [
		"excluded-user-agents",
		"User agents that are not counted",
		"Such as an uptime monitor.",
	],
	excludedASNs: [
		"excluded-asns",
		"Networks whose visits are not counted",
		"Numbers of autonomous systems, such as those of a hosting provider.",
	],
	excludedQueryParams: [
		"excluded-query-params",
		"Query parameters that are removed before anything is stored",
		"Such as tokens and e-mail addresses in addresses.",
	],
};

/** One route for each list of exclusions. */
export const exclusionRoutes: readonly Route[] = (Object.keys(LISTS) as Exclusion[]).map((name) =>
	route({
		...SITE_READING,
		path: `/api/sites/{site}/${LISTS[name][0]}`,
		summary: LISTS[name][1],
		description: `${LISTS[name][2]} Change the list with \`PUT /api/sites/{site}/config\`.`,
		response: z.strictObject({ success: z.boolean(), [name]: siteSettings[name] }),
		handle: async ({ site }) => ({ success: true, [name]: site[name] }),
	}),
);
