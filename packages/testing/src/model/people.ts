import {
	countedActs,
	countedRows,
	countedSessions,
	grouped,
	mean,
	type ReferenceQuery,
} from "./expected.ts";
import { vitalsOf } from "./performance.ts";
import type { SiteEvent } from "./random-site.ts";
import {
	beganAt,
	channelOf,
	durationMsOf,
	entryPageOf,
	hex,
	inOrder,
	personOf,
	sessionsOf,
} from "./semantics.ts";

/** People, computed naively. */

const ofType = (events: readonly SiteEvent[], type: string) =>
	events.filter((event) => event.type === type).length;

/** The number of sessions of some acts, among those that began in the range. */
const begunOf = (acts: readonly SiteEvent[], begun: ReadonlySet<number>): number =>
	new Set(acts.map(({ session }) => session).filter((session) => begun.has(session))).size;
const begunIn = (events: readonly SiteEvent[], question: ReferenceQuery): ReadonlySet<number> =>
	new Set(
		sessionsOf(events)
			.filter((session) => question.isInRange(beganAt(session)))
			.map(([first]) => first?.session ?? 0),
	);

const userOf = (person: string, all: readonly SiteEvent[], begun: ReadonlySet<number>) => {
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
		sessions: begunOf(events, begun),
		first_seen: new Date(first.at).toISOString(),
		last_seen: new Date(latest.at).toISOString(),
	};
};
export type ReferenceUser = ReturnType<typeof userOf>;

/** All people of a query, unordered. */
export const users = (events: readonly SiteEvent[], question: ReferenceQuery): ReferenceUser[] => {
	const meant = countedActs(events, question);
	const begun = begunIn(events, question);
	return [...new Set(meant.map(personOf))].map((person) =>
		userOf(
			person,
			meant.filter((event) => personOf(event) === person),
			begun,
		),
	);
};

/** People in the order of a field; ties are ordered by their effective user id. */
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

/** Facts that events share, the latest first; those of one instant by their values. */
const shared = <Facts extends Record<string, string | number>>(
	events: readonly SiteEvent[],
	begun: ReadonlySet<number>,
	factsOf: (event: SiteEvent) => Facts,
) =>
	grouped(events, (event) => JSON.stringify(factsOf(event)))
		.map(([key, here]) => ({
			...(JSON.parse(key) as Facts),
			sessions: begunOf(here, begun),
			last_seen: new Date(Math.max(...here.map(({ at }) => at))).toISOString(),
			key,
		}))
		.sort((one, other) => {
			if (one.last_seen !== other.last_seen) return one.last_seen < other.last_seen ? 1 : -1;
			return one.key < other.key ? -1 : 1;
		})
		.map(({ key: _, ...row }) => row);

/**
 * Everything about one person, whose path is the site's id of them or that of their device: the device itself if it did
 * something without a user, otherwise the user who had it last.
 */
export const person = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	id: string,
): unknown => {
	const meant = inOrder(countedActs(events, question));
	const begun = begunIn(events, question);
	const named = meant.filter((event) => event.identified === id || hex(event.user) === id);
	const who = named.map(personOf);
	const effective = who.includes(id) ? id : who.at(-1);
	if (effective === undefined) return undefined;
	const theirs = meant.filter((event) => personOf(event) === effective);
	const row = userOf(effective, theirs, begun);
	const visits = countedSessions(events, question).filter(({ all }) =>
		all.some((act) => personOf(act) === effective),
	);
	const measured = countedRows(events, question).filter((row) => personOf(row) === effective);
	const parameter = (name: string) =>
		theirs.find(({ urlParameters }) => urlParameters[name])?.urlParameters[name] ?? "";
	return {
		...row,
		duration: mean(visits.map(({ rows }) => durationMsOf(rows))) / 1000,
		ip: theirs.findLast(({ ip }) => ip !== undefined)?.ip ?? null,
		first_referrer: theirs.find(({ referrer }) => referrer !== "")?.referrer ?? "",
		first_channel: channelOf(theirs),
		first_entry_page: entryPageOf(theirs),
		first_utm_source: parameter("utm_source"),
		first_utm_medium: parameter("utm_medium"),
		first_utm_campaign: parameter("utm_campaign"),
		last_referrer: row.referrer,
		last_channel: row.channel,
		vitals: vitalsOf(measured),
		locations: shared(
			theirs.filter(({ country }) => country !== ""),
			begun,
			({ country, region, city }) => ({ country, region, city }),
		),
		devices: shared(theirs, begun, (event) => ({
			device_type: event.deviceType,
			browser: event.browser,
			browser_version: event.browserVersion,
			operating_system: event.operatingSystem,
			operating_system_version: event.operatingSystemVersion,
			screen_width: event.screenWidth,
			screen_height: event.screenHeight,
		})),
		linked_devices: [],
	};
};
