/** A table's path in Keeper, and the name of a server among its replicas. The servers define both macros. */
const REPLICATED = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";

/** The tables that only one server needs; the migration lock is taken at a single server. */
const LOCAL = /^migration_lock_/;

/** With this setting, Keeper's servers recognise a repeated block, as a single server does with the other setting. */
const WINDOW = /non_replicated_deduplication_window = (\d+)/;

/**
 * Every definition that is created, changed or dropped on all servers; deletions and updates of
 * rows replicate by themselves.
 */
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

/** One of our statements, for every server of a cluster: definitions run on all, and tables replicate. */
export const onCluster = (statement: string, cluster: string): string => {
	if (OF_ROWS.test(statement))
		// Each replica evaluates the subqueries by itself; by then it has the tables that they read.
		return `${statement}, allow_nondeterministic_mutations = 1`;
	const [, head = "", table = ""] = DEFINITION.exec(statement) ?? [];
	if (table === "" || LOCAL.test(table)) return statement;
	const rest = statement.slice(head.length);
	const spread = `${head} ON CLUSTER '${cluster}'`;
	return head.startsWith("CREATE") ? `${spread}${withReplication(rest)}` : `${spread}${rest}`;
};
