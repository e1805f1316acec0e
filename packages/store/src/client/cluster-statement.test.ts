import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { statementsOf } from "../schema/migrate.ts";
import { onCluster } from "./cluster-statement.ts";

const of = (statement: string) => onCluster(statement, "{cluster}");
const PATH = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";

describe("a statement for every server of a cluster", () => {
	it.each([
		[
			"CREATE TABLE IF NOT EXISTS t (a UInt8) ENGINE = MergeTree ORDER BY a",
			`CREATE TABLE IF NOT EXISTS t ON CLUSTER '{cluster}' (a UInt8) ENGINE = ReplicatedMergeTree(${PATH}) ORDER BY a`,
		],
		[
			"CREATE TABLE t (v UInt8) ENGINE = ReplacingMergeTree(v) ORDER BY v SETTINGS non_replicated_deduplication_window = 10000",
			`CREATE TABLE t ON CLUSTER '{cluster}' (v UInt8) ENGINE = ReplicatedReplacingMergeTree(${PATH}, v) ORDER BY v SETTINGS replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800`,
		],
		[
			"CREATE TABLE IF NOT EXISTS t (mutation UInt64, at DateTime) ENGINE = Memory",
			`CREATE TABLE IF NOT EXISTS t ON CLUSTER '{cluster}' (mutation UInt64, at DateTime) ENGINE = ReplicatedMergeTree(${PATH}) ORDER BY mutation TTL at + INTERVAL 1 DAY`,
		],
		["DROP TABLE IF EXISTS t SYNC", "DROP TABLE IF EXISTS t ON CLUSTER '{cluster}' SYNC"],
		["TRUNCATE TABLE t", "TRUNCATE TABLE t ON CLUSTER '{cluster}'"],
		[
			"ALTER TABLE t\n    ADD COLUMN IF NOT EXISTS a UInt8",
			"ALTER TABLE t ON CLUSTER '{cluster}'\n    ADD COLUMN IF NOT EXISTS a UInt8",
		],
		[
			"ALTER TABLE t DELETE WHERE a IN (SELECT 1) SETTINGS mutations_sync = 2",
			"ALTER TABLE t DELETE WHERE a IN (SELECT 1) SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1",
		],
		["INSERT INTO t SELECT 1", "INSERT INTO t SELECT 1"],
		["SELECT 1", "SELECT 1"],
	])("%s", (statement, spread) => expect(of(statement)).toBe(spread));

	it("keeps the migration lock on one server", () => {
		const lock = "CREATE TABLE migration_lock_1 (nothing UInt8) ENGINE = Memory COMMENT 'a/0'";
		expect(of(lock)).toBe(lock);
	});

	it("creates no table of the schema on one server alone", () => {
		const folder = new URL("../schema/", import.meta.url);
		const statements = readdirSync(folder)
			.filter((name) => name.endsWith(".sql"))
			.flatMap((name) => statementsOf(readFileSync(new URL(name, folder), "utf8")))
			// Rows replicate by themselves.
			.filter((statement) => !/^INSERT |^ALTER TABLE \w+ UPDATE\s/.test(statement));
		for (const statement of statements.map(of)) {
			expect(statement).toContain("ON CLUSTER '{cluster}'");
			expect(statement).not.toMatch(/ENGINE = (?!Replicated)/);
			expect(statement).not.toContain("non_replicated");
		}
	});
});
