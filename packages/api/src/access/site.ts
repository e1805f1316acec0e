import type { ConfiguredSite } from "@footfall/shared/site";

/** A site as stored. */
export interface Site extends ConfiguredSite {
	name: string;
	domain: string;
	/** User id. */
	createdBy: string;
	createdAt: Date;
	updatedAt: Date;
	/** Grants read access without signing in; null when none was generated. */
	privateLinkKey: string | null;
}
