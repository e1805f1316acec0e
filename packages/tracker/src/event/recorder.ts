import type { BeforeSend, EventType, Measures } from "./outgoing-event.ts";

/** One of `event-kinds.ts` or, from a capture of the page's own, a name. */
export type EventKind = number | EventType;

/**
 * What else there is to say of an event: its properties as JSON text. By kind, a list: of a way out its URL, text and
 * target, of an error its message, stack and properties, of engagement the ms visible, the scroll depth in percent and
 * properties. Or fields by name.
 */
export type Payload = string | readonly (number | string)[] | (Measures & { properties?: string });

/** Whatever becomes a text in JSON: the title, which may still change until then. */
export interface LateText {
	toJSON(): string;
}

/** Sends an event. */
export type Recorder = (
	type: EventKind,
	/** Path, query and fragment; or path (with fragment) and query separately. */
	address: string | readonly [pathname: string, querystring: string],
	title: LateText | string,
	referrer: string,
	tag: string,
	name: string,
	payload: Payload,
) => void;

/** What shows events to a `beforeSend` before another recorder gets them, and that function itself. */
export type Filter = readonly [by: (record: Recorder) => Recorder, beforeSend: BeforeSend];
