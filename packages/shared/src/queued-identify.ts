import type { SiteNumber } from "./ids.ts";

/**
 * The record that the gateway appends and the loader reads when a site says who a visitor is, or something about its user. It
 * shares the log with events, and the partition of its visitor's.
 */
export interface QueuedIdentify {
	/** Of our own making; unique. */
	id: string;
	site: SiteNumber;
	/** By the gateway's clock, ms since the epoch. */
	receivedAt: number;
	/** The caller's visitor id, and where the site salts ids by day yesterday's too: 16 hex characters each. */
	visitor: string;
	visitorYesterday?: string;
	/** The site's own id of its user, never "". */
	user: string;
	/** Merged key by key into what is known of the user; null deletes a key. Absent when none were sent. */
	traits?: Record<string, unknown>;
	/** Whether the caller's visitor ids become the user's; otherwise only the traits count. */
	isNewIdentify: boolean;
}

/** First in the record's array, where an event has its version. */
const KIND = "identify";
const VERSION = 1;
const START = Buffer.from(`["${KIND}",`);
const FIELD_COUNT = 10;

export const encodeQueuedIdentify = (identify: QueuedIdentify): Buffer =>
	Buffer.from(
		JSON.stringify([
			KIND,
			VERSION,
			identify.id,
			identify.site,
			identify.receivedAt,
			identify.visitor,
			identify.visitorYesterday ?? null,
			identify.user,
			identify.traits ?? null,
			identify.isNewIdentify,
		]),
	);

/** Whether a record is of this kind rather than an event; costs a comparison of a few bytes. */
export const isQueuedIdentify = (bytes: Uint8Array): boolean =>
	START.compare(bytes, 0, Math.min(START.length, bytes.length)) === 0;

/** @throws SyntaxError or TypeError for bytes that are no such record of this version. */
export const decodeQueuedIdentify = (bytes: Uint8Array): QueuedIdentify => {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
	const values: unknown = JSON.parse(text);
	if (
		!Array.isArray(values) ||
		values[0] !== KIND ||
		values[1] !== VERSION ||
		values.length < FIELD_COUNT
	)
		throw new TypeError("Not a queued identify of version 1");
	const [, , id, site, receivedAt, visitor, visitorYesterday, user, traits, isNewIdentify] = values;
	return {
		id,
		site,
		receivedAt,
		visitor,
		...(visitorYesterday === null ? {} : { visitorYesterday }),
		user,
		...(traits === null ? {} : { traits }),
		isNewIdentify,
	};
};
