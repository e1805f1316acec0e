import { sql as accountsAndSites } from "./0001-accounts-and-sites.ts";

/** Every change of the schema, in order; only ever appended to. */
export const migrations: readonly { name: string; sql: string }[] = [
	{ name: "0001-accounts-and-sites", sql: accountsAndSites },
];
