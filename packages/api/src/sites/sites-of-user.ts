import { MAX_ROWS, pageOf } from "@footfall/reports/query/page";
import { oneOf, textParameter, wholeNumberParameter } from "@footfall/reports/query/parameters";
import { ApiError } from "@footfall/shared/api-error";
import { isSiteKey, siteNumberOf } from "@footfall/shared/ids";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { siteOf } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import { seesAllSites, seesSite } from "../access/visible-sites.ts";
import type { Database } from "../database/schema.ts";
import { LENGTHS } from "../http/typed-fields.ts";

const SITES_PER_PAGE = 50;
const MOST_SITE_IDS = 100;
const ORDERS = ["name", "domain"] as const;

const text = (description: string) => z.string().max(LENGTHS.name).optional().describe(description);

export const pageSizeParameter = (mostRows: number) =>
	wholeNumberParameter(`Sites per page: ${SITES_PER_PAGE} by default, at most ${mostRows}`);

/** The query parameters of a page of a person's sites, as received. */
export const SitesOfUserQuery = z.object({
	search: text("Part of the name or the domain, ignoring case and accents"),
	organization_id: text("Only the sites of this organization"),
	team_id: text("Only the sites of this team; members and viewers see those of their own teams"),
	site_ids: textParameter(
		`Only these sites: numbers or 12-character ids, joined by commas, at most ${MOST_SITE_IDS}`,
	),
	sort_by: textParameter(`One of ${ORDERS.join(", ")}; name by default`),
	page: wholeNumberParameter("Page, from 1"),
	page_size: pageSizeParameter(MAX_ROWS),
});
export type SitesOfUserQuery = z.output<typeof SitesOfUserQuery>;

/** @throws ApiError 400 for too many */
const referencesOf = (siteIds: string) => {
	const references = siteIds.split(",", MOST_SITE_IDS + 1);
	if (references.length > MOST_SITE_IDS)
		throw new ApiError("INVALID_REQUEST", `site_ids must have at most ${MOST_SITE_IDS} ids`);
	return {
		keys: references.filter(isSiteKey),
		numbers: references.flatMap((reference) => siteNumberOf(reference) ?? []),
	};
};

/** Plain members see only their own teams. */
const knowsTeam = sql<boolean>`(${seesAllSites} OR EXISTS (SELECT FROM "team_member"
	WHERE "team_member"."teamId" = "team_site"."teamId" AND "team_member"."memberId" = "member"."id"))`;

/** Ignores case and accents, so that "munch" finds "München". */
const folded = (text: RawBuilder<unknown>) =>
	sql`regexp_replace(lower(normalize(${text}, NFD)), '[\\u0300-\\u036f]', '', 'g')`;

const selectSites = (database: Database, userId: string, query: SitesOfUserQuery) => {
	const { search, organization_id, team_id, site_ids } = query;
	let sites = database
		.selectFrom("site")
		.innerJoin("member", "member.organizationId", "site.organizationId")
		.where("member.userId", "=", userId)
		.where(seesSite);
	if (organization_id !== undefined)
		sites = sites.where("site.organizationId", "=", organization_id);
	if (search !== undefined) {
		const contains = (column: string) =>
			sql<boolean>`strpos(${folded(sql.ref(column))}, ${folded(sql`${search}::text`)}) > 0`;
		sites = sites.where(({ or }) => or([contains("site.name"), contains("site.domain")]));
	}
	if (team_id !== undefined)
		sites = sites.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("team_site")
					.whereRef("team_site.siteId", "=", "site.siteId")
					.where("team_site.teamId", "=", team_id)
					.where(knowsTeam)
					.select("team_site.siteId"),
			),
		);
	if (site_ids !== undefined) {
		const { keys, numbers } = referencesOf(site_ids);
		// One array parameter for each, so that the statement is the same for any number of ids.
		sites = sites.where(
			sql<boolean>`("site"."id" = ANY(${keys}::text[]) OR "site"."siteId" = ANY(${numbers}::int[]))`,
		);
	}
	return sites;
};

/**
 * A page of the sites that a person may see in their organizations.
 * @returns `totalCount` counts all pages
 * @throws ApiError 400 for invalid parameters
 */
export const pageOfSites = async (
	database: Database,
	userId: string,
	query: SitesOfUserQuery,
	mostRows = MAX_ROWS,
): Promise<{ sites: Site[]; totalCount: number }> => {
	const { limit, offset } = pageOf(
		{ page: query.page, limit: query.page_size, mostRows },
		SITES_PER_PAGE,
	);
	const order = oneOf("sort_by", query.sort_by, ORDERS, "name");
	const selected = selectSites(database, userId, query);
	const { count } = await selected
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	// Full rows are read for the page only, because settings are most of a site's data.
	const rows = await selected
		.selectAll("site")
		.orderBy(sql`lower(${sql.ref(`site.${order}`)})`)
		.orderBy("site.siteId")
		.limit(limit)
		.offset(offset)
		.execute();
	return { sites: rows.map(siteOf), totalCount: Number(count) };
};
