import { createJoining } from "./coalesce-queries.ts";
import type { QueryParameters } from "./parameters.ts";
import type { WaitOptions } from "./pool.ts";
import type { QueryOptions, QueryPriority } from "./query-options.ts";

interface Statement {
	priority: QueryPriority;
	sql: string;
	parameters: QueryParameters;
}

/** Runs a statement in its priority; `begin` is called before anything is read. */
export type RunQuery = (
	asked: Statement,
	wait: WaitOptions,
	begin: () => void,
) => Promise<unknown[]>;

/** A statement with its priority and values, which those who ask the same have in common; nobody waits in another's turn. */
const questionOf = (asked: Statement, { requester }: WaitOptions): string =>
	JSON.stringify([asked, requester], (_, value) =>
		typeof value === "bigint" ? value.toString() : value,
	);

/** A store's `query`, in which those who want to share the answer of a statement that is still to begin. */
export const joinedQuery = (run: RunQuery) => {
	const join = createJoining<unknown[]>();
	return async <Row>(
		sql: string,
		parameters: QueryParameters = {},
		{ priority = "prompt", coalesce = false, ...wait }: QueryOptions = {},
	): Promise<Row[]> => {
		const asked = { priority, sql, parameters };
		const rows = coalesce
			? await join(questionOf(asked, wait), (begin) =>
					// One of those who share it may go away while the others wait.
					run(asked, { ...wait, signal: undefined }, begin),
				)
			: await run(asked, wait, () => {});
		return rows as Row[];
	};
};
