import { MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";
import { at } from "../overview/sites-overview.ts";
import type { RunSql } from "../report/report.ts";
import { FROM_SITES, IS_ERROR } from "./counts-of-sites.ts";

/**
 * For each site, a text that stands for its occurrences of errors that were received at `since` (ms since the epoch) or
 * later: the same as long as they are the same ones. A site without any is missing.
 */
export const errorMarksOfSites = async (
	runSql: RunSql,
	{ sites, since }: { sites: readonly number[]; since: number },
): Promise<Map<number, string>> => {
	const rows = await runSql<{ site: number; mark: string }>(
		`
  SELECT site_id AS site, concat(toString(count()), ' ', toString(sum(cityHash64(event_id, timestamp, received_at)))) AS mark
  FROM events
  ${FROM_SITES} AND timestamp >= ${at("earliest")} AND received_at >= ${at("since")} AND ${IS_ERROR}
  GROUP BY site`,
		{ sites: [...sites], since, earliest: since - MAX_EVENT_DELAY_MS },
		{ isOfManySites: true },
	);
	return new Map(rows.map(({ site, mark }) => [site, mark]));
};
