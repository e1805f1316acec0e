import { answerOf, client } from "../../api/client.ts";
import {
	type ListedSite,
	type SitesPage,
	type SitesQuery,
	useOwnSites,
} from "../../api/own-sites.ts";
import type { paths } from "../../api/schema.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { ownTimeZone } from "../../layout/shared-parameters.ts";
import type { SiteAtAGlance } from "./sites-order.ts";

type GlanceRow =
	paths["/api/sites/overview"]["get"]["responses"][200]["content"]["application/json"]["data"]["sites"][number];

const atAGlance = (
	{ id, name, domain, createdAt }: ListedSite,
	row: GlanceRow | undefined,
): SiteAtAGlance => ({
	id,
	name,
	domain,
	createdAt,
	...(row && {
		figures: {
			days: row.series.map(({ time, users }) => ({ time, value: users })),
			visitors: row.users,
			previousVisitors: row.previousUsers,
			change: row.change,
			live: row.liveSessions,
		},
	}),
});

/** A page of sites; their figures take longer and are loaded afterwards. */
export const useGlance = (
	query: SitesQuery,
): { list: Report<SitesPage>; figures: Report<GlanceRow[]>; sites: SiteAtAGlance[] } => {
	const list = useOwnSites(query);
	const figures = useReport({
		key: ["organizations", "glance", query],
		everyMs: 30_000,
		fetch: async (signal) => {
			const answered = await answerOf(
				client.GET("/api/sites/overview", {
					params: { query: { ...query, time_zone: ownTimeZone() } },
					signal,
				}),
			);
			return answered.data.sites;
		},
	});
	const rows = new Map((figures.data ?? []).map((row) => [row.id, row]));
	const sites = (list.data?.data ?? []).map((site) => atAGlance(site, rows.get(site.id)));
	return { list, figures, sites };
};
