import { describe, expect, it } from "vitest";
import { type LiveEvent, MOST_EVENTS, markOf, merged, propertyOf } from "./event-list.ts";

const event = (second: number, more: Partial<LiveEvent> = {}) =>
	({
		timestamp: new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString(),
		type: "pageview",
		session_id: "a",
		event_name: "",
		pathname: "/",
		properties: "{}",
		...more,
	}) as LiveEvent;

describe("the list of incoming events", () => {
	it("holds each event once, the newest first", () => {
		const known = [event(3), event(1)];
		const { events, added } = merged(known, [event(4), event(3), event(2)]);
		expect(events).toEqual([event(4), event(3), event(2), event(1)]);
		expect(added).toBe(2);
	});

	it("is unchanged when no event is new", () => {
		const known = [event(1)];
		expect(merged(known, [event(1)]).events).toBe(known);
	});

	it("is limited to a maximum length", () => {
		const many = Array.from({ length: 150 }, (_, index) => event(index));
		expect(merged([], many).events).toHaveLength(MOST_EVENTS);
	});
});

describe("an event", () => {
	it.each([
		["pageview", "page"],
		["custom_event", "event"],
		["copy", "action"],
	])("of type %s is shown as %s", (type, mark) => expect(markOf(event(0, { type }))).toBe(mark));

	it.each([
		['{"url":"https://a.example"}', "https://a.example"],
		['{"url":7}', ""],
		["null", ""],
		["{", ""],
	])("with the properties %s gets the link %j", (properties, url) =>
		expect(propertyOf(event(0, { properties }), "url")).toBe(url),
	);
});
