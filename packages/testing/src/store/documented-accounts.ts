import { readFileSync } from "node:fs";
import type { ClickHouseUser } from "./clickhouse-server.ts";

const MANUAL = new URL("../../../../docs/clickhouse.md", import.meta.url);
const OF_CLUSTERS = "-- On a cluster alone";

/** The accounts of one server with exactly the rights that the manual gives them. */
export const documentedAccounts = (): ClickHouseUser[] => {
	const [ofOneServer = ""] = readFileSync(MANUAL, "utf8").split(OF_CLUSTERS);
	const rights = new Map<string, string[]>();
	for (const [, right = "", names = ""] of ofOneServer.matchAll(/^GRANT (.+) TO (.+);$/gm))
		for (const name of names.split(", ")) rights.set(name, [...(rights.get(name) ?? []), right]);
	return [...rights].map(([name, own]) => ({ name, password: `of ${name}`, rights: own }));
};

/** A URL with the account of this name. */
export const urlOf = (databaseUrl: string, accounts: readonly ClickHouseUser[], name: string) => {
	const account = accounts.find((one) => one.name === name);
	if (account === undefined) throw new TypeError(`There is no account ${name}`);
	const url = new URL(databaseUrl);
	url.username = account.name;
	url.password = account.password;
	return url.href;
};
