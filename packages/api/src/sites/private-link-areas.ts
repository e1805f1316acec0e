import { AREAS, type Area } from "@footfall/shared/areas";
import { z } from "zod";
import { requireMayPublish } from "../access/rights.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING, SITE_WRITING } from "./configure-site.ts";
import { siteError } from "./site-error.ts";

const areas = z.array(z.enum(AREAS)).min(1, "must name at least one area").max(AREAS.length);

const PrivateLinkAreas = z
	.strictObject({
		success: z.boolean(),
		data: z
			.strictObject({
				/** null = no limit: includes areas of later versions. */
				areas: areas.nullable(),
				/** Every area, in the order of the menu. */
				available: z.array(z.enum(AREAS)),
			})
			.meta({ component: "PrivateLinkAreas" }),
	})
	.meta({ component: "PrivateLinkAreasResponse" });
const answerOf = (shown: readonly Area[] | null): z.output<typeof PrivateLinkAreas> => ({
	success: true,
	data: { areas: shown && [...shown], available: [...AREAS] },
});

const path = "/api/sites/{site}/private-link-config/areas";

/** Which areas of a site's analytics its private link shows. A new key keeps the limit. */
export const privateLinkAreaRoutes = (database: Database): readonly Route[] => [
	route({
		...SITE_READING,
		path,
		summary: "What a site's private link shows",
		description: "`areas` null means no limit; `available` lists the areas that can be chosen.",
		response: PrivateLinkAreas,
		handle: async ({ site }) => answerOf(site.privateLinkAreas),
	}),
	route({
		...SITE_WRITING,
		method: "put",
		path,
		summary: "Limits a site's private link to areas of its analytics, or lifts the limit",
		description:
			"Applies at once to links that were already passed on. Null shows everything, also areas of later versions.",
		audit: "site.private-link",
		body: z.strictObject({ areas: areas.nullable() }),
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request body", issues),
		response: PrivateLinkAreas,
		handle: async ({ site, caller, body }) => {
			const shown = body.areas && AREAS.filter((area) => body.areas?.includes(area));
			const now = site.privateLinkAreas ?? AREAS;
			if ((shown ?? AREAS).some((area) => !now.includes(area))) requireMayPublish(caller);
			await database
				.updateTable("site")
				.set({ privateLinkAreas: shown && JSON.stringify(shown), updatedAt: new Date() })
				.where("siteId", "=", site.siteId)
				.execute();
			return answerOf(shown);
		},
	}),
];
