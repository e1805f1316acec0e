import type { SiteEvent } from "./random-site.ts";
import {
	actsOf,
	beganAt,
	bucketStart,
	channelOf,
	durationMsOf,
	endedAt,
	entryPageOf,
	exitPageOf,
	hex,
	identifiedOf,
	inOrder,
	isDenied,
	isMeant,
	isOfEvents,
	ownText,
	passes,
	personOf,
	placeOf,
	type ReferenceFilter,
	sessionsOf,
	textOf,
} from "./semantics.ts";

/** The reports' answers, computed naively from raw events. */

export interface ReferenceQuery {
	isInRange: (at: number) => boolean;
	timeZone: string;
	/** The first day of weeks, 0 = Sunday by default. */
	weekStart?: number;
	filters: ReferenceFilter[];
}

export interface ReferenceSession {
	/** All of the session's rows, in order. */
	rows: SiteEvent[];
	/** All of its acts. */
	all: SiteEvent[];
	/** The acts that match the filters; at least one. */
	meant: SiteEvent[];
}

export const isView = ({ type }: SiteEvent) => type === "pageview";
const views = (events: readonly SiteEvent[]) => events.filter(isView);
export const sum = (numbers: readonly number[]) =>
	numbers.reduce((total, number) => total + number, 0);
export const mean = (numbers: readonly number[]) =>
	numbers.length === 0 ? 0 : sum(numbers) / numbers.length;
export const percent = (part: number, whole: number) =>
	whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
const isBounce = ({ all }: ReferenceSession) => views(all).length === 1;

/** The sessions that pass the filters, with all their events. */
export const passingSessions = (
	events: readonly SiteEvent[],
	{ filters }: Pick<ReferenceQuery, "filters">,
): ReferenceSession[] =>
	sessionsOf(events)
		.filter((rows) => passes(rows, filters))
		.map((rows) => {
			const all = actsOf(rows);
			return { rows, all, meant: all.filter((act) => isMeant(act, filters)) };
		});

/** Those that began in the range. */
export const countedSessions = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
): ReferenceSession[] =>
	passingSessions(events, question).filter(({ rows }) => question.isInRange(beganAt(rows)));

/**
 * The rows in the range that match the filters, of sessions that pass them.
 * @param inLists rows are listed by themselves: negative filters apply to them
 */
export const countedRows = (
	events: readonly SiteEvent[],
	{ filters, isInRange }: ReferenceQuery,
	inLists = false,
): SiteEvent[] => {
	const rows = events.filter(({ at }) => isInRange(at)).filter((row) => isMeant(row, filters));
	const shown = inLists ? rows.filter((row) => !isDenied(row, filters)) : rows;
	const ofSession = filters.filter(
		(filter) => !isOfEvents(filter) || (!inLists && NEGATIVE.includes(filter.type)),
	);
	if (ofSession.length === 0) return shown;
	const passing = new Set(
		sessionsOf(events)
			.filter((session) => passes(session, ofSession))
			.map(([first]) => first?.session),
	);
	return shown.filter(({ session }) => passing.has(session));
};
const NEGATIVE = ["not_equals", "not_contains", "not_icontains", "not_regex", "is_null"];

/** The acts in the range that match the filters. */
export const countedActs = (events: readonly SiteEvent[], question: ReferenceQuery): SiteEvent[] =>
	passingSessions(events, question)
		.flatMap(({ meant }) => meant)
		.filter(({ at }) => question.isInRange(at));

const figures = (visits: readonly ReferenceSession[], meant: readonly SiteEvent[]) => ({
	sessions: visits.length,
	pageviews: views(meant).length,
	users: new Set(meant.map(personOf)).size,
	pages_per_session: mean(visits.map(({ all }) => views(all).length)),
	bounce_rate: mean(visits.map((visit) => (isBounce(visit) ? 1 : 0))) * 100,
	session_duration: mean(visits.map(({ rows }) => durationMsOf(rows))) / 1000,
});

export const overview = (events: readonly SiteEvent[], question: ReferenceQuery) => {
	return figures(countedSessions(events, question), countedActs(events, question));
};

