import { IS_ACT } from "@footfall/store";
import { z } from "zod";
import {
	currencyOfLifetimes,
	lifetimesOf,
	lifetimesSql,
	revenueParameter,
} from "../money/lifetime.ts";
import { currentTraits, TRAIT_TEXT } from "../people/traits.ts";
import { hexId, PERSON } from "../query/dimensions.ts";
import { offsetOf, pageOf } from "../query/page.ts";
import { isTrue, oneOf, textParameter } from "../query/parameters.ts";
import { shownIdPasses } from "../query/pseudonyms.ts";
import { countedRows, type QuerySql, toSql } from "../query/report-query.ts";
import { count, type ReportContext, report } from "../report/report.ts";
import { runPage } from "../report/rows.ts";
import { toUserRows, UserRow, usersByPerson } from "./user-row.ts";

const SORTS = {
	last_seen: () => "max(timestamp)",
	first_seen: () => "min(timestamp)",
	pageviews: () => "countIf(type = 'pageview')",
	sessions: ({ isOfBegunSession }: QuerySql) => `uniqExactIf(session_id, ${isOfBegunSession})`,
	events: () => "countIf(type = 'custom_event')",
	/** Of all time, from another statement. */
	revenue: () => "0",
} as const;
const SORT_NAMES = Object.keys(SORTS) as (keyof typeof SORTS)[];
const SEARCH_FIELDS = ["username", "name", "email", "user_id"] as const;

const parameters = {
	page: textParameter("Page, from 1"),
	page_size: textParameter("People per page: 100 by default, at most 1000"),
	sort_by: textParameter(`One of ${SORT_NAMES.join(", ")}; last_seen by default`),
	sort_order: textParameter("`desc` (default) or `asc`"),
	identified_only: textParameter("`true` for identified users only"),
	search: textParameter("Text to find in the searched field, ignoring case"),
	search_field: textParameter(`One of ${SEARCH_FIELDS.join(", ")}; username by default`),
	revenue: revenueParameter,
};

/** Conditions on rows of the people that match the search. */
const searchConditions = (
	querySql: QuerySql,
	{ given, query: { pseudonyms } }: ReportContext<typeof parameters>,
): string[] => {
	const field = oneOf("search_field", given.search_field, SEARCH_FIELDS, "username");
	if (!given.search) return [];
	const needle = querySql.bind(given.search, "String");
	const contains = (haystack: string) => `positionCaseInsensitiveUTF8(${haystack}, ${needle}) > 0`;
	if (field === "user_id")
		return [
			`(${shownIdPasses(pseudonyms, querySql.bind, contains)} OR ${contains(hexId("user_id"))})`,
		];
	// Visitors who do not see traits must not discover them by searching either.
	if (pseudonyms) return ["0"];
	const key = querySql.bind(field, "String");
	return [
		`identified_user_id != '' AND identified_user_id IN (
      SELECT user_id FROM (${currentTraits(`key IN ('', ${key})`)}) WHERE ${contains(TRAIT_TEXT)})`,
	];
};

export const users = report({
	path: "/users",
	summary: "People: users of the site, and devices without a known user",
	description:
		"The latest first; `effective_user_id` is their id in paths. Sort and search by the parameters.",
	tag: "Users",
	extra: parameters,
	response: z
		.object({
			data: z.array(UserRow),
			totalCount: count(),
			page: count(),
			pageSize: count(),
		})
		.meta({ component: "UserList" }),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const sortBy = oneOf("sort_by", given.sort_by, SORT_NAMES, "last_seen");
		const order = oneOf("sort_order", given.sort_order, ["asc", "desc"], "desc");
		const page = pageOf({ ...given, limit: given.page_size }, 100);
		const querySql = toSql(site.siteId, query);
		const rows = [
			...(isTrue("identified_only", given.identified_only) ? ["identified_user_id != ''"] : []),
			...searchConditions(querySql, context),
		];
		// In the order of their ids, people of equal rank would give away how these are spelt.
		const { pseudonyms } = query;
		const lastly = pseudonyms ? pseudonyms.sql("person", querySql.bind) : "person";
		const byRevenue = sortBy === "revenue";
		const pageText = `
  SELECT person, count() OVER () AS total_rows
  FROM (
    SELECT ${PERSON} AS person, ${SORTS[sortBy](querySql)} AS rank
    FROM events
    WHERE ${[countedRows(querySql), IS_ACT, ...rows].join("\n      AND ")}
    GROUP BY person
  )${byRevenue ? ` AS present\n  LEFT JOIN (${lifetimesSql(site, querySql.bind)}) AS money USING (person)` : ""}
  ORDER BY ${byRevenue ? "lifetime_revenue" : "rank"} ${order}, ${lastly}`;
		const found = await runPage<{ person: string; total_rows: number }>(
			runSql,
			pageText,
			querySql.parameters,
			page,
		);
		const people = found.rows.map(({ person }) => person);
		const known = await usersByPerson(runSql, querySql, people);
		const present = people.filter((person) => known.has(person));
		const [data, lifetimes] = await Promise.all([
			toUserRows(
				context,
				present.flatMap((person) => known.get(person) ?? []),
			),
			currencyOfLifetimes(context) === undefined
				? undefined
				: lifetimesOf(context, querySql, present),
		]);
		return {
			data: lifetimes ? data.map((row, place) => ({ ...row, ...lifetimes[place] })) : data,
			totalCount: found.totalCount,
			page: offsetOf(given.page) || 1,
			pageSize: page.limit,
		};
	},
});
