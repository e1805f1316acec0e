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

/** Measurements that some events have in fields of their own. */
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
	/** As JSON they may take 2048 characters, 4096 those of an error. */
	properties: Properties | undefined;
	pathname: string;
	querystring: string;
	page_title: string;
	referrer: string;
	tag: string | undefined;
}

/** Sees each event before it is sent: answers with the event, changed or not, or with nothing to have it dropped. */
export type BeforeSend = (event: OutgoingEvent) => OutgoingEvent | undefined;
