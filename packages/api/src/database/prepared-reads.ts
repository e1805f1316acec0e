import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/**
 * The most prepared statements; the product has about a hundred, and some have variants for lists of ids of different
 * lengths.
 */
const MAX_STATEMENTS = 300;

/**
 * Makes the single connection of an embedded database plan each read once: planning dominates the cost of a small read
 * there, at five times the execution for a join of a few tables. A server plans faster, and prepared statements would
 * conflict with poolers in between.
 */
export const preparedReads = (pool: pg.Pool): PostgresPool => {
	const names = new Map<string, string>();
	const nameOf = (text: string): string | undefined => {
		const known = names.get(text);
		if (known !== undefined || !/^\s*select\b/i.test(text) || names.size >= MAX_STATEMENTS)
			return known;
		const name = `read ${names.size}`;
		names.set(text, name);
		return name;
	};
	const connect = async (): Promise<PostgresPoolClient> => {
		const client = await pool.connect();
		const query = async (text: string, parameters: readonly unknown[]) => {
			const name = nameOf(text);
			return client.query({ text, values: [...parameters], ...(name && { name }) });
		};
		return {
			// Cursors are not supported; nothing here uses them.
			query: query as unknown as PostgresPoolClient["query"],
			release: () => client.release(),
		};
	};
	return { connect, end: () => pool.end() };
};
