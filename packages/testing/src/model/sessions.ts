import {
	countedSessions,
	grouped,
	type ReferenceQuery,
	type ReferenceSession,
} from "./expected.ts";
import type { SiteEvent } from "./random-site.ts";
import {
	actsOf,
	beganAt,
	channelOf,
	durationMsOf,
	endedAt,
	entryPageOf,
	exitPageOf,
	hex,
	identifiedOf,
	placeOf,
} from "./semantics.ts";

/** Sessions, computed naively. */

export const countOf = (visit: readonly SiteEvent[], type: string) =>
	visit.filter((event) => event.type === type).length;
const firstKnown = (texts: readonly (string | undefined)[]) => texts.find((text) => text) ?? "";

/** A session as a list shows it, from all its rows. */
export const sessionRow = (rows: readonly SiteEvent[]) => {
	const visit = actsOf(rows);
	const [first] = visit;
	if (!first) throw new TypeError("A session has an act");
	const parameter = (name: string) =>
		firstKnown(visit.map(({ urlParameters }) => urlParameters[name]));
	const own = (
		name: keyof SiteEvent &
			(
				| "country"
				| "region"
				| "city"
				| "language"
				| "hostname"
				| "timezone"
				| "deviceType"
				| "browser"
				| "operatingSystem"
			),
	) => firstKnown(visit.map((act) => act[name]));
	const browsing = visit.find(({ browser }) => browser !== "");
	const running = visit.find(({ operatingSystem }) => operatingSystem !== "");
	const sized = visit.find(
		({ screenWidth, screenHeight }) => screenWidth !== 0 && screenHeight !== 0,
	);
	const placed = placeOf(rows);
	return {
		session_id: hex(first.session),
		user_id: hex(first.user),
		identified_user_id: identifiedOf(rows),
		traits: null,
		country: own("country"),
		region: own("region"),
		city: own("city"),
		language: own("language"),
		device_type: own("deviceType"),
		browser: own("browser"),
		browser_version: browsing?.browserVersion ?? "",
		operating_system: own("operatingSystem"),
		operating_system_version: running?.operatingSystemVersion ?? "",
		hostname: own("hostname"),
		timezone: own("timezone"),
		screen_width: sized?.screenWidth ?? 0,
		screen_height: sized?.screenHeight ?? 0,
		lat: placed?.lat ?? 0,
		lon: placed?.lon ?? 0,
		referrer: firstKnown(visit.map(({ referrer }) => referrer)),
		tag: firstKnown(visit.map(({ tag }) => tag)),
		utm_source: parameter("utm_source"),
		utm_medium: parameter("utm_medium"),
		utm_campaign: parameter("utm_campaign"),
		utm_term: parameter("utm_term"),
		utm_content: parameter("utm_content"),
		channel: channelOf(visit),
		session_start: new Date(beganAt(rows)).toISOString(),
		session_end: new Date(endedAt(rows)).toISOString(),
		session_duration: durationMsOf(rows) / 1000,
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

/** The sessions of a query in the order of session lists, the latest end first. */
export const listedVisits = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
): ReferenceSession[] =>
	countedSessions(events, question).sort(
		(one, other) =>
			endedAt(other.rows) - endedAt(one.rows) ||
			(one.all[0]?.session ?? 0) - (other.all[0]?.session ?? 0),
	);

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

/** Sessions by the location of their first act with a known location. */
export const locations = (events: readonly SiteEvent[], question: ReferenceQuery) => {
	const places = listedVisits(events, question).flatMap(({ rows }) => {
		const placed = placeOf(rows);
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
