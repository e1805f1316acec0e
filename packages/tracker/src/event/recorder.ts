import type { EventType, Measures } from "./outgoing-event.ts";

/** One of `event-kinds.ts` or, from a capture of the page's own, a name. */
export type EventKind = number | EventType;

/**
 * What else there is to say of an event: its properties as JSON text. By kind, a list: of a way out its URL, text and
 * target, of an error its message, stack and properties, of engagement the ms visible, the scroll depth in percent and
 * properties. Or measures by name, and properties.
 */
export type Payload =
	| string
	| readonly (number | string)[]
	| readonly [measures: Measures, properties: string];

/** Whatever becomes a text in JSON: the title, which may still change until then. */
export interface LateText {
	toJSON(): string;
}

/** An event in the positions of the compact wire, after its time and site. */
export type RecordedFields = readonly [
	type: EventKind,
	pageId: string,
	sequence: number,
	/** Path, query and fragment, or without its query. */
	address: string,
	query: string | null,
	title: LateText | string,
	referrer: string,
	tag: string,
	userId: string,
	name: string,
	payload: Payload,
];

/** May change an event before it is sent, or drop it. */
export type Filter = (event: RecordedFields) => RecordedFields | undefined;
