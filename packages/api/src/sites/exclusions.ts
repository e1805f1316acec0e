import { type SiteSettings, siteSettings } from "@footfall/shared/site";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";

type Exclusion = keyof SiteSettings & `excluded${string}`;

const getters: Record<Exclusion, { path: string; summary: string }> = {
	excludedIPs: { path: "excluded-ips", summary: "Addresses whose visits are not counted" },
	excludedCountries: {
		path: "excluded-countries",
		summary: "Countries whose visits are not counted",
	},
	excludedPaths: { path: "excluded-paths", summary: "Pages that are not counted" },
	excludedHostnames: { path: "excluded-hostnames", summary: "Hosts that are not counted" },
	excludedUserAgents: { path: "excluded-user-agents", summary: "User agents that are not counted" },
	excludedASNs: { path: "excluded-asns", summary: "Networks whose visits are not counted" },
	excludedQueryParams: {
		path: "excluded-query-params",
		summary: "Query parameters that are removed before anything is stored",
	},
};

/** One route per list of exclusions. */
export const exclusionRoutes: readonly Route[] = (Object.keys(getters) as Exclusion[]).map((name) =>
	route({
		method: "get",
		path: `/api/sites/{site}/${getters[name].path}`,
		summary: getters[name].summary,
		tags: ["Sites"],
		access: { site: "member", scope: "sites:read" },
		response: z.strictObject({ success: z.boolean(), [name]: siteSettings[name] }),
		handle: async ({ site }) => ({ success: true, [name]: site[name] }),
	}),
);
