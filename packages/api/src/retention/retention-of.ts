import type { RetentionOf } from "@footfall/store";
import { sitesNumbered } from "../access/find-site.ts";
import type { Database } from "../database/schema.ts";
import { type RetentionLimits, shorter } from "./retention-limits.ts";

/** How long sites' data is kept, by their present settings and the limits of the installation. */
export const createRetentionOf =
	(database: Database, limits: RetentionLimits): RetentionOf =>
	async (sites) =>
		new Map(
			(await sitesNumbered(database, sites)).map((site) => [
				site.siteId,
				{
					events: shorter(limits.events, site.eventRetentionDays),
					users: shorter(limits.users, site.userRetentionDays),
					bots: shorter(limits.bots, site.botRetentionDays),
				},
			]),
		);
