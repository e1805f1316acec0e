export type SpanKind = "server" | "producer" | "consumer" | "client";

/** Never an address, a path or anything else of a visitor. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A step of a trace. */
export interface Span {
	/** For whoever continues the trace elsewhere; `undefined` when the trace is not sampled. */
	traceparent: string | undefined;
	/** Begins a step within this one. */
	child(name: string, kind: SpanKind): Span;
	/** @param fault why the step failed, if it did */
	end(attributes?: SpanAttributes, fault?: string): void;
}

/** Records the steps of an event's path. Absent unless the operator has named a collector. */
export interface Tracing {
	/**
	 * Begins a step.
	 * @param parent the `traceparent` of the step before it; without a valid one, a trace begins
	 * @param startedAt ms since the epoch; now unless given
	 */
	start(name: string, kind: SpanKind, parent: string | undefined, startedAt?: number): Span;
}
