import type { Tracing } from "@footfall/shared/tracing/tracing";
import type { DecodedEvent } from "./decode-batch.ts";

/**
 * Inserts a block. Each of its events that is part of a trace gets a span for its way through the loader, and within
 * it one for the insert.
 * @param begunAt when the loader had read the block, in ms since the epoch
 */
export const tracedInsert = async (
	tracing: Tracing | undefined,
	events: readonly DecodedEvent[],
	begunAt: number,
	insert: () => Promise<void>,
): Promise<void> => {
	if (tracing === undefined) return insert();
	const loading = events.flatMap(({ event: { traceparent } }) =>
		traceparent === undefined ? [] : [tracing.start("load", "consumer", traceparent, begunAt)],
	);
	const inserting = loading.map((span) => span.child("insert", "client"));
	const attributes = { "db.system.name": "clickhouse", "db.operation.batch.size": events.length };
	let fault: string | undefined;
	try {
		await insert();
	} catch (error) {
		fault = (error as Error).name;
		throw error;
	} finally {
		for (const span of inserting) span.end(attributes, fault);
		for (const span of loading) span.end({}, fault);
	}
};
