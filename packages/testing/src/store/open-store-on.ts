import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type EventStore, openServer, openStore } from "@footfall/store";
import { copyEmptyStore } from "./empty-store.ts";

/** Databases of this run; `scripts/test-clickhouse.mjs` drops them. */
const PREFIX = process.env["FOOTFALL_TEST_DATABASES"] ?? `footfall_test_${process.pid}_`;

const nameOf = (directory: string) =>
	PREFIX + createHash("sha256").update(directory).digest("hex").slice(0, 12);

/** The servers on which the suites run, if CLICKHOUSE_URL names some. */
const serversUnderTest = () => {
	const url = process.env["CLICKHOUSE_URL"];
	if (url === undefined) return undefined;
	const authority = process.env["CLICKHOUSE_CA"];
	return {
		url,
		cluster: process.env["CLICKHOUSE_CLUSTER"],
		insertQuorum: process.env["CLICKHOUSE_INSERT_QUORUM"],
		certificateAuthority: authority === undefined ? undefined : readFileSync(authority),
	};
};

/**
 * An event store with its tables: the embedded one of a directory, or a database of its own on the servers that
 * CLICKHOUSE_URL names. The same directory opens the same store again.
 */
export const openStoreOn = async (directory: string): Promise<EventStore> => {
	const servers = serversUnderTest();
	if (servers === undefined) {
		if (!existsSync(directory) || readdirSync(directory).length === 0)
			await copyEmptyStore(directory);
		return openStore({ directory });
	}
	const { cluster } = servers;
	const database = nameOf(directory);
	const server = openStore(servers);
	const everywhere = cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`;
	await server.command(`CREATE DATABASE IF NOT EXISTS ${database}${everywhere}`);
	const tables = await server.query(
		"SELECT name FROM system.tables WHERE database = {database:String} LIMIT 1",
		{ database },
	);
	await server.close();
	const url = servers.url
		.split(",")
		.map((one) => {
			const address = new URL(one.trim());
			address.pathname = `/${database}`;
			return address.href;
		})
		.join(",");
	// A process that runs from a bundle has no schema files; its parent has created the tables.
	return tables.length > 0 ? openStore({ ...servers, url }) : openServer({ ...servers, url });
};
