import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** Neither changes nor locks anything, so before the first change it need not be part of the transaction. */
const PLAIN_READ =
	/^\s*select\b(?!.*\b(?:for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|pg_advisory\w*)\b)/is;
const BEGIN = /^\s*(?:begin|start transaction)\b/i;
const COMMIT = /^\s*commit\b/i;
const ROLLBACK = /^\s*rollback\b/i;
const NESTED = '"nested"';
const STATEMENT = '"statement"';

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

const queryOf = (client: PostgresPoolClient): Query =>
	client.query.bind(client) as unknown as Query;

/** Releases a connection; one whose transaction could not be ended is closed. */
const release = (client: PostgresPoolClient, isBroken: boolean): void =>
	(client.release as (isBroken: boolean) => void).call(client, isBroken);

/** Keeps the failure of a single statement from failing the transaction, as outside of one. */
const queryAlone = async (query: Query, text: string, values: readonly unknown[]) => {
	if (PLAIN_READ.test(text)) return query(text, values);
	await query(`savepoint ${STATEMENT}`, []);
	try {
		const result = await query(text, values);
		await query(`release savepoint ${STATEMENT}`, []);
		return result;
	} catch (error) {
		await query(`rollback to savepoint ${STATEMENT}`, []);
		throw error;
	}
};

/** A mutex with a first-in, first-out queue. */
const createMutex = () => {
	let last: Promise<void> = Promise.resolve();
	/** Resolves to a function that releases it. */
	return async (): Promise<() => void> => {
		const before = last;
		let release = () => {};
		last = new Promise((resolve) => {
			release = resolve;
		});
		await before;
		return release;
	};
};

/** One transaction for all statements of an asynchronous context. */
const createTransaction = () => {
	const acquire = createMutex();
	let isEnded = false;
	let open: { pool: PostgresPool; client: PostgresPoolClient } | undefined;

	const opened = async (pool: PostgresPool): Promise<Query> => {
		if (!open) {
			open = { pool, client: await pool.connect() };
			await queryOf(open.client)("begin", []);
		}
		return queryOf(open.client);
	};

	const participant = (pool: PostgresPool, unlock: () => void): PostgresPoolClient => {
		let isNested = false;
		const query: Query = async (text, values) => {
			if (!open && PLAIN_READ.test(text)) {
				const client = await pool.connect();
				try {
					return await queryOf(client)(text, values);
				} finally {
					client.release();
				}
			}
			const run = await opened(pool);
			if (BEGIN.test(text)) {
				isNested = true;
				return run(`savepoint ${NESTED}`, []);
			}
			if (!isNested) return queryAlone(run, text, values);
			if (COMMIT.test(text)) return run(`release savepoint ${NESTED}`, []);
			if (ROLLBACK.test(text)) return run(`rollback to savepoint ${NESTED}`, []);
			return run(text, values);
		};
		return { query: query as unknown as PostgresPoolClient["query"], release: unlock };
	};

	return {
		isEnded: () => isEnded,
		/** Called after the commit. */
		callbacks: [] as (() => Promise<unknown>)[],
		connect: async (pool: PostgresPool): Promise<PostgresPoolClient> => {
			const unlock = await acquire();
			// A transaction cannot span two databases.
			if (!isEnded && (open === undefined || open.pool === pool)) return participant(pool, unlock);
			unlock();
			return pool.connect();
		},
		/** @throws Error when the database did not commit */
		end: async (how: "commit" | "rollback"): Promise<void> => {
			const unlock = await acquire();
			isEnded = true;
			unlock();
			if (!open) return;
			const { client } = open;
			let command = "";
			try {
				({ command } = (await queryOf(client)(how, [])) as { command: string });
			} finally {
				release(client, command === "");
			}
			// After a failed statement PostgreSQL answers COMMIT with a rollback, without an error.
			if (command.toLowerCase() !== how) throw new Error("The transaction was rolled back");
		},
	};
};

const current = new AsyncLocalStorage<ReturnType<typeof createTransaction>>();

/** A pool whose statements inside `atomically` are part of its transaction. */
export const joinTransactions = (pool: PostgresPool): PostgresPool => ({
	connect: () => current.getStore()?.connect(pool) ?? pool.connect(),
	end: () => pool.end(),
});

/**
 * Makes all of `work`'s changes to the database one transaction, including those by a library that uses the database.
 * It begins with the first change, so that slow work before it, such as hashing a password, occupies no connection. If
 * `work` fails, nothing is changed.
 */
export const atomically = async <Result>(work: () => Promise<Result>): Promise<Result> => {
	const outer = current.getStore();
	if (outer && !outer.isEnded()) return work();
	const transaction = createTransaction();
	let result: Result;
	try {
		result = await current.run(transaction, work);
	} catch (error) {
		// Report the failure of the work; a connection that cannot roll back is closed.
		await transaction.end("rollback").catch(() => {});
		throw error;
	}
	await transaction.end("commit");
	await Promise.allSettled(transaction.callbacks.map((callback) => callback()));
	return result;
};

/**
 * Runs outside the surrounding transaction; call it before the first change, after which the transaction may hold the
 * only connection.
 */
export const outsideTransaction = <Result>(work: () => Promise<Result>): Promise<Result> =>
	current.exit(work);

/**
 * Calls back once the surrounding transaction is committed; never after a rollback, and at once without a transaction.
 * The callback must report its own failures: the change is already committed.
 */
export const onceCommitted = async (callback: () => Promise<unknown>): Promise<void> => {
	const transaction = current.getStore();
	if (transaction && !transaction.isEnded()) transaction.callbacks.push(callback);
	else await callback();
};
