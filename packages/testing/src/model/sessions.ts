import {
	countedSessions,
	grouped,
	type ReferenceQuery,
	type ReferenceSession,
} from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import {
	channelOf,
	durationMsOf,
	entryPageOf,
	exitPageOf,
	hex,
	matches,
	type ReferenceFilter,
} from "./semantics.ts";

/** Sessions worked out by hand. */

export const countOf = (visit: readonly SiteEvent[], type: string) =>
	visit.filter((event) => event.type === type).length;
const firstKnown = (texts: readonly (string | undefined)[]) => texts.find((text) => text) ?? "";

/** A session as a list shows it, from all its events in range. */
export const sessionRow = (visit: readonly SiteEvent[]) => {
	const [first] = visit;
	const last = visit.at(-1);
	if (!first || !last) throw new TypeError("A session has an event");
	const parameter = (name: string) =>
		firstKnown(visit.map(({ urlParameters }) => urlParameters[name]));
	return {
		session_id: hex(first.session),
		user_id: hex(first.user),
		identified_user_id: visit.findLast(({ identified }) => identified !== "")?.identified ?? "",
		traits: null,
		country: first.country,
		region: first.region,
		city: first.city,
		language: first.language,
		device_type: first.deviceType,
		browser: first.browser,
		browser_version: first.browserVersion,
		operating_system: first.operatingSystem,
		operating_system_version: first.operatingSystemVersion,
		hostname: first.hostname,
		timezone: first.timezone,
		screen_width: first.screenWidth,
		screen_height: first.screenHeight,
		lat: first.lat,
		lon: first.lon,
		referrer: firstKnown(visit.map(({ referrer }) => referrer)),
		tag: firstKnown(visit.map(({ tag }) => tag)),
		utm_source: parameter("utm_source"),
		utm_medium: parameter("utm_medium"),
		utm_campaign: parameter("utm_campaign"),
		utm_term: parameter("utm_term"),
		utm_content: parameter("utm_content"),
		channel: channelOf(visit),
		session_start: new Date(first.at).toISOString(),
		session_end: new Date(last.at).toISOString(),
		session_duration: durationMsOf(visit) / 1000,
		entry_page: entryPageOf(visit),
		exit_page: exitPageOf(visit),
		pageviews: countOf(visit, "pageview"),
		events: countOf(visit, "custom_event"),
		errors: countOf(visit, "error"),
		outbound: countOf(visit, "outbound"),
		button_clicks: countOf(visit, "button_click"),
		copies: countOf(visit, "copy"),
		form_submits: countOf(visit, "form_submit"),
		input_changes: countOf(visit, "input_change"),
		ip: visit.findLast(({ ip }) => ip !== undefined)?.ip ?? null,
		has_replay: 0,
	};
};

/** What a list of sessions takes for facts of the whole session: that one of its events saw it. */
const OF_WHOLE = ["pathname", "page_title", "querystring"];
const DENIED: Readonly<Record<string, string>> = {
	not_equals: "equals",
	not_contains: "contains",
	not_regex: "regex",
	is_null: "is_not_null",
};

const holdsFor = (visit: readonly SiteEvent[], filter: ReferenceFilter): boolean => {
	const asserted = DENIED[filter.type];
	if (asserted !== undefined) return !holdsFor(visit, { ...filter, type: asserted });
	return visit.some((event) => matches(event, visit, [filter]));
};

/** The sessions of a question as lists of sessions read it, the latest end first. */
export const listedVisits = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
): ReferenceSession[] => {
	const isOfWhole = ({ parameter }: ReferenceFilter) => OF_WHOLE.includes(parameter);
	const ofEvents = question.filters.filter((filter) => !isOfWhole(filter));
	const ofSession = question.filters.filter(isOfWhole);
	return countedSessions(events, { ...question, filters: ofEvents })
		.filter(({ all }) => ofSession.every((filter) => holdsFor(all, filter)))
		.sort(
			(one, other) =>
				(other.all.at(-1)?.at ?? 0) - (one.all.at(-1)?.at ?? 0) ||
				(one.all[0]?.session ?? 0) - (other.all[0]?.session ?? 0),
		);
};

/** An event as the page of its session shows it. */
export const eventOfSession = (event: SiteEvent) => ({
	timestamp: new Date(event.at).toISOString(),
	pathname: event.pathname,
	hostname: event.hostname,
	querystring: event.querystring,
	page_title: event.pageTitle,
	referrer: event.referrer,
	type: event.type,
	event_name: event.eventName,
	props: JSON.parse(event.properties || "{}"),
});

/** Sessions by the place of the first event that is meant and of a known place. */
export const locations = (events: readonly SiteEvent[], question: ReferenceQuery) => {
	const places = listedVisits(events, question).flatMap(({ meant }) => {
		const placed = meant.find(({ lat, lon }) => lat !== 0 || lon !== 0);
		if (!placed) return [];
		const { lat, lon, city, country } = placed;
		return [{ lat, lon, city, country }];
	});
	return grouped(places, (place) => JSON.stringify(place))
		.map(([, here]) => ({ ...here[0], count: here.length }))
		.sort(
			(one, other) =>
				other.count - one.count ||
				(one.lat ?? 0) - (other.lat ?? 0) ||
				(one.lon ?? 0) - (other.lon ?? 0),
		);
};
