import { pastOfSite } from "@footfall/reports/past/past-of-site";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import type { Site } from "../access/site.ts";

const DAY_MS = 86_400_000;
const printed = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** How many days of an import's sums do not count beside the site's own events, by reason. */
export const leftOutDays = async (
	store: ReportStore,
	site: Site,
	importId: string,
): Promise<Record<string, number>> => {
	const runSql = createRunSql(store);
	const past = await pastOfSite({ runSql, site });
	if (past?.until === undefined) return {};
	const { until, doubleDays } = past;
	const [found] = await runSql<{ later: number; double: number }>(
		`
	SELECT
		uniqExactIf(date, date >= toDate({until:UInt32})) AS later,
		uniqExactIf(date, has({double:Array(UInt32)}, toUInt32(date))) AS double
	FROM imported_figures
	WHERE site_id = {site:UInt32} AND import_id = {import:String}`,
		{ site: site.siteId, import: importId, until, double: [...doubleDays] },
	);
	const { later = 0, double = 0 } = found ?? {};
	return {
		...(later > 0 && {
			[`days do not count, because the site's own events do from ${printed(until)} on`]: later,
		}),
		...(double > 0 && {
			[`days before ${printed(until)} do not count, because the site has events of its own on them`]:
				double,
		}),
	};
};
