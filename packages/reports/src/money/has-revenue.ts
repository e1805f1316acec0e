import { knowledgeOf } from "../report/knowledge.ts";
import type { ReportedSite, RunSql } from "../report/report.ts";
import { HAS_MONEY } from "./converted-amount.ts";

const TEXT = `
  SELECT 1 AS found
  FROM events
  WHERE site_id = {site:UInt32} AND ${HAS_MONEY}
  LIMIT 1`;

/**
 * Whether a site has amounts that can be shown in its currency; a site without a currency has none, at no cost. What is
 * found stays known for a while; that there is nothing only until the site's next event.
 */
export const hasRevenue = async (
	runSql: RunSql,
	{ siteId, currency }: Pick<ReportedSite, "siteId" | "currency">,
): Promise<boolean> => {
	if (currency === null) return false;
	const read = async () => (await runSql(TEXT, { site: siteId })).length > 0;
	const { changes } = runSql;
	if (!changes) return read();
	return knowledgeOf(changes).valueOf(
		`${siteId} revenue`,
		read,
		(isFound, asOf) => isFound || changes.latestOfSite(siteId) <= asOf,
	);
};
