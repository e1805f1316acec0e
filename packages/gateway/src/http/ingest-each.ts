import type { Outcome } from "../ingest/outcome.ts";
import { createEventLoopBudget } from "./event-loop-budget.ts";

/** How long batches together may block a turn of the event loop; then other requests are served. */
const SHARE_OF_TURN_MS = 10;

export type Ingested = Outcome | Promise<Outcome>;

/** Ingests the entries of a batch in order, over several turns of the event loop if they take long. */
export type IngestEach = <Entry>(
	entries: readonly Entry[],
	ingest: (entry: Entry) => Ingested,
) => Promise<Outcome[]>;

/** All batches of a process share one: its budget is that of the event loop. */
export const createIngestEach = (): IngestEach => {
	const shareOfTurn = createEventLoopBudget(SHARE_OF_TURN_MS);
	return async (entries, ingest) => {
		const outcomes: Ingested[] = [];
		for (const entry of entries) {
			const pause = shareOfTurn();
			if (pause !== undefined) await pause;
			outcomes.push(ingest(entry));
		}
		return Promise.all(outcomes);
	};
};
