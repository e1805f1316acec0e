import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * Runs the suites of store, loader and reports on the ClickHouse servers of CLICKHOUSE_URL, each file in databases of
 * its own, and drops these databases.
 */
const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster, CLICKHOUSE_CA: authority } = process.env;
if (!url) {
	console.error("Set CLICKHOUSE_URL to the server to test, such as http://default:@localhost:8123");
	process.exit(78);
}
const prefix = `footfall_test_${randomBytes(4).toString("hex")}_`;
const suites = [
	"packages/store/src/loader",
	"packages/store/src/people",
	"packages/store/src/maintenance",
	"packages/store/src/rolled-up-days",
	"packages/reports/src",
];
const { createClient } = createRequire(new URL("../packages/store/package.json", import.meta.url))(
	"@clickhouse/client",
);
const client = createClient({
	url: url.split(",")[0],
	...(authority && { tls: { ca_cert: readFileSync(authority) } }),
});
const [{ version }] = await client
	.query({ query: "SELECT version() AS version", format: "JSONEachRow" })
	.then((result) => result.json());
console.log(`ClickHouse ${version}${cluster ? `, cluster ${cluster}` : ""}`);
// A long timeout, because the server may be far away or busy with other work.
const patience = ["--test-timeout=600000"];
const tests = spawn("npx", ["vitest", "run", "--project", "integration", ...patience, ...suites], {
	stdio: "inherit",
	env: { ...process.env, FOOTFALL_TEST_DATABASES: prefix },
});
const [code] = await once(tests, "exit");
const databases = await client
	.query({
		query: `SELECT name FROM system.databases WHERE startsWith(name, '${prefix}')`,
		format: "JSONEachRow",
	})
	.then((result) => result.json());
for (const { name } of databases)
	await client.command({
		query: `DROP DATABASE ${name}${cluster ? ` ON CLUSTER '${cluster}'` : ""} SYNC`,
	});
await client.close();
process.exit(code ?? 1);