/** @param times every bucket that the range touches, or none for an open range */
export const overviewSeries = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	bucket: string,
	times: readonly string[],
) => {
	const visits = countedSessions(events, question);
	const meant = countedActs(events, question);
	const timeOf = (event: SiteEvent | undefined) =>
		bucketStart(event?.at ?? 0, bucket, question.timeZone, question.weekStart);
	const starts = visits.map(({ all }) => timeOf(all[0]));
	return [...new Set([...times, ...starts, ...meant.map(timeOf)])].sort().map((time) => ({
		time,
		...figures(
			visits.filter((_, index) => starts[index] === time),
			meant.filter((event) => timeOf(event) === time),
		),
	}));
};

const COUNTED = [
	"pageview",
	"custom_event",
	"performance",
	"outbound",
	"error",
	"button_click",
	"copy",
	"form_submit",
	"input_change",
];

export const eventsCount = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	bucket: string,
) => {
	const meant = countedRows(events, question).filter(({ type }) => COUNTED.includes(type));
	const timeOf = ({ at }: SiteEvent) =>
		bucketStart(at, bucket, question.timeZone, question.weekStart);
	return [...new Set(meant.map(timeOf))].sort().map((time) => {
		const here = meant.filter((event) => timeOf(event) === time);
		const counts = COUNTED.map((type) => [
			`${type}_count`,
			here.filter((event) => event.type === type).length,
		]);
		return { time, ...Object.fromEntries(counts), event_count: here.length };
	});
};

/** The ids of the listed events, newest first. */
export const listedEvents = (events: readonly SiteEvent[], question: ReferenceQuery) =>
	inOrder(countedRows(events, question, true))
		.filter(({ type }) => !["error", "performance", "engagement"].includes(type))
		.reverse()
		.map((event) => ({
			timestamp: new Date(event.at).toISOString(),
			type: event.type,
			event_name: event.eventName,
			properties: event.properties || "{}",
			session_id: hex(event.session),
			user_id: hex(event.user),
			identified_user_id: event.identified,
			traits: null,
			pathname: event.pathname,
			querystring: event.querystring,
			hostname: event.hostname,
			page_title: event.pageTitle,
			referrer: event.referrer,
			browser: event.browser,
			browser_version: event.browserVersion,
			operating_system: event.operatingSystem,
			operating_system_version: event.operatingSystemVersion,
			language: event.language,
			country: event.country,
			region: event.region,
			city: event.city,
			lat: event.lat,
			lon: event.lon,
			screen_width: event.screenWidth,
			screen_height: event.screenHeight,
			device_type: event.deviceType,
			device_model: event.deviceModel,
			app_version: event.appVersion,
			revenue: event.money?.amount ?? "",
			currency: event.money?.currency ?? "",
			order_id: event.orderId ?? "",
			release: "",
		}));

/** From a view to the session's next act in ms, or how long the last view was visible; half an hour at most. */
const gapsOf = ({ rows, all }: ReferenceSession, event: SiteEvent | undefined): number[] => {
	if (!event) return [];
	const next = all[all.indexOf(event) + 1];
	const left = next?.at ?? endedAt(rows);
	return next || left > event.at ? [Math.min(left - event.at, 1_800_000)] : [];
};

export interface Row {
	value: string;
	count: number;
	[field: string]: unknown;
}

export const ranked = <Group extends Row>(rows: readonly Group[]): Group[] =>
	[...rows].sort(
		(one, other) =>
			other.count - one.count || Buffer.compare(Buffer.from(one.value), Buffer.from(other.value)),
	);

export const grouped = <Item>(items: readonly Item[], nameOf: (item: Item) => string) => {
	const groups = new Map<string, Item[]>();
	for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
	return [...groups];
};

export const shares = <Group extends Row & { pageviews?: number }>(rows: readonly Group[]) => {
	const total = sum(rows.map(({ count }) => count));
	const totalViews = sum(rows.map(({ pageviews = 0 }) => pageviews));
	return ranked(rows).map((row) => ({
		...row,
		percentage: percent(row.count, total),
		...(row.pageviews !== undefined && {
			pageviews_percentage: percent(row.pageviews, totalViews),
		}),
	}));
};

