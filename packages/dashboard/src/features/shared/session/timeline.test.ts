import { describe, expect, it } from "vitest";
import { countsOf, entriesOf, isGap, type SessionEvent, timelineOf } from "./timeline.ts";

const START = Date.parse("2026-11-21T19:27:00.000Z");
const event = (seconds: number, type: string, more: Partial<SessionEvent> = {}): SessionEvent => ({
	timestamp: new Date(START + seconds * 1000).toISOString(),
	pathname: "/signup",
	hostname: "quill.example",
	querystring: "",
	page_title: "",
	referrer: "",
	type,
	event_name: "",
	props: {},
	...more,
});
const eventsOf = (...events: SessionEvent[]) => entriesOf(timelineOf(events, START));
const only = (one: SessionEvent) => {
	const [entry] = eventsOf(one);
	return entry && [entry.kind, entry.subject, entry.note];
};

describe("a timeline", () => {
	it.each([
		["a page", event(0, "pageview", { page_title: "Sign up" }), ["page", "/signup", "Sign up"]],
		[
			"an event with its properties",
			event(0, "custom_event", { event_name: "signup", props: { plan: "free", seats: 2 } }),
			["event", "signup", "plan: free, seats: 2"],
		],
		[
			"an error",
			event(0, "error", {
				event_name: "TypeError",
				props: { message: "x is undefined", stack: "…" },
			}),
			["error", "TypeError", "x is undefined"],
		],
		[
			"the outbound link of an exit",
			event(0, "outbound", { props: { url: "https://github.com/quill/", text: "Source" } }),
			["link", "github.com/quill", "Source"],
		],
		["a button", event(0, "button_click", { props: { text: "Buy" } }), ["click", "Buy", ""]],
		[
			"a form",
			event(0, "form_submit", { props: { formId: "f", formName: "" } }),
			["form", "f", ""],
		],
		["an event of an unknown type", event(0, "tap", { props: { x: 1 } }), ["other", "tap", "x: 1"]],
	])("names %s", (_, one, expected) => expect(only(one)).toEqual(expected));

	it("shows times since the session's start, and long gaps without events", () => {
		const timeline = timelineOf(
			[event(0, "pageview"), event(60, "pageview"), event(178, "pageview")],
			START,
		);
		expect(timeline.map((one) => (isGap(one) ? one : one.offset))).toEqual([
			0,
			60_000,
			{ gap: 118, before: 2 },
			178_000,
		]);
	});

	it("lists all known details, without empty ones", () =>
		expect(
			eventsOf(event(0, "custom_event", { event_name: "x", props: { a: null, b: { c: 1 } } }))[0]
				?.details,
		).toEqual([
			["a", "null"],
			["b", '{"c":1}'],
			["page", "quill.example/signup"],
		]));

	it("is counted by kind", () =>
		expect(countsOf(eventsOf(event(0, "pageview"), event(10, "error")))).toEqual({
			pages: 1,
			errors: 1,
			events: 0,
		}));
});
