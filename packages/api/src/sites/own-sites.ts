import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { SiteSummary, siteSummaryOf } from "./site-answer.ts";
import { pageOfSites, SitesOfUserQuery } from "./sites-of-user.ts";

/** Searches a person's sites, in pages. */
export const ownSitesRoute = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/sites",
		summary: "The sites that the caller may see in their organizations, by name or domain",
		description:
			"To search or page through the sites of somebody who has many. `totalCount` counts all pages.",
		tags: ["Sites"],
		access: { user: true, scope: "sites:read" },
		query: SitesOfUserQuery,
		response: z.strictObject({
			data: z.array(SiteSummary),
			/** Across all pages. */
			totalCount: z.int(),
		}),
		handle: async ({ caller, query }) => {
			const { sites, totalCount } = await pageOfSites(database, caller.user.id, query);
			return { data: sites.map(siteSummaryOf), totalCount };
		},
	});
