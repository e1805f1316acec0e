import type pg from "pg";

/** Columns that the server writes by itself: with every request of a session or a key, or by the clock. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
	session: ["updatedAt", "ipAddress", "userAgent", "lastSeenAt"],
	private_link: ["lastUsedAt"],
	apikey: ["lastRequest", "requestCount", "updatedAt"],
	// A person's change of a rule raises its version.
	alert_rule: ["state", "stateSince", "reason", "memory"],
	delivery: ["status", "tries", "nextTryAt", "leaseUntil", "holder", "lastAnswer", "sentAt"],
	import: ["state", "heardAt", "completedAt", "leaseUntil"],
};
/** Tables that hold only how far the server's own work is. */
const BY_THE_CLOCK = [
	...["alert_turn", "api_key_usage", "deleted_site", "destination_progress", "error_grouping"],
];

/** A digest of the rows of each table, by its name: equal as long as no request changed anything. */
export const tableDigests = async (database: pg.Client): Promise<Record<string, string>> => {
	const tables = await database.query<{ tablename: string }>(
		"SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
	);
	const observed = tables.rows.filter(({ tablename }) => !BY_THE_CLOCK.includes(tablename));
	const digests = observed.map(({ tablename: name }) => {
		const row = ["to_jsonb(t)", ...(COUNTED[name] ?? []).map((column) => `'${column}'`)].join(
			" - ",
		);
		return `SELECT '${name}' AS name,
			md5(coalesce(string_agg((${row})::text, ',' ORDER BY (${row})::text), '')) AS digest FROM "${name}" AS t`;
	});
	const { rows } = await database.query<{ name: string; digest: string }>(
		digests.join(" UNION ALL "),
	);
	return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
};
