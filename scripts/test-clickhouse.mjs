import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * Runs the suites of store, loader and reports on the ClickHouse servers of CLICKHOUSE_URL, each file in databases of
 * its own, and drops these databases; without CLICKHOUSE_URL, on a server that it starts.
 */
const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster, CLICKHOUSE_CA: authority } = process.env;
const prefix = `footfall_test_${randomBytes(4).toString("hex")}_`;

/** Resolves to the exit code. */
const runSuites = async () => {
	// A long timeout, because the server may be far away or busy with other work.
	const patience = ["--test-timeout=600000"];
	const tests = spawn("npx", ["vitest", "run", "--project", "clickhouse", ...patience], {
		stdio: "inherit",
		env: { ...process.env, FOOTFALL_CLICKHOUSE: "all", FOOTFALL_TEST_DATABASES: prefix },
	});
	const [code] = await once(tests, "exit");
	return code ?? 1;
};

const dropDatabases = async () => {
	const resolver = createRequire(new URL("../packages/store/package.json", import.meta.url));
	const { createClient } = resolver("@clickhouse/client");
	const client = createClient({
		url: url.split(",")[0],
		...(authority && { tls: { ca_cert: readFileSync(authority) } }),
	});
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
};

const code = await runSuites();
if (url) await dropDatabases();
process.exit(code);
