import { z } from "zod";
import { currentTraits, TRAIT_TEXT, withTraits } from "../people/traits.ts";
import type { Parameters } from "../query/binding.ts";
import { MAX_ROWS, offsetOf, rowLimitOf } from "../query/page.ts";
import { required, textParameter } from "../query/parameters.ts";
import { toSql } from "../query/report-query.ts";
import { count, type ReportContext, report, texts } from "../report/report.ts";
import { runPage } from "../report/rows.ts";
import { UserRow, usersByPerson } from "./user-row.ts";

/** Traits are personal: members see them, visitors of a public site do not. */
const shared = { tag: "User Traits", readers: "viewer" } as const;

type Slice = Record<"limit" | "offset", z.ZodOptional<z.ZodString>>;

/** The slice of a statement's rows that `limit` and `offset` select, and whether more follow. */
const listed = async <Row extends { total_rows: number }>(
	{ runSql, given }: Pick<ReportContext<Slice>, "runSql" | "given">,
	defaultLimit: number,
	sql: string,
	parameters: Parameters,
) => {
	const page = { limit: rowLimitOf(given.limit, defaultLimit), offset: offsetOf(given.offset) };
	const { rows, totalCount: total } = await runPage<Row>(runSql, sql, parameters, page);
	return { rows, total, hasMore: page.offset + rows.length < total };
};

const Key = z.object({ key: z.string(), userCount: count() }).meta({ component: "TraitKey" });

export const userTraitsKeys = report({
	...shared,
	path: "/user-traits/keys",
	summary: "The traits of users, and how many users have each",
	description: "What can be filtered by `trait:<key>`.",
	response: z.object({ keys: z.array(Key) }),
	answer: async ({ runSql, site }) => {
		const keys = await runSql<z.infer<typeof Key>>(
			`
  SELECT key, count() AS userCount
  FROM (${currentTraits()}
  )
  GROUP BY key
  ORDER BY userCount DESC, key
  LIMIT ${MAX_ROWS}`,
			{ site: site.siteId },
		);
		return { keys };
	},
});

const Value = z.object({ value: z.string(), userCount: count() }).meta({ component: "TraitValue" });

export const userTraitsValues = report({
	...shared,
	path: "/user-traits/values",
	summary: "The values of one trait, and how many users have each",
	description:
		"Of the trait `key`, the most frequent first; next page by `offset`, while `hasMore` is true.",
	extra: {
		key: textParameter("The trait. Required"),
		limit: textParameter("Values: 1000 by default and at most"),
		offset: textParameter("Values to skip"),
	},
	response: z.object({ values: z.array(Value), total: count(), hasMore: z.boolean() }),
	answer: async (context) => {
		const { site, given } = context;
		const key = required("key", given.key);
		const { rows, total, hasMore } = await listed<z.infer<typeof Value> & { total_rows: number }>(
			context,
			MAX_ROWS,
			`
  SELECT text AS value, count() AS userCount, count() OVER () AS total_rows
  FROM (
    SELECT ${TRAIT_TEXT} AS text
    FROM (${currentTraits("key IN ('', {key:String})")}
    )
  )
  GROUP BY text
  ORDER BY userCount DESC, value`,
			{ site: site.siteId, key },
		);
		const values = rows.map(({ value, userCount }) => ({ value, userCount }));
		return { values, total, hasMore };
	},
});

const SHOWN = ["country", "region", "city", "browser", "operating_system", "device_type"] as const;
const { user_id, identified_user_id, traits, sessions } = UserRow.shape;
const User = z
	.object({ user_id, identified_user_id, traits, ...texts(SHOWN), sessions })
	.meta({ component: "TraitUser" });

/** A user without events in the range. */
const unseen = (identified_user_id: string) => ({
	user_id: "",
	identified_user_id,
	...(Object.fromEntries(SHOWN.map((name) => [name, ""])) as Record<
		(typeof SHOWN)[number],
		string
	>),
	sessions: 0,
});

export const userTraitsUsers = report({
	...shared,
	path: "/user-traits/users",
	summary: "The users who have one value of a trait",
	description: "Such as everybody on a plan: `key` and `value` are required.",
	extra: {
		key: textParameter("The trait. Required"),
		value: textParameter("Its value. Required"),
		limit: textParameter("Users: 50 by default, at most 1000"),
		offset: textParameter("Users to skip"),
	},
	response: z.object({ users: z.array(User), total: count(), hasMore: z.boolean() }),
	answer: async (context) => {
		const { runSql, site, query, given } = context;
		const key = required("key", given.key);
		const value = required("value", given.value);
		const { rows, total, hasMore } = await listed<{ user_id: string; total_rows: number }>(
			context,
			50,
			`
  SELECT user_id, count() OVER () AS total_rows
  FROM (${currentTraits("key IN ('', {key:String})")}
  )
  WHERE ${TRAIT_TEXT} = {value:String}
  ORDER BY user_id`,
			{ site: site.siteId, key, value },
		);
		const ids = rows.map(({ user_id }) => user_id);
		const known = await usersByPerson(runSql, toSql(site.siteId, query), ids);
		const users = await withTraits(
			context,
			ids.map((id) => known.get(id) ?? unseen(id)),
		);
		return { users: users.map((user) => User.parse(user)), total, hasMore };
	},
});
