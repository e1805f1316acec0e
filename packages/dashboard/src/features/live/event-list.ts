import type { AnswerTo } from "../../api/site-reports.ts";

/** An action of a visitor. */
export type LiveEvent = AnswerTo<"events">["data"][number];

/** Events have no id: two that agree in all of these are the same event. */
export const eventKey = (event: LiveEvent): string =>
	JSON.stringify([
		event.timestamp,
		event.session_id,
		event.type,
		event.event_name,
		event.pathname,
		event.properties,
	]);

/** How many events are kept: more than anyone reads, few enough to render. */
export const MOST_EVENTS = 100;

/** Merges newer events into a list, newest first, each once; returns how many were new. */
export const merged = (
	known: readonly LiveEvent[],
	fresh: readonly LiveEvent[],
): { events: readonly LiveEvent[]; added: number } => {
	const keys = new Set(known.map(eventKey));
	const added = fresh.filter((event) => {
		const key = eventKey(event);
		if (keys.has(key)) return false;
		keys.add(key);
		return true;
	});
	if (added.length === 0) return { events: known, added: 0 };
	// An event may arrive late, with an older timestamp.
	const events = [...added, ...known].sort((one, other) =>
		other.timestamp < one.timestamp ? -1 : other.timestamp > one.timestamp ? 1 : 0,
	);
	return { events: events.slice(0, MOST_EVENTS), added: added.length };
};

/** The kind of an event's row: a page view, an event that the site defines, or any other action. */
export type EventMark = "page" | "event" | "action";

export const markOf = ({ type }: LiveEvent): EventMark =>
	type === "pageview" ? "page" : type === "custom_event" ? "event" : "action";

/** A string property of an event; empty if it is missing. */
export const propertyOf = ({ properties }: LiveEvent, name: string): string => {
	try {
		const value: unknown = (JSON.parse(properties) as Record<string, unknown> | null)?.[name];
		return typeof value === "string" ? value : "";
	} catch {
		// URLs come from beacons and may be unsafe.
		return "";
	}
};
