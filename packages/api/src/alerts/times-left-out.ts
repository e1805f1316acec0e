import { importedDays, type Span } from "@footfall/reports/alerts/imported-days";
import type { RunSql } from "@footfall/reports/report/report";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";

/** What has to be known to say which times of a site do not count. */
export interface Disturbances {
	/** Times in which this product itself did not run. */
	gaps: readonly Span[];
	/** Of each site with imports, a text that is another one once they have changed; "" while they are changing. */
	imports: ReadonlyMap<number, string>;
}

const importsOf = async (
	database: Database,
	siteIds: readonly number[],
): Promise<Map<number, string>> => {
	if (siteIds.length === 0) return new Map();
	const rows = await database
		.selectFrom("import")
		.where("siteId", "in", siteIds)
		.where("state", "in", ["finishing", "done"])
		.groupBy("siteId")
		.select(({ fn }) => ["siteId", fn.countAll().as("count"), fn.max("completedAt").as("last")])
		.select(({ fn }) => fn.count("completedAt").as("completed"))
		.execute();
	return new Map(
		rows.map(({ siteId, count, completed, last }) => [
			siteId,
			// While an import is finished, more and more of its rows appear.
			Number(completed) < Number(count) ? "" : `${count} ${last?.toISOString()}`,
		]),
	);
};

/** Reads what is written down about times that do not count, since an instant. */
export const disturbancesOf = async (
	database: Database,
	{ siteIds, since }: { siteIds: readonly number[]; since: number },
): Promise<Disturbances> => {
	const [gaps, imports] = await Promise.all([
		database
			.selectFrom("alert_gap")
			.selectAll()
			.where("toTime", ">", new Date(since))
			.orderBy("fromTime")
			.execute(),
		importsOf(database, siteIds),
	]);
	return {
		gaps: gaps.map(({ fromTime, toTime }) => ({ from: fromTime.getTime(), to: toTime.getTime() })),
		imports,
	};
};

/**
 * The times of sites that say nothing about what is usual: those in which this product did not run, and days whose figures
 * come from an import. The days of a site are read again once its imports have changed; a site without any needs no
 * statement.
 */
export const createTimesLeftOut = (runSql: RunSql) => {
	const known = new Map<number, { mark: string; days: readonly Span[] }>();
	return {
		read: async (site: Site, { gaps, imports }: Disturbances, span: Span): Promise<Span[]> => {
			const { siteId } = site;
			const mark = imports.get(siteId);
			if (mark === undefined) known.delete(siteId);
			else if (mark === "" || known.get(siteId)?.mark !== mark)
				known.set(siteId, { mark, days: await importedDays({ runSql, site }, span) });
			return [...gaps, ...(known.get(siteId)?.days ?? [])];
		},
		/** As far as they were read. */
		known: (siteId: number, { gaps }: Disturbances): readonly Span[] => {
			const days = known.get(siteId)?.days;
			return days === undefined ? gaps : [...gaps, ...days];
		},
	};
};
export type TimesLeftOut = ReturnType<typeof createTimesLeftOut>;
