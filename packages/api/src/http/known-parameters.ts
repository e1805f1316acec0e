import { ApiError } from "@footfall/shared/api-error";
import { unknownName } from "@footfall/shared/nearest-name";
import { z } from "zod";

/** Read by the guard, on every path. */
const OF_CREDENTIALS = ["api_key", "private_key"];

/** The names of a query's parameters. */
export const parameterNames = (query: z.core.$ZodType | undefined): readonly string[] => {
	if (query instanceof z.ZodPipe) return parameterNames(query.def.in);
	return query instanceof z.ZodObject ? Object.keys(query.def.shape) : [];
};

/**
 * Refuses parameters that no operation of the API has. A parameter of another operation is let through: dashboards
 * send their range and filters to every path.
 */
export const createRequireKnownParameters = (queries: readonly (z.core.$ZodType | undefined)[]) => {
	const known = new Set([...OF_CREDENTIALS, ...queries.flatMap(parameterNames)]);
	/** @param own the operation's parameters, which are suggested first */
	return (names: Iterable<string>, own: readonly string[]): void => {
		const unknown = new Set([...names].filter((name) => !known.has(name)));
		if (unknown.size === 0) return;
		const details = [...unknown].slice(0, 10).map((name) => ({
			path: name,
			message: unknownName("parameter", name, own),
		}));
		throw new ApiError("INVALID_REQUEST", details.map(({ message }) => message).join("; "), {
			details,
		});
	};
};
export type RequireKnownParameters = ReturnType<typeof createRequireKnownParameters>;
