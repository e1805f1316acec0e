export type SpanKind = "server" | "producer" | "consumer" | "client";

/** Never an address, a path or any other visitor data. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A step of a trace. */
export interface Span {
	/** For continuing the trace elsewhere; `undefined` if the trace is not sampled. */
	traceparent: string | undefined;
	/** Starts a step within this one. */
	child(name: string, kind: SpanKind): Span;
	/** @param fault why the step failed, if it did */
	end(attributes?: SpanAttributes, fault?: string): void;
}

/** Records the steps of an event's path. Absent unless the operator has set a collector. */
export interface Tracing {
	/**
	 * Starts a step.
	 * @param parent the `traceparent` of the previous step; without a valid one, a new trace starts
	 * @param startedAt ms since the epoch; now unless given
	 */
	start(name: string, kind: SpanKind, parent: string | undefined, startedAt?: number): Span;
}
