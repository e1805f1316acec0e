import type { StatementParameters } from "./parameters.ts";
import type { WaitOptions } from "./pool.ts";
import type { QueryOptions, QueryPriority } from "./query-options.ts";

/** Runs a statement, or shares the answer of an equal one that is still queued. */
export type Coalesce<Answer> = (
	key: string,
	/** Calls `begin` before anything is read. */
	run: (begin: () => void) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Lets equal statements share one answer until it begins. A later one runs again: its answer must contain everything
 * stored before it was requested, and a running statement may already have read past that point.
 */
export const createCoalescing = <Answer>(): Coalesce<Answer> => {
	const queued = new Map<string, Promise<Answer>>();
	return (key, run) => {
		const known = queued.get(key);
		if (known) return known;
		const leave = () => {
			if (queued.get(key) === answer) queued.delete(key);
		};
		const answer: Promise<Answer> = Promise.resolve().then(() => run(leave));
		queued.set(key, answer);
		// A statement that the pool rejects never starts.
		answer.then(leave, leave);
		return answer;
	};
};

interface Statement {
	priority: QueryPriority;
	sql: string;
	parameters: StatementParameters;
}

/** Runs a statement at its priority; `begin` is called before anything is read. */
export type RunStatement = (
	statement: Statement,
	wait: WaitOptions,
	begin: () => void,
) => Promise<unknown[]>;

/** Equal statements of one requester have the same key: nobody waits in another requester's place in the queue. */
const keyOf = (statement: Statement, { requester }: WaitOptions): string =>
	JSON.stringify([statement, requester], (_, value) =>
		typeof value === "bigint" ? value.toString() : value,
	);

/** A store's `query` in which equal statements can share an answer. */
export const coalesceQueries = (run: RunStatement) => {
	const coalesced = createCoalescing<unknown[]>();
	return async <Row>(
		sql: string,
		parameters: StatementParameters = {},
		{ priority = "prompt", coalesce = false, began = () => {}, ...wait }: QueryOptions = {},
	): Promise<Row[]> => {
		const statement = { priority, sql, parameters };
		const rows = coalesce
			? await coalesced(keyOf(statement, wait), (begin) =>
					// One of the requesters that share the answer may leave while the others wait for it.
					run(statement, { ...wait, signal: undefined }, begin),
				)
			: await run(statement, wait, began);
		return rows as Row[];
	};
};
