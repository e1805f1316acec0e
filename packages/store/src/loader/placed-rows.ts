import type { QueuedEvent } from "@footfall/shared/queued-event";
import { BOT_TABLE, EVENT_TABLE } from "../rows/event-rows.ts";
import type { DecodedEvent } from "./decode-batch.ts";
import type { Memory } from "./memory.ts";
import { idOf, type Session } from "./sessions.ts";

/** A row and the event it came from. */
export interface LoadedRow {
	read: DecodedEvent;
	cells: unknown[];
}

/** Measurements of a page, which are not acts of its visitor. */
export const isMeasurement = ({ type }: Pick<QueuedEvent, "type">): boolean =>
	type === "engagement" || type === "performance";

/** The page load that a measurement refers to. */
export const measuredPage = ({ site, pageId, occurredAt }: QueuedEvent) => ({
	...{ site, page: pageId ?? "", at: occurredAt },
});

type Placing = Pick<Memory, "assign" | "find" | "pageOf" | "viewed">;

interface Placed {
	read: DecodedEvent;
	session: Session;
}

const placeAct = (read: DecodedEvent, { assign, viewed }: Placing): Placed => {
	const { event } = read;
	const { pageId, site, occurredAt: at } = event;
	const session = assign(event);
	if (event.type === "pageview" && pageId)
		viewed({ site, page: pageId }, { session, first: at, last: at });
	return { read, session };
};

/**
 * A measurement belongs to the view of its page, and to that view's visitor or user. If the client names no page, the
 * visitor decides. It opens no session.
 */
const placeMeasurement = (read: DecodedEvent, { find, pageOf }: Placing): Placed | undefined => {
	const { event, record } = read;
	if (!event.pageId) {
		const session = find(event);
		return session && { read, session };
	}
	const session = pageOf(measuredPage(event))?.session;
	if (!session) return undefined;
	const { identifiedUser } = session;
	return { read: { record, event: { ...event, identifiedUser } }, session };
};

const rowOf = (source: string, { read, session }: Placed): LoadedRow => ({
	read,
	cells: EVENT_TABLE.row(read.event, {
		...{ session: idOf(session), visitor: session.visitor, source },
		offset: read.record.offset,
	}),
});

/**
 * Rows of visits, each in its session, in the order of their offsets; measurements of a page
 * without a view have none.
 */
export const rowsOfVisits = (
	source: string,
	visits: readonly DecodedEvent[],
	placing: Placing,
): LoadedRow[] => {
	// By time, so that acts out of order within a block still form the right sessions; then by offset again, which names
	// the block.
	const acts = visits
		.filter(({ event }) => !isMeasurement(event))
		.sort((one, other) => one.event.occurredAt - other.event.occurredAt)
		.map((read) => placeAct(read, placing));
	const measured = visits
		.filter(({ event }) => isMeasurement(event))
		.flatMap((read) => placeMeasurement(read, placing) ?? []);
	return [...acts, ...measured]
		.map((placed) => rowOf(source, placed))
		.sort((one, other) => one.read.record.offset - other.read.record.offset);
};

/** Rows of bots' requests, which form no sessions. */
export const rowsOfBots = (source: string, requests: readonly DecodedEvent[]): LoadedRow[] =>
	requests.map((read) => {
		const { visitor } = read.event;
		const placement = { session: "0", visitor, source, offset: read.record.offset };
		return { read, cells: BOT_TABLE.row(read.event, placement) };
	});
