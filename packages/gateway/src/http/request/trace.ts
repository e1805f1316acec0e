import { parseTraceparent } from "@footfall/shared/tracing/traceparent";

/** The trace id of a `traceparent` header; `undefined` without one that is valid. */
export const traceOf = (header: string | string[] | undefined): string | undefined =>
	typeof header === "string" ? parseTraceparent(header)?.trace : undefined;
