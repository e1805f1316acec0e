import { fileURLToPath } from "node:url";
import pg from "pg";
import { runnerImport } from "vite";
import { openApi } from "./open-api.mjs";

const SITES = 40;

const kilobytesOf = async (url) => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query(
		"SELECT pg_database_size(current_database())::float8 AS bytes",
	);
	await client.end();
	return rows[0].bytes / 1e3;
};

/** The size of accounts in PostgreSQL: after the first start, and per further site; undefined without a server. */
export const measureAccounts = async (store) => {
	const support = fileURLToPath(import.meta.resolve("@footfall/testing/api/postgres"));
	const { module } = await runnerImport(support);
	const server = await module.postgresHere()?.start();
	if (server === undefined) return undefined;
	try {
		const { url } = await server.createDatabase();
		const api = await openApi(store, { url });
		const empty = await kilobytesOf(url);
		for (let site = 0; site < SITES; site++) await api.addSite(site);
		const filled = await kilobytesOf(url);
		await api.close();
		return { kilobytes: empty, kilobytesPerSite: (filled - empty) / SITES };
	} finally {
		await server.close();
	}
};
