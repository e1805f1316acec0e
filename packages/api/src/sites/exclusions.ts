import { type SiteSettings, siteSettings } from "@footfall/shared/site";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING } from "./configure-site.ts";

type Exclusion = keyof SiteSettings & `excluded${string}`;

const LISTS: Record<Exclusion, readonly [path: string, summary: string]> = {
	excludedIPs: ["excluded-ips", "Addresses whose visits are not counted"],
	excludedCountries: ["excluded-countries", "Countries whose visits are not counted"],
	excludedPaths: ["excluded-paths", "Pages that are not counted"],
	excludedHostnames: ["excluded-hostnames", "Hosts that are not counted"],
	excludedUserAgents: ["excluded-user-agents", "User agents that are not counted"],
	excludedASNs: ["excluded-asns", "Networks whose visits are not counted"],
	excludedQueryParams: [
		"excluded-query-params",
		"Query parameters that are removed before anything is stored",
	],
};

/** One route for each list of exclusions. */
export const exclusionRoutes: readonly Route[] = (Object.keys(LISTS) as Exclusion[]).map((name) =>
	route({
		...SITE_READING,
		path: `/api/sites/{site}/${LISTS[name][0]}`,
		summary: LISTS[name][1],
		response: z.strictObject({ success: z.boolean(), [name]: siteSettings[name] }),
		handle: async ({ site }) => ({ success: true, [name]: site[name] }),
	}),
);
