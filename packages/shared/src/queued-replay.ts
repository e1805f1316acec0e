import type { SiteNumber } from "./ids.ts";

/**
 * The part of a session's recording that the gateway appends and the loader reads: a chunk of one batch from a
 * recorder, small enough for every driver of the queue. It is in the same log as events, in its visitor's partition. An
 * event that is larger than a chunk is split into several parts.
 */
export interface QueuedReplay {
	/** Named after the batch's content: 16 hex characters, the same whenever the same batch is resent. */
	batch: string;
	/** Number of the chunk within its batch, from 0. */
	chunk: number;
	/** Which part of a single large event this is, and out of how many; 0 of 1 for a chunk of whole events. */
	part: number;
	parts: number;

	site: SiteNumber;
	/** By the gateway's clock, ms since the epoch: when it was received, and when its first and last event happened. */
	receivedAt: number;
	startedAt: number;
	endedAt: number;
	retentionDays: number;

	/** Visitor id and, where the site salts ids by day, yesterday's: 16 hex characters each. */
	visitor: string;
	visitorYesterday?: string;
	/** The site's own id of its signed-in user, "" when none. */
	identifiedUser: string;

	pageUrl: string;
	language: string;
	screenWidth: number;
	screenHeight: number;
	browser: string;
	browserVersion: string;
	operatingSystem: string;
	operatingSystemVersion: string;
	deviceType: string;
	country: string;
	region: string;
	city: string;

	/** Times of the events by the recorder's clock, in ms and ascending, and how many bytes of the text each takes. */
	times: number[];
	lengths: number[];
	/** The events as concatenated JSON texts, compressed with gzip. */
	events: Uint8Array;
}

/** No record of another kind begins like this: the others are JSON. */
const START = Buffer.from("RPL1");
const HEADER_LENGTH_BYTES = 4;
const HEADER_AT = START.length + HEADER_LENGTH_BYTES;

export const encodeQueuedReplay = ({ events, ...header }: QueuedReplay): Buffer => {
	const text = Buffer.from(JSON.stringify(header));
	const length = Buffer.alloc(HEADER_LENGTH_BYTES);
	length.writeUInt32LE(text.length);
	return Buffer.concat([START, length, text, events]);
};

/** Whether a record is of this kind rather than an event; costs a comparison of a few bytes. */
export const isQueuedReplay = (bytes: Uint8Array): boolean =>
	START.compare(bytes, 0, Math.min(START.length, bytes.length)) === 0;

/** @throws SyntaxError or TypeError for bytes that are not such a record of this version. */
export const decodeQueuedReplay = (value: Uint8Array): QueuedReplay => {
	const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
	if (!isQueuedReplay(bytes) || bytes.length < HEADER_AT)
		throw new TypeError("Not a queued replay of version 1");
	const eventsAt = HEADER_AT + bytes.readUInt32LE(START.length);
	const header: unknown = JSON.parse(bytes.toString("utf8", HEADER_AT, eventsAt));
	if (typeof header !== "object" || header === null)
		throw new TypeError("Not a queued replay of version 1");
	return { ...(header as Omit<QueuedReplay, "events">), events: bytes.subarray(eventsAt) };
};
