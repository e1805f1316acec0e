import { isDeepStrictEqual } from "node:util";
import { defaultSiteSettings, SiteSettings } from "@footfall/shared/site";
import { checkedSettings, mergedSettings } from "../sites/configure-site.ts";
import { faultIn, type RestorableKind } from "./restore-by-name.ts";

/** Access to a site is decided by its administrator, never by a file. */
const NEVER_RESTORED: ReadonlySet<string> = new Set(["public", "embedEnabled"]);

const read = (line: object) => checkedSettings(SiteSettings.partial().parse(line));

/** A site's settings: defaults are replaced, changed settings stay. */
export const restoredSettings: RestorableKind = {
	check: (line) => {
		try {
			return { content: read(line) };
		} catch (error) {
			return { fault: faultIn(error) };
		}
	},
	restore: async (database, site, contents) => {
		const own = SiteSettings.parse(site);
		const wanted: Record<string, unknown> = Object.assign({}, ...contents.map(read));
		const differing = Object.entries(wanted).filter(
			([name, value]) => !isDeepStrictEqual(value, own[name as keyof SiteSettings]),
		);
		const isFree = (name: string) =>
			!NEVER_RESTORED.has(name) &&
			isDeepStrictEqual(
				own[name as keyof SiteSettings],
				defaultSiteSettings[name as keyof SiteSettings],
			);
		const taken = differing.filter(([name]) => isFree(name));
		if (taken.length > 0)
			await database
				.updateTable("site")
				.set({
					updatedAt: new Date(),
					settings: mergedSettings(Object.fromEntries(taken)),
				})
				.where("siteId", "=", site.siteId)
				.execute();
		return {
			taken: taken.length,
			known: 0,
			kept: differing.filter(([name]) => !isFree(name)).map(([name]) => name),
		};
	},
};
