import { propertiesJson } from "./event-properties.ts";
import type { BeforeSend, Filter, OutgoingEvent, RecordedEvent } from "./outgoing-event.ts";

/** The documented names of a recorded event's fields, in their order; unnamed ones are not shown. */
const NAMES = "type,,,pathname,querystring,page_title,referrer,tag,,event_name,properties".split(
	",",
);

/** Adds the release and passes each event to `beforeSend`, with its fields under their documented names. */
export const filterBy =
	(beforeSend: BeforeSend = (event) => event, release?: string): Filter =>
	(event) => {
		const fields: readonly unknown[] = event;
		const [title, json, given] = [event[5], event[10], event[11]];
		const page_title = title.toJSON();
		const shown = beforeSend({
			...given,
			release,
			...Object.fromEntries(NAMES.map((name, place) => [name, fields[place]])),
			page_title,
			tag: event[7] || undefined,
			properties: json ? JSON.parse(json) : undefined,
		} as OutgoingEvent);
		if (!shown) return undefined;
		const measures: Record<string, unknown> = { ...shown };
		const told = NAMES.map((name, place) => {
			const value = name ? measures[name] : fields[place];
			delete measures[name];
			return value;
		});
		// Unless `beforeSend` changed it, the page may still set it.
		if (shown.page_title === page_title) told[5] = title;
		told[10] = propertiesJson(shown.properties, shown.type);
		return [...told, measures] as unknown as RecordedEvent;
	};
