import type { ConfiguredSite } from "@footfall/shared/site";
import type { Selectable } from "kysely";
import type { SiteTable } from "../database/schema.ts";

/** A site as stored, with its settings among its fields. */
export interface Site
	extends ConfiguredSite,
		Omit<Selectable<SiteTable>, "settings" | keyof ConfiguredSite> {
	domain: string;
}
