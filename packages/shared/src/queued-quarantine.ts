import { decodeQueuedEvent, type QueuedEvent } from "./queued-event.ts";
import type { Violation } from "./schemas/violations-of.ts";

/**
 * An event that does not fit its schema, as the gateway appends it and the loader reads it: in the same log as events, and
 * in its visitor's partition. It is kept apart from events, and can be sent again later.
 */
export interface QueuedQuarantine {
	event: QueuedEvent;
	/** A later version of the same event replaces an earlier one; ms since the epoch. */
	version: number;
	violations: readonly Violation[];
	/** Digests of the rules of its site that have run for it, so that none runs twice. */
	ranRules: readonly string[];
}

/** First in the record's array, where an event has its version. */
const KIND = "quarantine";
const VERSION = 1;
const START = Buffer.from(`["${KIND}",`);
const FIELD_COUNT = 6;

/** @param eventText the event as `textOfQueuedEvent` writes it */
export const textOfQueuedQuarantine = (
	eventText: string,
	{ version, violations, ranRules }: Omit<QueuedQuarantine, "event">,
): string =>
	`["${KIND}",${VERSION},${version},${JSON.stringify(
		violations.map(({ rule, message, value }) => [rule, message, value]),
	)},${eventText},${JSON.stringify(ranRules)}]`;

/** Whether a record is of this kind rather than an event; costs a comparison of a few bytes. */
export const isQueuedQuarantine = (bytes: Uint8Array): boolean =>
	START.compare(bytes, 0, Math.min(START.length, bytes.length)) === 0;

/** @throws SyntaxError or TypeError for bytes that are not such a record of this version. */
export const decodeQueuedQuarantine = (bytes: Uint8Array): QueuedQuarantine => {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
	const values: unknown = JSON.parse(text);
	if (
		!Array.isArray(values) ||
		values[0] !== KIND ||
		values[1] !== VERSION ||
		values.length < FIELD_COUNT ||
		!Array.isArray(values[3]) ||
		!Array.isArray(values[5])
	)
		throw new TypeError("Not a quarantined event of version 1");
	const [, , version, violations, event, ranRules] = values as [
		...[unknown, unknown, number, unknown[], unknown, unknown[]],
	];
	return {
		version,
		violations: violations.map((given) => {
			const [rule, message, value] = given as string[];
			return { rule: String(rule), message: String(message), value: String(value) };
		}),
		event: decodeQueuedEvent(Buffer.from(JSON.stringify(event))),
		ranRules: ranRules.map(String),
	};
};
