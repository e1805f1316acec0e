import type { SiteEvent } from "./random-site.ts";
import { isAct } from "./sessionize.ts";

export { isAct };

/** The meaning of filters, ranges and buckets, computed event by event and without any SQL. */

export interface ReferenceFilter {
	parameter: string;
	type: string;
	value: (string | number)[];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Wall-clock time in a zone as `YYYY-MM-DD HH:MM:SS`. */
export const wallClock = (at: number, timeZone: string): string => {
	const clock =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
	clocks.set(timeZone, clock);
	return clock.format(at);
};

const FLOOR_MINUTES: Record<string, number> = {
	minute: 1,
	five_minutes: 5,
	ten_minutes: 10,
	fifteen_minutes: 15,
	hour: 60,
};

/**
 * The printed start of the bucket of an instant.
 * @param weekStart the first day of weeks, 0 = Sunday
 */
export const bucketStart = (
	at: number,
	bucket: string,
	timeZone: string,
	weekStart = 0,
): string => {
	const wall = wallClock(at, timeZone);
	const [date = "", time = ""] = wall.split(" ");
	const [year = "", month = ""] = date.split("-");
	const minutes = FLOOR_MINUTES[bucket];
	if (minutes !== undefined) {
		const [hour = "", minute = ""] = time.split(":");
		const floored = Math.floor(Number(minute) / minutes) * minutes;
		return `${date} ${hour}:${String(floored).padStart(2, "0")}:00`;
	}
	if (bucket === "year") return `${year}-01-01 00:00:00`;
	if (bucket === "month") return `${year}-${month}-01 00:00:00`;
	const day = new Date(`${date}T00:00:00Z`);
	if (bucket === "week") while (day.getUTCDay() !== weekStart) day.setUTCDate(day.getUTCDate() - 1);
	return `${day.toISOString().slice(0, 10)} 00:00:00`;
};

/** A session's events in their order. */
export const inOrder = (events: readonly SiteEvent[]): SiteEvent[] =>
	[...events].sort((one, other) => one.at - other.at || one.offset - other.offset);

/** Events by session, in their order. A session without an act is none. */
export const sessionsOf = (events: readonly SiteEvent[]): SiteEvent[][] => {
	const sessions = new Map<number, SiteEvent[]>();
	for (const event of events)
		sessions.set(event.session, [...(sessions.get(event.session) ?? []), event]);
	return [...sessions.values()].filter((session) => session.some(isAct)).map(inOrder);
};

export const personOf = ({ identified, user }: SiteEvent): string => identified || hex(user);

export const hex = (id: number) => id.toString(16).padStart(16, "0");

const propertyText = (properties: string, key: string): string => {
	const value: unknown = properties === "" ? undefined : JSON.parse(properties)[key];
	return value === undefined || value === null ? "" : String(value);
};

/** An event's value of a dimension as text; "" when unknown. */
export const textOf = (event: SiteEvent, parameter: string): string => {
	const [prefix, ...more] = parameter.split(":");
	const name = more.join(":");
	if (prefix === "prop" && name) return propertyText(event.properties, name);
	if (prefix === "url_param" && name) return event.urlParameters[name.toLowerCase()] ?? "";
	if (prefix === "feature_flag" && name) return event.featureFlags[name] ?? "";
	if (prefix?.startsWith("utm_")) return event.urlParameters[prefix] ?? "";
	const version = (name: string, version: string) =>
		name && version ? `${name} ${version}` : name;
	const system =
		event.operatingSystem === "Windows" && event.operatingSystemVersion === "10"
			? "10/11"
			: event.operatingSystemVersion;
	const texts: Record<string, string> = {
		browser: event.browser,
		browser_version: version(event.browser, event.browserVersion),
		operating_system: event.operatingSystem,
		operating_system_version: version(event.operatingSystem, system),
		language: event.language,
		country: event.country,
		region: event.region,
		city: event.city ? `${event.region}-${event.city}` : "",
		device_type: event.deviceType,
		referrer: event.referrer ? new URL(event.referrer).hostname.replace(/^www\./, "") : "",
		hostname: event.hostname,
		pathname: event.pathname,
		page_title: event.pageTitle,
		querystring: event.querystring,
		event_name: event.eventName,
		dimensions: event.screenWidth ? `${event.screenWidth}x${event.screenHeight}` : "",
		timezone: event.timezone,
		tag: event.tag,
		asn_org: event.asnOrg,
		device_model: event.deviceModel,
		app_version: event.appVersion,
	};
	const text = texts[parameter];
	if (text === undefined) throw new TypeError(`The reference does not know ${parameter}`);
	return text;
};

/** The following values are derived from all events of a session, in their order. */

export const actsOf = (session: readonly SiteEvent[]): SiteEvent[] => session.filter(isAct);

export const channelOf = (session: readonly SiteEvent[]): string => {
	const acts = actsOf(session);
	const outer = acts.find(({ channel }) => !["Direct", "Internal", ""].includes(channel));
	return outer?.channel || acts[0]?.channel || "Direct";
};

export const entryPageOf = (session: readonly SiteEvent[]): string =>
	actsOf(session).find(({ pathname }) => pathname !== "")?.pathname ?? "";
export const exitPageOf = (session: readonly SiteEvent[]): string =>
	entryPageOf([...session].reverse());
export const beganAt = (session: readonly SiteEvent[]): number => actsOf(session)[0]?.at ?? 0;
/** The time of the last act, or of the end of the last view's visibility. */
export const endedAt = (session: readonly SiteEvent[]): number => {
	const at = session.findLastIndex(({ type }) => type === "pageview");
	const view = session[at];
	const seen = session
		.slice(at + 1)
		.filter(({ type, pageId }) => type === "engagement" && pageId !== "" && pageId === view?.pageId)
		.map(({ msVisible = 0 }) => msVisible)
		.reduce((one, other) => one + other, 0);
	return Math.max(actsOf(session).at(-1)?.at ?? 0, (view?.at ?? 0) + seen);
};
export const durationMsOf = (session: readonly SiteEvent[]): number =>
	endedAt(session) - beganAt(session);
export const placeOf = (session: readonly SiteEvent[]): SiteEvent | undefined =>
	actsOf(session).find(({ lat, lon }) => lat !== 0 || lon !== 0);
export const identifiedOf = (session: readonly SiteEvent[]): string =>
	actsOf(session).findLast(({ identified }) => identified !== "")?.identified ?? "";

/** A session's value of a session attribute: of its first act that has one. */
export const ownText = (session: readonly SiteEvent[], parameter: string): string =>
	actsOf(session)
		.map((act) => textOf(act, parameter))
		.find((text) => text !== "") ?? "";

const POSITIVE: Record<string, string> = {
	not_equals: "equals",
	not_contains: "contains",
	not_icontains: "icontains",
	not_regex: "regex",
	is_null: "is_not_null",
};

const compare = (text: string, type: string, value: string | number): boolean => {
	const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
	switch (type) {
		case "equals":
			return text === String(value);
		case "contains":
			return text.includes(String(value));
		case "icontains":
			return text.toLowerCase().includes(String(value).toLowerCase());
		case "starts_with":
			return text.startsWith(String(value));
		case "ends_with":
			return text.endsWith(String(value));
		case "regex":
			return String(value).startsWith("(?i)")
				? new RegExp(String(value).slice(4), "i").test(text)
				: new RegExp(String(value)).test(text);
		case "greater_than":
			return number > Number(value);
		case "less_than":
			return number < Number(value);
		case "greater_than_or_equal":
			return number >= Number(value);
		case "less_than_or_equal":
			return number <= Number(value);
		default:
			throw new TypeError(`The reference does not know ${type}`);
	}
};

const textMeets = (text: string, type: string, values: (string | number)[]) =>
	type === "is_not_null" ? text !== "" : values.some((value) => compare(text, type, value));

const OF_EVENTS = ["pathname", "page_title", "querystring", "hostname", "tag"];
/** Whether a filter is about single events rather than about their session. */
export const isOfEvents = ({ parameter }: Pick<ReferenceFilter, "parameter">): boolean =>
	OF_EVENTS.includes(parameter) || /^(prop|url_param|feature_flag):/.test(parameter);

/** Whether an event matches a filter's value, or the value that it negates. */
const eventMeets = (
	event: SiteEvent,
	{ parameter, value: values }: ReferenceFilter,
	type: string,
): boolean => {
	const text = textOf(event, parameter);
	if (parameter.startsWith("prop:") && type === "equals")
		return values.some(
			(value) =>
				text === String(value) ||
				(typeof value === "number" && text !== "" && Number(text) === value),
		);
	return textMeets(text, type, values);
};

const sessionMeets = (
	session: readonly SiteEvent[],
	{ parameter, value: values }: ReferenceFilter,
	type: string,
): boolean => {
	if (parameter === "event_name")
		return actsOf(session).some((act) => textMeets(act.eventName, type, values));
	if (parameter === "channel") {
		const named = values.map((value) => (value === "" && type === "equals" ? "Direct" : value));
		const channel = channelOf(session);
		return type === "is_not_null" ? channel !== "Direct" : textMeets(channel, type, named);
	}
	if (parameter === "entry_page") return textMeets(entryPageOf(session), type, values);
	if (parameter === "exit_page") return textMeets(exitPageOf(session), type, values);
	if (parameter === "session_duration")
		return type === "is_not_null" || textMeets(String(durationMsOf(session) / 1000), type, values);
	if (parameter === "lat" || parameter === "lon") {
		const at = placeOf(session)?.[parameter] ?? 0;
		if (type === "is_not_null") return placeOf(session) !== undefined;
		if (type !== "equals") return textMeets(String(at), type, values);
		return values.some((value) => Math.abs(at - Number(value)) <= 0.001);
	}
	if (parameter === "user_id") {
		const identified = identifiedOf(session);
		if (type === "is_not_null") return identified !== "";
		const ids = [hex(session[0]?.user ?? 0), identified];
		return ids.some((text) => textMeets(text, type, values));
	}
	return textMeets(ownText(session, parameter), type, values);
};

/** A filter with its positive type, and whether it is negated. */
const told = (filter: ReferenceFilter) => {
	const denied = POSITIVE[filter.type];
	const type = denied ?? filter.type;
	const value = type === "regex" ? filter.value.slice(0, 1) : filter.value;
	return { filter: { ...filter, value }, type, isDenied: denied !== undefined };
};

/** Whether an event matches every positive filter on events. */
export const isMeant = (event: SiteEvent, filters: readonly ReferenceFilter[]): boolean =>
	filters
		.filter(isOfEvents)
		.map(told)
		.every(({ filter, type, isDenied }) => isDenied || eventMeets(event, filter, type));

/** Whether an event is excluded by a negative filter on events. */
export const isDenied = (event: SiteEvent, filters: readonly ReferenceFilter[]): boolean =>
	filters
		.filter(isOfEvents)
		.map(told)
		.some(({ filter, type, isDenied }) => isDenied && eventMeets(event, filter, type));

/** Whether a session passes the filters, judged by all of its events. */
export const passes = (
	session: readonly SiteEvent[],
	filters: readonly ReferenceFilter[],
): boolean =>
	actsOf(session).some((act) => isMeant(act, filters)) &&
	!actsOf(session).some((act) => isDenied(act, filters)) &&
	filters
		.filter((filter) => !isOfEvents(filter))
		.map(told)
		.every(({ filter, type, isDenied }) => sessionMeets(session, filter, type) !== isDenied);
