import { randomBytes } from "node:crypto";
import { newSiteSettings, SiteSettings } from "@footfall/shared/site";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { siteOf } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import * as typed from "../http/typed-fields.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import {
	checkedDomain,
	checkedSettings,
	onDomainConflict,
	requireMayOpen,
	withChosenZone,
	zoneFields,
} from "./configure-site.ts";
import { CreatedSiteAnswer, createdSiteAnswerOf, ECHOED_OF_SITE } from "./site-answer.ts";
import { siteError } from "./site-error.ts";

interface NewSite extends Pick<Site, "name" | "domain" | "organizationId" | "createdBy"> {
	/** Settings that differ from a new site's defaults. */
	settings: { [Name in keyof SiteSettings]?: SiteSettings[Name] | undefined };
}

/** @throws ApiError 409 for a domain that the organization already has */
export const insertSite = async (
	database: Database,
	{ settings, ...columns }: NewSite,
): Promise<Site> => {
	const row = await database
		.insertInto("site")
		.values({
			...columns,
			id: randomBytes(6).toString("hex"),
			settings: JSON.stringify({ ...newSiteSettings, ...settings }),
		})
		.returningAll()
		.executeTakeFirstOrThrow()
		.catch(onDomainConflict);
	return siteOf(row);
};

/** An id of another product is claimed by an update, once the site exists. */
const NewSiteBody = SiteSettings.omit({ clientIds: true, eventSchemas: true })
	.partial()
	.extend({
		...zoneFields,
		name: typed.name,
		domain: z.string().min(1).max(2048),
	})
	.meta({ component: "SiteCreation" });

export const createSiteRoute = (database: Database, quotas: Quotas): Route =>
	route({
		method: "post",
		path: "/api/organizations/{organizationId}/sites",
		summary: "Creates a site in an organization",
		description:
			"Put its `siteId` or `id` into the tracker's snippet. 409 if the organization has a site of this domain, 400 with `QUOTA_REACHED` if it may have no more.",
		tags: ["Sites"],
		access: { organization: "admin", scope: "sites:write" },
		audit: "site.create",
		body: NewSiteBody,
		echoed: ECHOED_OF_SITE,
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request data", issues),
		response: CreatedSiteAnswer,
		handle: async ({ body, caller, organizationId }) => {
			const { name, domain, ...settings } = body;
			requireMayOpen(caller, settings);
			const userId = personIdOf(caller);
			await quotas.requireRoom("sites", { userId, organizationId });
			const site = await insertSite(database, {
				name,
				domain: checkedDomain(domain),
				organizationId,
				createdBy: userId ?? "",
				settings: checkedSettings(withChosenZone(settings)),
			});
			return createdSiteAnswerOf(site);
		},
	});
