import { BOT_TABLE, EVENT_TABLE } from "../rows/event-rows.ts";
import type { DecodedEvent } from "./decode-batch.ts";
import type { Sessions } from "./sessions.ts";

/** A row and the event it came from. */
export interface LoadedRow {
	read: DecodedEvent;
	cells: unknown[];
}

/** Rows of visits, each in its session, in the order of their offsets. */
export const rowsOfVisits = (
	source: string,
	visits: readonly DecodedEvent[],
	assign: Sessions["assign"],
): LoadedRow[] => {
	// By time, so that events out of order within a block still make the right sessions; then by offset again, which names
	// the block.
	const byTime = [...visits].sort((one, other) => one.event.occurredAt - other.event.occurredAt);
	return byTime
		.map((read) => {
			const { session, visitor } = assign(read.event);
			const placement = { session, visitor, source, offset: read.record.offset };
			return { read, cells: EVENT_TABLE.row(read.event, placement) };
		})
		.sort((one, other) => one.read.record.offset - other.read.record.offset);
};

/** Rows of bots' requests, which make no sessions. */
export const rowsOfBots = (source: string, requests: readonly DecodedEvent[]): LoadedRow[] =>
	requests.map((read) => {
		const { visitor } = read.event;
		const placement = { session: "0", visitor, source, offset: read.record.offset };
		return { read, cells: BOT_TABLE.row(read.event, placement) };
	});
