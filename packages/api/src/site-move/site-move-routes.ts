import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { createRoleOf } from "../access/roles.ts";
import { requireFactorIn } from "../access/second-factor.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import * as typed from "../http/typed-fields.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { MovePlan, movePlanOf } from "./move-plan.ts";
import { moveSite } from "./move-site.ts";

const path = "/api/sites/{site}/move";
const shared = {
	path,
	tags: ["Sites"],
	// A limited key could gain the rights of another organization, and an organization's key belongs to one.
	access: { site: "owner", scope: "unlimited" },
	forbidden: "Only an owner of the site's organization can move it",
	response: z.strictObject({ data: MovePlan }),
} as const;

const organizationId = z.string().min(1).max(typed.LENGTHS.name);

/** Moving a site to another organization of its owner. */
export const siteMoveRoutes = (database: Database, quotas: Quotas): readonly Route[] => {
	const roleOf = createRoleOf(database);

	/** @throws ApiError 403 unless the caller owns it and has the factor that it requires, 404 for one that does not exist */
	const requireOwnOrganization = async (caller: Caller, id: string): Promise<void> => {
		if ((await roleOf(caller, id)) !== "owner")
			throw new ApiError("FORBIDDEN", "You are not an owner of the organization organizationId", {
				resolution:
					"Name an organization that you own: GET /api/user/memberships lists yours with your roles.",
			});
		await requireFactorIn(database, caller, id);
		const organization = await database
			.selectFrom("organization")
			.select("id")
			.where("id", "=", id)
			.executeTakeFirst();
		found("Organization", organization);
	};

	return [
		route({
			...shared,
			method: "get",
			summary: "What moving a site to another organization would take away and copy",
			description:
				"To be shown before the move. Everything else goes with the site: its events and recordings, goals, funnels, boards, annotations, imports and settings.",
			query: z.object({
				organization_id: organizationId.describe("The organization to move it to"),
			}),
			handle: async ({ site, caller, query }) => {
				await requireOwnOrganization(caller, query.organization_id);
				return { data: await movePlanOf(database, site, query.organization_id) };
			},
		}),
		route({
			...shared,
			method: "post",
			summary: "Moves a site with its history to another organization of the caller",
			description:
				"The caller must own both. Private links end, keys and teams of the old organization lose the site, and its alerts lose their channels and are paused; the answer lists it all. Both organizations' audit logs record it. 409 if the new organization has a site of this domain, or while an import of the site runs.",
			audit: "site.move-out",
			movesSite: true,
			body: z.object({ organizationId }).meta({ component: "SiteMoveRequest" }),
			handle: async ({ site, caller, body }) => {
				await requireOwnOrganization(caller, body.organizationId);
				if (site.createdBy === "")
					// It counts among those that keys of the organization have created.
					await quotas.requireRoom("sites", { userId: null, organizationId: body.organizationId });
				const data = await moveSite(database, site, body.organizationId);
				await recordChange(database, {
					...{ action: "site.move-in", caller, body },
					organizationIds: [body.organizationId],
					target: `/api/sites/${site.siteId}/move`,
				});
				return { data };
			},
		}),
	];
};
