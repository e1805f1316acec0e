import { AREAS, type Area } from "@footfall/shared/areas";
import { z } from "zod";
import { requireMayPublish } from "../access/rights.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { SITE_READING, SITE_WRITING } from "../sites/configure-site.ts";
import { siteError } from "../sites/site-error.ts";
import { keepMainAreas } from "./main-link.ts";
import { limitedAreas, orderedAreas } from "./private-link-shapes.ts";

const PrivateLinkAreas = z
	.strictObject({
		success: z.boolean(),
		data: z
			.strictObject({
				/** null = no limit: includes areas of later versions. */
				areas: limitedAreas.nullable(),
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

const areasOf = async (database: Database, siteId: number): Promise<Area[] | null> => {
	const { privateLinkAreas } = await database
		.selectFrom("site")
		.select("privateLinkAreas")
		.where("siteId", "=", siteId)
		.executeTakeFirstOrThrow();
	return privateLinkAreas;
};

const path = "/api/sites/{site}/private-link-config/areas";

/** Which areas of a site's analytics its main private link shows. A new key keeps the limit. */
export const mainLinkAreaRoutes = (database: Database): readonly Route[] => [
	route({
		...SITE_READING,
		path,
		summary: "What a site's main private link shows",
		description: "`areas` null means no limit; `available` lists the areas that can be chosen.",
		response: PrivateLinkAreas,
		handle: async ({ site }) => answerOf(await areasOf(database, site.siteId)),
	}),
	route({
		...SITE_WRITING,
		method: "put",
		path,
		summary: "Limits a site's main private link to areas of its analytics, or lifts the limit",
		description:
			"Applies at once to addresses that were already passed on. Null shows everything, also areas of later versions.",
		audit: "site.private-link",
		body: z.strictObject({ areas: limitedAreas.nullable() }),
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request body", issues),
		response: PrivateLinkAreas,
		handle: async ({ site, caller, body }) => {
			const shown = orderedAreas(body.areas);
			const now = (await areasOf(database, site.siteId)) ?? AREAS;
			if ((shown ?? AREAS).some((area) => !now.includes(area))) requireMayPublish(caller);
			await keepMainAreas(database, site, shown);
			await database
				.updateTable("private_link")
				.set({ areas: shown && JSON.stringify(shown), updatedAt: new Date() })
				.where("siteId", "=", site.siteId)
				.where("sealedKey", "is not", null)
				.execute();
			return answerOf(shown);
		},
	}),
];
