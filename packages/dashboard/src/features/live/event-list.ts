import type { AnswerTo } from "../../api/site-reports.ts";

/** Something that a visitor did. */
export type LiveEvent = AnswerTo<"events">["data"][number];

/** Events have no id: two that are alike in all of these are one. */
export const eventKey = (event: LiveEvent): string =>
	JSON.stringify([
		event.timestamp,
		event.session_id,
		event.type,
		event.event_name,
		event.pathname,
		event.properties,
	]);

/** How many events are kept: more than anyone reads, little to draw. */
export const MOST_EVENTS = 100;

/** A list with newer events, the newest first, each once; and how many of them were new. */
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
	// An event may arrive late, with an older time.
	const events = [...added, ...known].sort((one, other) =>
		other.timestamp < one.timestamp ? -1 : other.timestamp > one.timestamp ? 1 : 0,
	);
	return { events: events.slice(0, MOST_EVENTS), added: added.length };
};

/** What an event is drawn as: a page view, an event that the site defines, or something else that visitors do. */
export type EventMark = "page" | "event" | "action";

export const markOf = ({ type }: LiveEvent): EventMark =>
	type === "pageview" ? "page" : type === "custom_event" ? "event" : "action";

/** A text among the properties of an event; empty where there is none. */
export const propertyOf = ({ properties }: LiveEvent, name: string): string => {
	try {
		const value: unknown = (JSON.parse(properties) as Record<string, unknown> | null)?.[name];
		return typeof value === "string" ? value : "";
	} catch {
		// They come from beacons.
		return "";
	}
};
