import { pick } from "@footfall/shared/pick";
import { type SiteSettings, siteSettings } from "@footfall/shared/site";
import { z } from "zod";
import type { MemberRole } from "../access/caller.ts";
import { isAdministrator } from "../access/roles.ts";
import type { Site } from "../access/site.ts";
import { withIsoTimes } from "../database/iso-times.ts";

const identity = {
	siteId: z.int(),
	id: z.string(),
	name: z.string(),
	domain: z.string(),
	organizationId: z.string(),
	createdBy: z.string(),
};
const timestamps = { createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };

const identityKeys = ["siteId", "id", "name", "domain", "organizationId", "createdBy"] as const;
const summaryKeys = ["public", "saltUserIds", "blockBots"] as const;
/** Excludes the exclusions and the private link key, because visitors of a public site see this. */
const shownKeys = [
	...summaryKeys,
	"sessionReplay",
	"webVitals",
	"trackErrors",
	"trackOutbound",
	"trackUrlParams",
	"type",
	"embedEnabled",
	"trackIp",
	"trackInitialPageView",
	"trackSpaNavigation",
	"trackButtonClicks",
	"trackCopy",
	"trackFormInteractions",
	"trackUrlFragments",
	"trackDownloads",
	"respectGpc",
	"firstPartyProxy",
	"countSuspected",
	"allowBackfill",
] as const satisfies readonly (keyof SiteSettings)[];

/** A site as shown to every reader of its analytics. */
export const SiteAnswer = z
	.strictObject({
		...identity,
		...timestamps,
		isOwner: z.boolean(),
		...pick(siteSettings, shownKeys),
	})
	.meta({ component: "Site" });

/** Fields that clients send back with their changes, and that an update ignores. */
export const ECHOED_OF_SITE: readonly string[] = [
	...Object.keys(SiteAnswer.shape),
	"privateLinkKey",
];

/** @param role the caller's in the site's organization; undefined for a visitor */
export const siteAnswerOf = (
	site: Site,
	role: MemberRole | undefined,
): z.output<typeof SiteAnswer> => ({
	...withIsoTimes(pick(site, [...identityKeys, ...shownKeys, "createdAt", "updatedAt"])),
	isOwner: role !== undefined && isAdministrator(role),
});

/** The answer to the creation of a site. */
export const CreatedSiteAnswer = z
	.strictObject({
		...identity,
		...pick(siteSettings, summaryKeys),
	})
	.meta({ component: "CreatedSite" });

export const createdSiteAnswerOf = (site: Site): z.output<typeof CreatedSiteAnswer> =>
	pick(site, [...identityKeys, ...summaryKeys]);

/** A site in an organization's list. */
export const SiteSummary = CreatedSiteAnswer.extend({ createdAt: timestamps.createdAt }).meta({
	component: "SiteSummary",
});

export const siteSummaryOf = (site: Site): z.output<typeof SiteSummary> =>
	withIsoTimes(pick(site, [...identityKeys, ...summaryKeys, "createdAt"]));