const pages = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	field: "pathname" | "pageTitle",
) => {
	const seen = passingSessions(events, question).flatMap((visit) =>
		views(visit.meant).map((view) => ({ visit, view })),
	);
	return grouped(
		seen.filter(({ view }) => view[field] !== ""),
		({ view }) => view[field],
	)
		.map(([value, here]) => {
			const visitors = [...new Set(here.map(({ visit }) => visit))].filter(({ rows }) =>
				question.isInRange(beganAt(rows)),
			);
			const viewed = here.filter(({ view }) => question.isInRange(view.at));
			const latest = inOrder(
				here
					.filter(({ visit, view }) => visitors.includes(visit) || question.isInRange(view.at))
					.map(({ view }) => view),
			).at(-1);
			return {
				value,
				count: visitors.length,
				bounce_rate: percent(visitors.filter(isBounce).length, visitors.length),
				...(field === "pageTitle"
					? { pathname: latest?.pathname }
					: { hostname: latest?.hostname }),
				pageviews: viewed.length,
				time_on_page_seconds: mean(viewed.flatMap(({ visit, view }) => gapsOf(visit, view))) / 1000,
			};
		})
		.filter(({ count, pageviews }) => count > 0 || pageviews > 0);
};

/** Page titles with all their figures, all pages of the list. */
export const pageTitles = (events: readonly SiteEvent[], question: ReferenceQuery) =>
	shares(pages(events, question, "pageTitle")).map(({ pageviews_percentage: _, ...row }) => row);

const edgePages = (visits: readonly ReferenceSession[], edge: "entry" | "exit") => {
	const pageOf = edge === "entry" ? entryPageOf : exitPageOf;
	const sided = (events: readonly SiteEvent[]) =>
		edge === "entry" ? [...events] : [...events].reverse();
	const edgeEvent = ({ all }: ReferenceSession) =>
		sided(all).find(({ pathname }) => pathname !== "");
	return grouped(
		visits.filter(({ all }) => pageOf(all) !== ""),
		({ all }) => pageOf(all),
	).map(([value, here]) => ({
		value,
		count: here.length,
		bounce_rate: percent(here.filter(isBounce).length, here.length),
		hostname: [...here]
			.sort((one, other) => {
				const [a, b] = [edgeEvent(one), edgeEvent(other)];
				return (a?.at ?? 0) - (b?.at ?? 0) || (a?.session ?? 0) - (b?.session ?? 0);
			})
			.map(edgeEvent)
			.at(-1)?.hostname,
		pageviews: here.length,
		time_on_page_seconds:
			mean(here.flatMap((visit) => gapsOf(visit, sided(views(visit.all))[0]))) / 1000,
	}));
};

/** The value of a session: its own, or that of its first matching act that has one. */
export const sessionValue = ({ rows, all, meant }: ReferenceSession, parameter: string): string => {
	if (parameter === "channel") return channelOf(rows);
	if (parameter === "entry_page") return entryPageOf(rows);
	if (parameter === "exit_page") return exitPageOf(rows);
	if (parameter === "user_id") return identifiedOf(rows) || hex(all[0]?.user ?? 0);
	if (parameter === "lat" || parameter === "lon") {
		const place = placeOf(rows);
		return place === undefined ? "" : String(place[parameter]);
	}
	if (!isOfEvents({ parameter })) return ownText(rows, parameter);
	return meant.map((act) => textOf(act, parameter)).find((text) => text !== "") ?? "";
};

/** The rows of a breakdown, all pages of the list. */
export const metric = (
	events: readonly SiteEvent[],
	question: ReferenceQuery,
	parameter: string,
) => {
	const visits = countedSessions(events, question);
	if (parameter === "event_name") {
		const named = countedActs(events, question).filter(
			({ type, eventName }) => type === "custom_event" && eventName !== "",
		);
		return shares(
			grouped(named, ({ eventName }) => eventName).map(([value, here]) => ({
				value,
				count: here.length,
			})),
		);
	}
	if (parameter === "pathname") return shares(pages(events, question, "pathname"));
	if (parameter === "page_title")
		return pageTitles(events, question).map(({ pageviews, time_on_page_seconds, ...row }) => row);
	if (parameter === "entry_page") return shares(edgePages(visits, "entry"));
	if (parameter === "exit_page") return shares(edgePages(visits, "exit"));
	const groups = grouped(visits, (visit) => sessionValue(visit, parameter));
	const direct = parameter === "channel" ? "Direct" : parameter === "referrer" ? "" : undefined;
	if (direct !== undefined && !groups.some(([value]) => value === direct))
		groups.push([direct, []]);
	return shares(
		groups
			.filter(([value]) => value !== "" || value === direct)
			.map(([value, here]) => ({
				value,
				count: here.length,
				pageviews: here.length,
				bounce_rate: percent(here.filter(isBounce).length, here.length),
			})),
	);
};
