import type { Batch, QueueRecord } from "@footfall/queue";
import { decodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";

/** A record and the event in it. */
export interface ReadEvent {
	record: QueueRecord;
	event: QueuedEvent;
}

export interface Poison {
	record: QueueRecord;
	reason: string;
}

const MAX_SITE = 2 ** 32 - 1;
/** The times that the store's columns hold and that are not plainly wrong: 2000 to 2100. */
const EARLIEST = Date.UTC(2000);
const LATEST = Date.UTC(2100);

const isTime = (value: unknown) => typeof value === "number" && value >= EARLIEST && value < LATEST;

/** What the loader itself relies on; the other fields are the store's to judge. */
const faultOf = (event: QueuedEvent): string | undefined => {
	if (typeof event.id !== "string" || event.id === "") return "no event id";
	if (!Number.isInteger(event.site) || event.site < 1 || event.site > MAX_SITE)
		return "site is no site number";
	if (!isTime(event.receivedAt) || !isTime(event.occurredAt)) return "no usable time";
	if (!/^[0-9a-f]{16}$/.test(event.visitor)) return "visitor is not 16 hex characters";
	if (event.visitorYesterday !== undefined && !/^[0-9a-f]{16}$/.test(event.visitorYesterday))
		return "visitorYesterday is not 16 hex characters";
	if (typeof event.identifiedUser !== "string") return "identifiedUser is no text";
	return undefined;
};

const readRecord = (record: QueueRecord): ReadEvent | Poison => {
	try {
		const event = decodeQueuedEvent(record.value);
		const reason = faultOf(event);
		return reason === undefined ? { record, event } : { record, reason };
	} catch (error) {
		// A parser's message may quote the record.
		return { record, reason: error instanceof SyntaxError ? "not JSON" : String(error) };
	}
};

/** Takes a batch apart into events and records that are none. */
export const readBatch = ({ records }: Batch): { events: ReadEvent[]; poison: Poison[] } => {
	const events: ReadEvent[] = [];
	const poison: Poison[] = [];
	for (const record of records) {
		const read = readRecord(record);
		if ("event" in read) events.push(read);
		else poison.push(read);
	}
	return { events, poison };
};
