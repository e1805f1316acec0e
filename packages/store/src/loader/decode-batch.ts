import type { QueueBatch, QueueRecord } from "@footfall/queue";
import { decodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import {
	decodeQueuedIdentify,
	isQueuedIdentify,
	type QueuedIdentify,
} from "@footfall/shared/queued-identify";
import {
	decodeQueuedQuarantine,
	isQueuedQuarantine,
	type QueuedQuarantine,
} from "@footfall/shared/queued-quarantine";
import { decodeQueuedReplay, isQueuedReplay } from "@footfall/shared/queued-replay";
import { isTime, siteFault, visitorFault } from "./record-faults.ts";
import { type DecodedReplay, replayFaultOf } from "./replays.ts";

/** A record and the event in it. */
export interface DecodedEvent {
	record: QueueRecord;
	event: QueuedEvent;
}

export interface DecodedIdentify {
	record: QueueRecord;
	identify: QueuedIdentify;
}

export interface DecodedQuarantine {
	record: QueueRecord;
	quarantine: QueuedQuarantine;
}

export interface Poison {
	record: QueueRecord;
	reason: string;
}

/** Checks the fields that the loader itself relies on; the store checks the others. */
const faultOf = (event: QueuedEvent): string | undefined => {
	if (typeof event.id !== "string" || event.id === "") return "no event id";
	if (!isTime(event.receivedAt) || !isTime(event.occurredAt)) return "invalid time";
	if (typeof event.identifiedUser !== "string") return "identifiedUser is not a string";
	return siteFault(event.site) ?? visitorFault(event);
};

const identifyFaultOf = (identify: QueuedIdentify): string | undefined => {
	if (!isTime(identify.receivedAt)) return "invalid time";
	if (typeof identify.user !== "string" || identify.user === "") return "user is not a string";
	const { traits } = identify;
	if (traits !== undefined && (typeof traits !== "object" || Array.isArray(traits)))
		return "traits are not an object";
	return siteFault(identify.site) ?? visitorFault(identify);
};

type Decoded = DecodedEvent | DecodedIdentify | DecodedReplay | DecodedQuarantine | Poison;

const decodeRecord = (record: QueueRecord): Decoded => {
	const { value } = record;
	try {
		if (isQueuedIdentify(value)) {
			const identify = decodeQueuedIdentify(value);
			const reason = identifyFaultOf(identify);
			return reason === undefined ? { record, identify } : { record, reason };
		}
		if (isQueuedReplay(value)) {
			const replay = decodeQueuedReplay(value);
			const reason = replayFaultOf(replay);
			return reason === undefined ? { record, replay } : { record, reason };
		}
		if (isQueuedQuarantine(value)) {
			const quarantine = decodeQueuedQuarantine(value);
			const reason = isTime(quarantine.version) ? faultOf(quarantine.event) : "invalid time";
			return reason === undefined ? { record, quarantine } : { record, reason };
		}
		const event = decodeQueuedEvent(value);
		const reason = faultOf(event);
		return reason === undefined ? { record, event } : { record, reason };
	} catch (error) {
		// A parser's message may quote the record.
		return { record, reason: error instanceof SyntaxError ? "not JSON" : String(error) };
	}
};

/** The records of a batch by kind, each kind in the order of the log. */
export interface DecodedBatch {
	events: DecodedEvent[];
	identifies: DecodedIdentify[];
	replays: DecodedReplay[];
	quarantined: DecodedQuarantine[];
	poison: Poison[];
}

/** Records decoded at once, which takes a few milliseconds: other work of the process runs in between. */
const SLICE_RECORDS = 1000;

/** Lets other work of the process run. */
export const otherWork = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Sorts the records of a batch into events, identifications, recordings, quarantined events and undecodable ones. */
export const decodeBatch = async ({ records }: QueueBatch): Promise<DecodedBatch> => {
	const batch: DecodedBatch = {
		...{ events: [], identifies: [], replays: [], quarantined: [], poison: [] },
	};
	for (const [index, record] of records.entries()) {
		if (index > 0 && index % SLICE_RECORDS === 0) await otherWork();
		const decoded = decodeRecord(record);
		if ("event" in decoded) batch.events.push(decoded);
		else if ("identify" in decoded) batch.identifies.push(decoded);
		else if ("replay" in decoded) batch.replays.push(decoded);
		else if ("quarantine" in decoded) batch.quarantined.push(decoded);
		else batch.poison.push(decoded);
	}
	return batch;
};

export interface Decoder {
	/** Starts decoding a batch that is expected. */
	coming(batch: QueueBatch): void;
	/** The caller may modify the result; a batch that is delivered again is decoded again. */
	decoded(batch: QueueBatch): Promise<DecodedBatch>;
}

/** Decodes a batch while the previous one is stored. */
export const createDecoder = (): Decoder => {
	const begun = new WeakMap<readonly QueueRecord[], Promise<DecodedBatch>>();
	return {
		coming: (batch) => {
			begun.set(batch.records, decodeBatch(batch));
		},
		decoded: (batch) => {
			const decoded = begun.get(batch.records) ?? decodeBatch(batch);
			begun.delete(batch.records);
			return decoded;
		},
	};
};
