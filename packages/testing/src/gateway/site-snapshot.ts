import { createHash } from "node:crypto";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import {
	type ConfigurationChanges,
	type ConfigurationSnapshot,
	type ConfiguredSite,
	defaultSiteSettings,
} from "@footfall/shared/site";

/** A site with the default settings and these changes. */
export const siteOf = (changes: Partial<ConfiguredSite> = {}): ConfiguredSite => ({
	...defaultSiteSettings,
	siteId: 1 as SiteNumber,
	id: "0123456789ab" as SiteKey,
	organizationId: "owner",
	...changes,
});

/** A snapshot of these sites with one key, `secret-key`, for the organization `owner`. */
export const snapshotWith = (
	sites: ConfiguredSite[] = [siteOf()],
	version = "1",
): ConfigurationSnapshot => ({
	version,
	sites,
	ingestionKeys: [
		{
			hash: createHash("sha256").update("secret-key").digest("base64url"),
			organizationIds: ["owner"],
			siteIds: [],
			expiresAt: null,
		},
	],
});

/** Changes to a version that contain only these. */
export const changesTo = (
	version: string,
	changes: Partial<ConfigurationChanges> = {},
): ConfigurationChanges => ({
	version,
	sites: [],
	ingestionKeys: [],
	removedSites: [],
	removedKeys: [],
	...changes,
});
