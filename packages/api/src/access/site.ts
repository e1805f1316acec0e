import type { ConfiguredSite } from "@footfall/shared/site";
import type { Selectable } from "kysely";
import type { SiteTable } from "../database/schema.ts";

/** A site as stored, with its settings among its fields and without its private links. */
export interface Site
	extends ConfiguredSite,
		Omit<
			Selectable<SiteTable>,
			"settings" | "privateLinkKey" | "privateLinkAreas" | keyof ConfiguredSite
		> {
	domain: string;
}
