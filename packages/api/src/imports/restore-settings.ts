import { isDeepStrictEqual } from "node:util";
import { pick } from "@footfall/shared/pick";
import { newSiteSettings, SiteSettings } from "@footfall/shared/site";
import { checkedSettings, mergedSettings } from "../sites/configure-site.ts";
import { faultIn, type RestorableKind } from "./restore-by-name.ts";

/** A site's administrator decides on access, never a file. */
const NEVER_RESTORED: readonly (keyof SiteSettings)[] = [
	"public",
	"embedEnabled",
	// They belong to one site, and let servers send for it.
	"clientIds",
	// Data that comes with the import, or existed before, must not be deleted by an imported setting.
	"eventRetentionDays",
	"userRetentionDays",
	"botRetentionDays",
];

const read = (line: object) => checkedSettings(SiteSettings.partial().parse(line));

/** A site's settings: defaults are replaced, changed settings are kept. */
export const restoredSettings: RestorableKind = {
	check: async (line) => {
		try {
			return { content: read(line) };
		} catch (error) {
			return { fault: faultIn(error) };
		}
	},
	restore: async (database, site, contents) => {
		const own = SiteSettings.parse(site);
		const wanted: Partial<SiteSettings> = Object.assign({}, ...contents.map(read));
		const names = Object.keys(wanted) as (keyof SiteSettings)[];
		const differing = names.filter((name) => !isDeepStrictEqual(wanted[name], own[name]));
		const isFree = (name: keyof SiteSettings) =>
			!NEVER_RESTORED.includes(name) && isDeepStrictEqual(own[name], newSiteSettings[name]);
		const taken = differing.filter(isFree);
		if (taken.length > 0)
			await database
				.updateTable("site")
				.set({ updatedAt: new Date(), settings: mergedSettings(pick(wanted, taken)) })
				.where("siteId", "=", site.siteId)
				.execute();
		return {
			taken: taken.length,
			known: 0,
			kept: differing.filter((name) => !isFree(name)),
		};
	},
};
