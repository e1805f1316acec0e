/** Where Keeper has a table, and the name of a server among its replicas. The servers define both macros. */
const REPLICATED = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";

/** The tables that only one server has to have; the migration lock is asked for at one server alone. */
const LOCAL = /^migration_lock_/;

/** By this setting, Keeper's servers know a repeated block as one server alone does by the other. */
const WINDOW = /non_replicated_deduplication_window = (\d+)/;

/** Every definition that is made, changed and removed on all servers; deletions and updates of rows replicate by themselves. */
const DEFINITION =
	/^((?:CREATE TABLE(?: IF NOT EXISTS)?|DROP TABLE(?: IF EXISTS)?|TRUNCATE TABLE(?: IF EXISTS)?|ALTER TABLE) (\w+))(?=\s|$)/;
const OF_ROWS = /^ALTER TABLE \w+\s+(?:DELETE|UPDATE)\s/;

const withReplication = (statement: string): string =>
	statement
		// A mutation reads whom it is about on each server: there has to be a table on disk that replicates.
		.replace(/ENGINE = Memory/, "ENGINE = MergeTree ORDER BY mutation TTL at + INTERVAL 1 DAY")
		.replace(
			/ENGINE = (Replacing)?MergeTree(?:\(([^)]*)\))?/,
			(_whole, kind: string | undefined, parameters: string | undefined) =>
				`ENGINE = Replicated${kind ?? ""}MergeTree(${[REPLICATED, parameters].filter(Boolean).join(", ")})`,
		)
		.replace(
			WINDOW,
			"replicated_deduplication_window = $1, replicated_deduplication_window_seconds = 604800",
		);

/** A statement of ours for every server of a cluster: definitions run on all, and tables replicate. */
export const onCluster = (statement: string, cluster: string): string => {
	if (OF_ROWS.test(statement))
		// Each replica works out the subqueries by itself; the tables that they read are there when it does.
		return `${statement}, allow_nondeterministic_mutations = 1`;
	const [, head = "", table = ""] = DEFINITION.exec(statement) ?? [];
	if (table === "" || LOCAL.test(table)) return statement;
	const rest = statement.slice(head.length);
	const spread = `${head} ON CLUSTER '${cluster}'`;
	return head.startsWith("CREATE") ? `${spread}${withReplication(rest)}` : `${spread}${rest}`;
};
