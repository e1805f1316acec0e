import type { ReportQuery } from "../query/report-query.ts";
import type { RunSql } from "../report/report.ts";

/** A user's traits, as the site sent them: any JSON values by their keys. */
export type Traits = Record<string, unknown>;

/**
 * SQL for the current traits: for each key the last written value, unless the key was deleted or all keys were
 * replaced since.
 * @param rows a further condition on the table's rows
 */
export const currentTraits = (rows = "1") => `
    SELECT user_id, key, value
    FROM (
      SELECT
        user_id, key, last_value AS value, last_version,
        maxIf(last_version, key = '') OVER (PARTITION BY user_id) AS replaced
      FROM (
        SELECT user_id, key, argMax(value, version) AS last_value, max(version) AS last_version
        FROM traits
        WHERE site_id = {site:UInt32} AND ${rows}
        GROUP BY user_id, key
      )
    )
    WHERE key != '' AND value != '' AND last_version >= replaced`;

/** SQL for a trait as a person reads it: a string without its quotes, anything else as JSON. */
export const TRAIT_TEXT = "if(startsWith(value, '\"'), JSONExtractString(value), value)";

/** The last value of one key; the key "" stands for a replacement of all keys. */
interface Written {
	user_id: string;
	key: string;
	/** JSON text; "" for a key that was deleted. */
	value: string;
	version: string;
}

/** Traits by the user's own id; users without any are missing. The same as `currentTraits`, in half the time. */
export const traitsOf = async (
	runSql: RunSql,
	site: number,
	users: readonly string[],
): Promise<Map<string, Traits>> => {
	const found = new Map<string, Traits>();
	const identified = [...new Set(users.filter((user) => user !== ""))];
	if (identified.length === 0) return found;
	const rows = await runSql<Written>(
		`
    SELECT user_id, key, value, toString(version) AS version
    FROM traits
    WHERE site_id = {site:UInt32} AND user_id IN {users:Array(String)}
    ORDER BY user_id, key, traits.version DESC
    LIMIT 1 BY user_id, key`,
		{ site, users: identified },
	);
	const replaced = new Map(
		rows.filter(({ key }) => key === "").map(({ user_id, version }) => [user_id, BigInt(version)]),
	);
	for (const { user_id, key, value, version } of rows) {
		if (key === "" || value === "" || BigInt(version) < (replaced.get(user_id) ?? 0n)) continue;
		found.set(user_id, { ...found.get(user_id), [key]: JSON.parse(value) });
	}
	return found;
};

/**
 * Rows with the traits of their users. Traits are personal, and so are the ids that a site gives: visitors of a
 * public site and viewers with a private link see only pseudonyms.
 */
export const withTraits = async <Row extends { identified_user_id: string }>(
	{
		runSql,
		site,
		query: { pseudonyms },
	}: { runSql: RunSql; site: { siteId: number }; query: Pick<ReportQuery, "pseudonyms"> },
	rows: readonly Row[],
): Promise<(Row & { traits: Traits | null })[]> => {
	if (pseudonyms)
		return rows.map((row) => ({
			...row,
			identified_user_id: pseudonyms.of(row.identified_user_id),
			traits: null,
		}));
	const found = await traitsOf(
		runSql,
		site.siteId,
		rows.map((row) => row.identified_user_id),
	);
	return rows.map((row) => ({ ...row, traits: found.get(row.identified_user_id) ?? null }));
};
