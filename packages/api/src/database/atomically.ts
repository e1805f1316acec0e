import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** Changes nothing and locks nothing: before the first change it need not be part of the transaction. */
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

/** Gives a connection back; one whose transaction could not be ended is closed instead. */
const release = (client: PostgresPoolClient, isBroken: boolean): void =>
	(client.release as (isBroken: boolean) => void).call(client, isBroken);

/** A statement of its own fails alone, as it does outside a transaction. */
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

/** Lets one after the other have something, in the order in which they ask. */
const oneAtATime = () => {
	let last: Promise<void> = Promise.resolve();
	/** Resolves to what gives it back. */
	return async (): Promise<() => void> => {
		const before = last;
		let giveBack = () => {};
		last = new Promise((resolve) => {
			giveBack = resolve;
		});
		await before;
		return giveBack;
	};
};

/** One transaction that every statement of an asynchronous context is part of. */
const createTransaction = () => {
	const turn = oneAtATime();
	let isOver = false;
	let open: { pool: PostgresPool; client: PostgresPoolClient } | undefined;

	const opened = async (pool: PostgresPool): Promise<Query> => {
		if (!open) {
			open = { pool, client: await pool.connect() };
			await queryOf(open.client)("begin", []);
		}
		return queryOf(open.client);
	};

	const participant = (pool: PostgresPool, giveBack: () => void): PostgresPoolClient => {
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
		return { query: query as unknown as PostgresPoolClient["query"], release: giveBack };
	};

	return {
		isOver: () => isOver,
		/** What is called after the commit. */
		callbacks: [] as (() => Promise<unknown>)[],
		connect: async (pool: PostgresPool): Promise<PostgresPoolClient> => {
			const giveBack = await turn();
			// A transaction does not span two databases.
			if (!isOver && (open === undefined || open.pool === pool)) return participant(pool, giveBack);
			giveBack();
			return pool.connect();
		},
		/** @throws Error when the database did not commit */
		end: async (how: "commit" | "rollback"): Promise<void> => {
			const giveBack = await turn();
			isOver = true;
			giveBack();
			if (!open) return;
			const { client } = open;
			let command = "";
			try {
				({ command } = (await queryOf(client)(how, [])) as { command: string });
			} finally {
				release(client, command === "");
			}
			// After a statement that failed, PostgreSQL answers a commit by rolling back, without an error.
			if (command.toLowerCase() !== how) throw new Error("The transaction was rolled back");
		},
	};
};

const current = new AsyncLocalStorage<ReturnType<typeof createTransaction>>();

/** Lets what is asked of a pool inside `atomically` be part of its transaction. */
export const joinTransactions = (pool: PostgresPool): PostgresPool => ({
	connect: () => current.getStore()?.connect(pool) ?? pool.connect(),
	end: () => pool.end(),
});

/**
 * Makes everything that `work` changes in the database one transaction, whoever makes the change: also a library
 * that was given the database. It begins with the first change, so that work which takes long, such as hashing a
 * password, keeps no connection from others. When `work` fails, nothing has changed.
 */
export const atomically = async <Result>(work: () => Promise<Result>): Promise<Result> => {
	const outer = current.getStore();
	if (outer && !outer.isOver()) return work();
	const transaction = createTransaction();
	let result: Result;
	try {
		result = await current.run(transaction, work);
	} catch (error) {
		// The failure of the work is the one to report; the connection that could not roll back is closed.
		await transaction.end("rollback").catch(() => {});
		throw error;
	}
	await transaction.end("commit");
	await Promise.allSettled(transaction.callbacks.map((callback) => callback()));
	return result;
};

/** Does something outside the transaction around it; call it before the first change, which may hold the only connection. */
export const apart = <Result>(work: () => Promise<Result>): Promise<Result> => current.exit(work);

/**
 * Does something once the changes around it are committed, and not at all if they are not; at once where there is
 * no transaction. It reports its own failures, for the change is made by then.
 */
export const onceCommitted = async (callback: () => Promise<unknown>): Promise<void> => {
	const transaction = current.getStore();
	if (transaction && !transaction.isOver()) transaction.callbacks.push(callback);
	else await callback();
};
