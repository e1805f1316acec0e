import { at } from "../overview/sites-overview.ts";
import type { RunSql } from "../report/report.ts";
import { FROM_SITES } from "./counts-of-sites.ts";

/** How many events sites have since an instant, ms since the epoch; a site without any is missing. */
export const eventsOfSites = async (
	runSql: RunSql,
	{ sites, from }: { sites: readonly number[]; from: number },
): Promise<Map<number, number>> => {
	const rows = await runSql<{ site: number; events: number }>(
		`
  SELECT site_id AS site, count() AS events
  FROM events
  ${FROM_SITES} AND timestamp >= ${at("from")}
  GROUP BY site`,
		{ sites: [...sites], from },
		{ isOfManySites: true },
	);
	return new Map(rows.map(({ site, events }) => [site, Number(events)]));
};
