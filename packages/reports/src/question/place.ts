import { refusedParameters } from "@footfall/shared/api-error";
import type { Parameters } from "../query/binding.ts";
import type { ReportQuery } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import { openSource, runOverAll, type SourcePart } from "../source/source.ts";
import { type Asked, groupsText, joinedParts, type StoredRow } from "./groups.ts";
import type { Key, SiteKey } from "./keys.ts";
import type { MetricColumn } from "./metric.ts";
import { keyNames, type Part } from "./part.ts";
import { partsOf } from "./parts.ts";

/** What is read: the groups of a question in a period, with the imported sums that count there. */
export interface Groups {
	query: ReportQuery;
	past: Asked["past"];
}

/** Where a question is asked: a site, or several. */
export interface Place {
	/** Runs one statement over groups of several periods. */
	run(
		asked: Pick<Asked, "keys" | "metrics">,
		periods: readonly Groups[],
		statement: { join(groups: readonly string[]): string; more: Parameters },
	): Promise<StoredRow[]>;
}

type OfSite = Pick<ReportContext, "runSql" | "site">;

const PREFIXES = ["", "other_"];

export const placeOfSite = (context: OfSite): Place => ({
	run: async (asked, periods, { join, more }) => {
		const { runSql, site } = context;
		const parts = await Promise.all(
			periods.map(async ({ query, past }, place): Promise<SourcePart> => {
				const keys = ownKeys(asked.keys);
				const textOf: SourcePart["textOf"] = (source) =>
					groupsText(
						asked,
						joinedParts(
							keyNames(keys),
							partsOf({ source, query, keys }, asked.metrics, {
								site: site.siteId,
								past,
							}),
						),
					);
				const source = await openSource({ ...context, query });
				return { source, textOf, prefix: PREFIXES[place] ?? `other_${place}_` };
			}),
		);
		return runOverAll<StoredRow>(runSql, parts, { join, more });
	},
});

const isSite = (key: Key | SiteKey): key is SiteKey => key.kind === "site";
/** The keys that a site has values of. */
const ownKeys = (keys: Asked["keys"]): Key[] => keys.filter((key) => !isSite(key));

/** More would make a statement too long. */
export const MOST_SITES = 20;

/** The parts of a site with its number as the value of the key `site`. */
const withSite = (part: Part, keys: Asked["keys"], site: number): Part => {
	const others = ownKeys(keys);
	const own = others.map((_, place) => `k${place} AS own_${place}`);
	const values = keys.map((key, place) =>
		isSite(key) ? `'${site}' AS k${place}` : `own_${others.indexOf(key)} AS k${place}`,
	);
	const columns = part.columns.map(({ name }) => name);
	return {
		columns: part.columns,
		sql: `
    SELECT ${[...values, ...columns].join(", ")}
    FROM (SELECT ${[...own, ...columns].join(", ")} FROM (${part.sql}))`,
	};
};

/** @throws ApiError for a metric that cannot be put together from those of several sites */
const requireSums = ({ keys, metrics }: Pick<Asked, "keys" | "metrics">) => {
	if (keys.some(isSite)) return;
	const alone = metrics.find(({ columns }) => columns.some(({ isNullable }) => isNullable));
	if (alone)
		throw refusedParameters(
			`${alone.name} of several sites is not the sum of theirs: ask by the dimension site`,
		);
};

/** Several sites at once; a person on two of them counts twice. */
export const placeOfSites = (
	runSql: OfSite["runSql"],
	sites: readonly OfSite["site"][],
	leavesOutSuspected: (site: OfSite["site"]) => boolean,
): Place => ({
	run: async (asked, periods, { join, more }) => {
		requireSums(asked);
		const { keys, metrics } = asked;
		const names = keyNames(keys);
		const others = ownKeys(keys);
		let columns: readonly MetricColumn[] = [];
		const parts = await Promise.all(
			periods.flatMap(({ query }, period) =>
				sites.map(async (site, place): Promise<SourcePart> => {
					const own = { ...query, leavesOutSuspected: leavesOutSuspected(site) };
					const textOf: SourcePart["textOf"] = (source) => {
						const ofSite = joinedParts(
							keyNames(others),
							partsOf({ source, query: own, keys: others }, metrics, {
								site: site.siteId,
								past: undefined,
							}),
						);
						({ columns } = ofSite);
						return withSite(ofSite, keys, site.siteId).sql;
					};
					const source = await openSource({ runSql, site, query: own });
					return { source, textOf, prefix: `of_${period}_${place}_` };
				}),
			),
		);
		return runOverAll<StoredRow>(runSql, parts, {
			isOfManySites: true,
			more,
			join: (texts) =>
				join(
					periods.map((_, period) => {
						const ofPeriod = texts.slice(period * sites.length, (period + 1) * sites.length);
						return groupsText(
							asked,
							joinedParts(
								names,
								ofPeriod.map((sql) => ({ columns, sql })),
							),
						);
					}),
				),
		});
	},
});
