import { createJoining } from "./joining.ts";
import type { Parameters } from "./parameters.ts";
import type { Lane, QueryOptions } from "./query-options.ts";

/** Runs a statement in its lane; `begin` is called before anything is read. */
export type RunQuery = (
	asked: { lane: Lane; sql: string; parameters: Parameters },
	begin: () => void,
) => Promise<unknown[]>;

/** A statement with its lane and values, which those who ask the same have in common. */
const questionOf = (asked: { lane: Lane; sql: string; parameters: Parameters }): string =>
	JSON.stringify(asked, (_, value) => (typeof value === "bigint" ? value.toString() : value));

/** A store's `query`, in which those who want to share the answer of a statement that is still to begin. */
export const joinedQuery = (run: RunQuery) => {
	const join = createJoining<unknown[]>();
	return async <Row>(
		sql: string,
		parameters: Parameters = {},
		{ lane = "prompt", joins = false }: QueryOptions = {},
	): Promise<Row[]> => {
		const asked = { lane, sql, parameters };
		const rows = joins
			? await join(questionOf(asked), (begin) => run(asked, begin))
			: await run(asked, () => {});
		return rows as Row[];
	};
};
