import { type ReferenceQuestion, visitsOf } from "./answers.ts";
import { hex, inOrder } from "./meaning.ts";
import type { WorldEvent } from "./world.ts";

/** People worked out by hand. */

const personOf = ({ identified, user }: WorldEvent) => identified || hex(user);
const ofType = (events: readonly WorldEvent[], type: string) =>
	events.filter((event) => event.type === type).length;
const sessionsOf = (events: readonly WorldEvent[]) =>
	new Set(events.map(({ session }) => session)).size;

const userOf = (person: string, all: readonly WorldEvent[]) => {
	const events = inOrder(all);
	const latest = events.at(-1);
	const first = events[0];
	if (!first || !latest) throw new TypeError("A person has an event");
	const named = events.findLast(({ channel }) => !["Direct", "Internal", ""].includes(channel));
	return {
		user_id: hex(latest.user),
		identified_user_id: latest.identified,
		effective_user_id: person,
		traits: null,
		country: latest.country,
		region: latest.region,
		city: latest.city,
		language: latest.language,
		browser: latest.browser,
		browser_version: latest.browserVersion,
		operating_system: latest.operatingSystem,
		operating_system_version: latest.operatingSystemVersion,
		device_type: latest.deviceType,
		hostname: latest.hostname,
		timezone: latest.timezone,
		screen_width: latest.screenWidth,
		screen_height: latest.screenHeight,
		referrer: events.findLast(({ referrer }) => referrer !== "")?.referrer ?? "",
		tag: events.findLast(({ tag }) => tag !== "")?.tag ?? "",
		channel: named?.channel || latest.channel || "Direct",
		pageviews: ofType(events, "pageview"),
		events: ofType(events, "custom_event"),
		sessions: sessionsOf(events),
		first_seen: new Date(first.at).toISOString(),
		last_seen: new Date(latest.at).toISOString(),
	};
};
export type ReferenceUser = ReturnType<typeof userOf>;

/** Everyone of a question, in no order. */
export const users = (
	events: readonly WorldEvent[],
	question: ReferenceQuestion,
): ReferenceUser[] => {
	const meant = visitsOf(events, question).flatMap((visit) => visit.meant);
	return [...new Set(meant.map(personOf))].map((person) =>
		userOf(
			person,
			meant.filter((event) => personOf(event) === person),
		),
	);
};

/** People in the order of a field, those who tie by what they go by. */
export const ranked = (
	people: readonly ReferenceUser[],
	field: "first_seen" | "last_seen" | "pageviews" | "sessions" | "events",
	order: "asc" | "desc",
): ReferenceUser[] =>
	[...people].sort((one, other) => {
		const [a, b] = [one[field], other[field]];
		if (a !== b) return (a < b ? -1 : 1) * (order === "asc" ? 1 : -1);
		return one.effective_user_id < other.effective_user_id ? -1 : 1;
	});
