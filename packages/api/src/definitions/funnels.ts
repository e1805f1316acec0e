import { FunnelStep, FunnelSteps, refuseFunnel } from "@footfall/reports/definitions/funnel-steps";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { isBlank, LENGTHS } from "../http/typed-fields.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { definitionNumber, ECHOED } from "./definition.ts";

const Funnel = z
	.strictObject({
		id: z.int(),
		name: z.string(),
		steps: z.array(FunnelStep),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.meta({ component: "Funnel" });

/** A funnel to save. */
export const FunnelBody = z
	.object({
		name: z
			.string("Funnel name is required")
			.max(LENGTHS.name)
			.refine((name) => !isBlank(name), "Funnel name is required")
			.meta({ minLength: 1 }),
		steps: FunnelSteps,
		/** The funnel to replace. */
		reportId: z.int().positive().max(999_999_999).nullish(),
	})
	.meta({ component: "FunnelCreation" });

const path = "/api/sites/{site}/funnels";
const tags = ["Funnels"];

/** Every funnel of a site, the newest first. */
export const funnelsOf = (database: Database, siteId: number) =>
	database
		.selectFrom("funnel")
		.select(["id", "name", "steps", "createdAt", "updatedAt"])
		.where("siteId", "=", siteId)
		.orderBy("id", "desc")
		.execute();

/** Listing, saving and deleting funnels; a report has their figures. */
export const funnelRoutes = (database: Database, quotas: Quotas): readonly Route[] => [
	route({
		method: "get",
		path,
		summary: "The saved funnels of a site, newest first",
		description: "Their steps; `POST …/funnels/analyze` counts the sessions that reach each.",
		tags,
		access: { site: "read", scope: "funnels:read", areas: ["funnels"] },
		response: z.strictObject({ data: z.array(Funnel) }),
		handle: async ({ site }) => {
			const rows = await funnelsOf(database, site.siteId);
			return { data: rows.map(withIsoTimes) };
		},
	}),
	route({
		method: "post",
		path,
		summary: "Saves a funnel; with `reportId`, it replaces an existing one",
		description: "2 to 20 steps. It counts from the site's first event on.",
		tags,
		access: { site: "member", scope: "funnels:write" },
		audit: "funnel.save",
		body: FunnelBody,
		echoed: ECHOED,
		refuseBody: refuseFunnel,
		response: z
			.strictObject({ success: z.boolean(), funnelId: z.int() })
			.meta({ component: "SavedFunnel" }),
		status: 201,
		handle: async ({ site, caller, body }) => {
			if (typeof body.reportId !== "number")
				await quotas.requireRoom("funnels", { userId: null, ...site });
			const content = { name: body.name, steps: JSON.stringify(body.steps) };
			const saved =
				typeof body.reportId === "number"
					? await database
							.updateTable("funnel")
							.set({ ...content, updatedAt: new Date() })
							.where("id", "=", body.reportId)
							.where("siteId", "=", site.siteId)
							.returning("id")
							.executeTakeFirst()
					: await database
							.insertInto("funnel")
							.values({ ...content, siteId: site.siteId, userId: personIdOf(caller) })
							.returning("id")
							.executeTakeFirst();
			return { success: true, funnelId: found("Funnel", saved).id };
		},
	}),
	route({
		method: "delete",
		path: `${path}/{funnelId}`,
		summary: "Deletes a funnel",
		description: "Its events stay; only the saved steps disappear.",
		tags,
		access: { site: "member", scope: "funnels:write" },
		audit: "funnel.delete",
		params: z.object({ funnelId: z.string() }),
		response: Success,
		handle: async ({ site, params }) => {
			const deleted = await database
				.deleteFrom("funnel")
				.where("id", "=", definitionNumber(params.funnelId))
				.where("siteId", "=", site.siteId)
				.returning("id")
				.executeTakeFirst();
			found("Funnel", deleted);
			return { success: true };
		},
	}),
];
