import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { components } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";

/** The whole configuration of a site. */
export type SiteConfig = components["schemas"]["SiteConfiguration"];

type SiteUpdate = components["schemas"]["SiteUpdate"];

/** The settings that are on or off. */
export type SiteSwitchName = {
	[Name in keyof SiteConfig]: SiteConfig[Name] extends boolean ? Name : never;
}[keyof SiteConfig];

const configKey = (site: string) => ["config", site];

/** The configuration of the open site. */
export const useSiteConfig = (): Report<SiteConfig> => {
	const { site } = useSiteView();
	return useReport({
		key: configKey(site.id),
		keepsPrevious: false,
		fetch: async (signal) => {
			const { config } = await answerOf(
				client.GET("/api/sites/{site}/config", { params: { path: { site: site.id } }, signal }),
			);
			return config;
		},
	});
};

/**
 * Changes the named fields, and refetches everything that shows them.
 * @throws RequestFailure 400 with the error of each invalid field
 */
export const saveSiteConfig = async (site: string, change: SiteUpdate): Promise<void> => {
	await answerOf(
		client.PUT("/api/sites/{site}/config", { params: { path: { site } }, body: change }),
	);
	await Promise.all([configKey(site), ["site"], ["organizations"]].map(invalidate));
};
