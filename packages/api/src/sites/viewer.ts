import { hasRevenue } from "@footfall/reports/money/has-revenue";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { AREAS } from "@footfall/shared/areas";
import { siteSettings } from "@footfall/shared/site";
import { z } from "zod";
import { MEMBER_ROLES } from "../access/caller.ts";
import { type Route, route } from "../routing/route.ts";

/** Lets the dashboard offer only what its viewer may see. */
export const viewerRoute = (store: ReportStore): Route =>
	route({
		method: "get",
		path: "/api/sites/{site}/viewer",
		summary: "The caller's role on a site, and the areas of its analytics that they may read",
		description:
			"For clients that show only what their viewer may see, with the site's time zone and currency.",
		tags: ["Sites"],
		access: { site: "read", scope: "sites:read", areas: [] },
		response: z.strictObject({
			data: z
				.strictObject({
					/** `public`: a visitor of a public site; `link`: a holder of the private link's key. */
					via: z.enum(["member", "link", "public"]),
					/** null for visitors. */
					role: z.enum(MEMBER_ROLES).nullable(),
					areas: z.array(z.enum(AREAS)),
					timeZone: siteSettings.timeZone,
					/** Whether an administrator of the site chose it. */
					hasTimeZone: siteSettings.hasTimeZone,
					currency: siteSettings.currency,
					/** Whether there are amounts to show in it: those of an overview that the caller may read. */
					hasRevenue: z.boolean(),
				})
				.meta({ component: "Viewer" }),
		}),
		handle: async ({ site, caller, role, shownAreas, timings, requester, signal }) => {
			const runSql = createRunSql(store, { timings, requester, signal, priority: "prompt" });
			return {
				data: {
					via: caller ? ("member" as const) : site.public ? ("public" as const) : ("link" as const),
					role: role ?? null,
					areas: [...(shownAreas ?? AREAS)],
					timeZone: site.timeZone,
					hasTimeZone: site.hasTimeZone,
					currency: site.currency,
					// Every page begins with this: while the store is busy or restarts, they open without money.
					hasRevenue:
						(shownAreas ?? AREAS).includes("overview") &&
						(await hasRevenue(runSql, site).catch(() => false)),
				},
			};
		},
	});
