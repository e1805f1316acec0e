/** https://www.w3.org/TR/trace-context/#traceparent-header: version, trace id, parent id, flags. */
const TRACEPARENT =
	/^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** The trace id of a `traceparent` header; `undefined` without one that is valid. */
export const traceOf = (header: string | string[] | undefined): string | undefined =>
	typeof header === "string" ? TRACEPARENT.exec(header)?.[1] : undefined;
