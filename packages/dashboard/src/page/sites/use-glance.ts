import { answerOf, client } from "../../api/client.ts";
import type { paths } from "../../api/schema.ts";
import type { OwnOrganization } from "../../api/sites.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { ownTimeZone } from "../../shell/asked.ts";
import type { SiteAtAGlance } from "./sites-order.ts";

type GlanceRow =
	paths["/api/organizations/{organizationId}/sites/overview"]["get"]["responses"][200]["content"]["application/json"]["data"]["sites"][number];

const askGlance = async (organizationId: string, signal: AbortSignal): Promise<GlanceRow[]> => {
	const answered = await answerOf(
		client.GET("/api/organizations/{organizationId}/sites/overview", {
			params: { path: { organizationId }, query: { time_zone: ownTimeZone() } },
			signal,
		}),
	);
	return answered.data.sites;
};

/** The sites of all organizations; their figures come with one question for each organization. */
export const useGlance = (
	organizations: readonly OwnOrganization[],
): { sites: SiteAtAGlance[]; report: Report<GlanceRow[]> } => {
	const ids = organizations.map(({ id }) => id);
	const report = useReport({
		key: ["glance", ids],
		isOff: ids.length === 0,
		everyMs: 30_000,
		ask: async (signal) => (await Promise.all(ids.map((id) => askGlance(id, signal)))).flat(),
	});
	const rows = new Map((report.data ?? []).map((row) => [row.id, row]));
	const sites = organizations.flatMap((organization) =>
		organization.sites.map(({ id, name, domain, createdAt }): SiteAtAGlance => {
			const row = rows.get(id);
			if (!row) return { id, name, domain, createdAt };
			const { users, previousUsers, change, liveSessions } = row;
			return {
				id,
				name,
				domain,
				createdAt,
				figures: {
					days: row.series.map((day) => day.users),
					visitors: users,
					previousVisitors: previousUsers,
					change,
					live: liveSessions,
				},
			};
		}),
	);
	return { sites, report };
};
