import type { Properties } from "./event-properties.ts";

/** The kind of an event. */
export type EventType =
	| "pageview"
	| "custom_event"
	| "outbound"
	| "error"
	| "button_click"
	| "copy"
	| "form_submit"
	| "input_change"
	| "engagement"
	| "performance";

/** Measurements that some events have as fields. */
export interface Measures {
	ms_visible?: number;
	scroll_depth?: number;
	lcp?: number;
	cls?: number;
	inp?: number;
	fcp?: number;
	ttfb?: number;
}

/** An event before it is numbered, dated and sent. */
export interface OutgoingEvent extends Measures {
	readonly type: EventType;
	event_name: string;
	/** At most 2048 characters as JSON, 4096 for an error, 32,768 for a custom event of a site with event schemas. */
	properties: Properties | undefined;
	pathname: string;
	querystring: string;
	page_title: string;
	referrer: string;
	tag: string | undefined;
	/** Version of the site's own code. */
	release?: string | undefined;
}

/** Called with each event before it is sent. Returns the event, changed or not, or nothing to drop it. */
export type BeforeSend = (event: OutgoingEvent) => OutgoingEvent | undefined;

/** Any value that JSON turns into text: the title, which may still change until then. */
export interface LateText {
	toJSON(): string;
}

/** An event in the positions of the compact wire format, after its time and site. */
export type RecordedEvent = [
	type: EventType,
	pageId: string,
	sequence: number,
	path: string,
	query: string,
	title: LateText,
	referrer: string,
	tag: string,
	userId: string,
	name: string,
	/** JSON text, or "". */
	properties: string,
	measures: Measures & {
		/** The number of events this browser has dropped since the last one. */
		given_up?: number | undefined;
		release?: string | undefined;
	},
];

/** Changes an event before it is sent, or drops it. */
export type Filter = (event: RecordedEvent) => RecordedEvent | undefined;
