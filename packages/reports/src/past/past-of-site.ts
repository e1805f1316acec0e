import { IS_ACT } from "@footfall/store";
import type { Parameters } from "../query/binding.ts";
import { bucketSql } from "../query/bucket.ts";
import { startOfDay, wallTimeOf } from "../query/time-zone.ts";
import { knowledgeOf } from "../report/knowledge.ts";
import type { ReportContext, RunSql } from "../report/report.ts";

export const DAY_MS = 86_400_000;

/** Days since 1970, both included. */
interface Days {
	first: number;
	last: number;
}

/** What is known of a site with imported daily sums. */
export interface PastOfSite {
	/** The days of each dimension, by its name in `imported_figures`. */
	dimensions: ReadonlyMap<string, Days>;
	/** The products that the sums come from; without those that an older version did not keep. */
	platforms: readonly string[];
	/** Sums count for days before this one; undefined where the site has no events of its own. */
	until: number | undefined;
	/** Days before `until` that have both sums and events of the site: the events count. */
	doubleDays: readonly number[];
}

export type PastContext = Pick<ReportContext, "runSql" | "site">;

const SITES = "SELECT DISTINCT site_id AS site FROM imported_figures";

/** The sites with daily sums: one statement answers for all sites, so that those without sums need none. */
export const sitesWithSums = async (runSql: RunSql): Promise<ReadonlySet<number>> => {
	const rows = await runSql<{ site: number }>(SITES, {}, { isOfManySites: true, coalesce: true });
	return new Set(rows.map(({ site }) => site));
};

const DIMENSIONS = `
  SELECT dimension, toUInt32(min(date)) AS first, toUInt32(max(date)) AS last, groupUniqArray(platform) AS platforms
  FROM imported_figures
  WHERE site_id = {site:UInt32}
  GROUP BY dimension
  ORDER BY dimension`;

const FIRST_ACT = `
  SELECT toUnixTimestamp64Milli(timestamp) AS at
  FROM events
  WHERE site_id = {site:UInt32} AND ${IS_ACT}
  ORDER BY timestamp
  LIMIT 1`;

/** When the site's first own act was, in ms since the epoch; undefined without one. */
export const firstActOf = async ({ runSql, site }: PastContext): Promise<number | undefined> => {
	const [first] = await runSql<{ at: number }>(FIRST_ACT, { site: site.siteId });
	return first?.at;
};

/** The days from the first and before the end that have both sums and events, on the wall clock of the site. */
export const doubleDaysOf = async (
	{ runSql, site: { siteId, timeZone } }: PastContext,
	{ first, end }: { first: number; end: number },
): Promise<number[]> => {
	const from = startOfDay(first * DAY_MS, timeZone);
	const period = { from, to: startOfDay(end * DAY_MS, timeZone), timeZone };
	const parameters: Parameters = { site: siteId, from, to: period.to, until: end };
	const startOf = bucketSql("day", period, parameters);
	const rows = await runSql<{ day: number }>(
		`
  SELECT DISTINCT toUInt32(toDate(${startOf("timestamp")})) AS day
  FROM events
  WHERE site_id = {site:UInt32} AND ${IS_ACT}
    AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND day IN (
      SELECT toUInt32(date) FROM imported_figures
      WHERE site_id = {site:UInt32} AND date < toDate({until:UInt32}))
  ORDER BY day`,
		parameters,
	);
	return rows.map(({ day }) => day);
};

/** `YYYY-MM-DD` as days since 1970. */
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

const readPast = async (context: PastContext): Promise<PastOfSite> => {
	const { runSql, site } = context;
	const { siteId, timeZone, importedUntil } = site;
	const [dimensions, firstAct] = await Promise.all([
		runSql<Days & { dimension: string; platforms: string[] }>(DIMENSIONS, { site: siteId }),
		firstActOf(context),
	]);
	const own = firstAct && Math.floor(wallTimeOf(firstAct, timeZone) / DAY_MS);
	const until = importedUntil ? dayOf(importedUntil) : own;
	return {
		dimensions: new Map(
			dimensions.map(({ dimension, first, last }) => [dimension, { first, last }]),
		),
		platforms: [...new Set(dimensions.flatMap(({ platforms }) => platforms))]
			.filter((platform) => platform !== "")
			.sort(),
		until,
		doubleDays:
			own !== undefined && until !== undefined && until > own
				? await doubleDaysOf(context, { first: own, end: until })
				: [],
	};
};

/**
 * What is known of a site's imported daily sums; undefined for a site without any. It is read again only after a write
 * that may have changed it: an import, a deletion, or events before the day from which the site's own events count.
 */
export const pastOfSite = async (context: PastContext): Promise<PastOfSite | undefined> => {
	const { runSql, site } = context;
	const { changes } = runSql;
	if (!changes)
		return (await sitesWithSums(runSql)).has(site.siteId) ? readPast(context) : undefined;
	const knowledge = knowledgeOf(changes);
	const areUnchanged = (asOf: number) => changes.latestOfFigures() <= asOf;
	const sites = await knowledge.valueOf(
		"sites",
		() => sitesWithSums(runSql),
		(_, asOf) => areUnchanged(asOf),
	);
	if (!sites.has(site.siteId)) return undefined;
	const { siteId, timeZone, importedUntil } = site;
	return knowledge.valueOf(
		`${siteId} ${timeZone} ${importedUntil}`,
		() => readPast(context),
		({ until }, asOf) =>
			areUnchanged(asOf) &&
			// A day more: days of the zone begin earlier or later than those in UTC.
			(until === undefined
				? changes.latestOfSite(siteId)
				: changes.latestUntil(siteId, until + 1)) <= asOf,
	);
};
