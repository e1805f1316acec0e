import { type EventStore, rollUpDays } from "@footfall/store";
import {
	createSettler,
	findSegment,
	runs,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/expected";
import {
	EVENT_COLUMNS,
	randomSites,
	rowOf,
	type SiteEvent,
} from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { type ReferenceFilter, wallClock } from "@footfall/testing/model/semantics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2027-06-01T12:00:00Z");

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let settle: ReturnType<typeof createSettler>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW, findSegment });
	settle = createSettler(store, insertRolledUp);
});
afterAll(async () => {
	await store.close();
});

const filter = (
	parameter: string,
	types: readonly string[],
	values: readonly (string | number)[],
): fc.Arbitrary<ReferenceFilter> =>
	fc.record({
		parameter: fc.constant(parameter),
		type: fc.constantFrom(...types),
		value: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
	});

const NAMED = ["equals", "equals", "not_equals"];
const TEXTUAL = [...NAMED, "contains", "not_contains", "starts_with"];
const ofSessions = fc.oneof(
	filter("channel", NAMED, ["Direct", "Referral", "Organic Search"]),
	filter("entry_page", TEXTUAL, ["/", "/a", ""]),
	filter("exit_page", TEXTUAL, ["/", "/a", ""]),
	filter("session_duration", ["greater_than", "less_than_or_equal"], [0, 600]),
	filter("event_name", [...TEXTUAL, "is_null", "is_not_null"], ["buy", "signup", "s", ""]),
);
const ofAllEvents = fc.oneof(
	filter("country", TEXTUAL, ["US", "DE", ""]),
	filter("city", NAMED, ["US-CA-San Francisco", ""]),
	filter("lat", ["greater_than", "not_equals", "is_null"], [40, 52.52]),
	filter("browser", NAMED, ["Chrome", "Firefox"]),
	filter("hostname", NAMED, ["example.com", "shop.example.com"]),
);
const ofEachEvent = fc.oneof(
	filter("pathname", TEXTUAL, ["/", "/a", "/a/b", ""]),
	filter("page_title", TEXTUAL, ["Home", "It's", ""]),
);
const notTold = fc.oneof(
	filter("utm_source", NAMED, ["news", "News", ""]),
	filter("referrer", NAMED, ["google.com", ""]),
	filter("prop:plan", NAMED, ["pro", ""]),
);
const someFilters = fc.oneof(
	fc.tuple(ofEachEvent),
	fc.tuple(ofAllEvents),
	fc.tuple(ofSessions),
	fc.tuple(notTold),
	fc.tuple(ofEachEvent, fc.oneof(ofEachEvent, ofAllEvents, ofSessions)),
	fc.tuple(ofSessions, fc.oneof(ofSessions, ofAllEvents, notTold)),
	fc.tuple(ofAllEvents, ofAllEvents, ofSessions),
);

const questions = fc.record({
	filters: someFilters,
	isOpen: fc.boolean(),
	days: fc.record({
		before: fc.integer({ min: 1, max: 3 }),
		after: fc.integer({ min: 1, max: 3 }),
	}),
	timeZone: fc.constantFrom("UTC", "Asia/Kathmandu", "America/St_Johns"),
	bucket: fc.constantFrom("hour", "day", "week"),
	breakdown: fc.constantFrom(
		"pathname",
		"page_title",
		"entry_page",
		"exit_page",
		"channel",
		"referrer",
		"country",
		"region",
		"city",
		"browser_version",
		"operating_system_version",
		"language",
		"dimensions",
		"hostname",
		"utm_source",
		"utm_campaign",
		"timezone",
		"asn_org",
		"app_version",
		"tag",
		"lat",
	),
});
type Asked = typeof questions extends fc.Arbitrary<infer Value> ? Value : never;

const ELSEWHERE = { country: "DE", region: "DE-BE", city: "", lat: 52.52, lon: 13.405 };

/** Attributes of links on all events of most sessions, so that rows can answer queries about them. */
const LINKS: Record<string, string>[] = [{}, { utm_source: "news", utm_campaign: "Spring" }];

/** One session in seven switches place and host with every other event; the others stay the same. */
const moved = (event: SiteEvent, restless: number): SiteEvent => {
	if (event.session % 7 !== restless)
		return {
			...event,
			hostname: "example.com",
			urlParameters: LINKS[event.session % 2] ?? {},
		};
	return event.offset % 2 === 0 ? { ...event, ...ELSEWHERE, hostname: "shop.example.com" } : event;
};

const rangeOf = ({ isOpen, days, timeZone }: Asked, moment: number) => {
	if (isOpen) return { parameters: {}, isInRange: () => true };
	const dayOf = (at: number) => wallClock(at, timeZone).slice(0, 10);
	const first = dayOf(moment - days.before * DAY_MS);
	const last = dayOf(moment + days.after * DAY_MS);
	return {
		parameters: { start_date: first, end_date: last },
		isInRange: (at: number) => dayOf(at) >= first && dayOf(at) <= last,
	};
};

/** All days are rolled up, or all but the last. */
const insertRolledUp = async (store: EventStore, events: readonly SiteEvent[]) => {
	await store.insert("events", EVENT_COLUMNS, events.map(rowOf));
	const latest = Math.max(...events.map(({ at }) => at));
	const isWhole = (events[0]?.site ?? 0) % 4 === 1;
	await rollUpDays(store, { now: latest + (isWhole ? 2 * DAY_MS : 0), leastEvents: 1 });
};

/** The non-empty buckets of a series. */
const withoutGaps = (answer: unknown) =>
	(answer as { data: { sessions: number; users: number }[] }).data.filter(
		({ sessions, users }) => sessions + users > 0,
	);

const checkOne = async (
	{ site, events, moment }: { site: number; events: SiteEvent[]; moment: number },
	asked: Asked,
) => {
	const { timeZone, bucket, filters, breakdown } = asked;
	const range = rangeOf(asked, moment);
	const question = { isInRange: range.isInRange, timeZone, filters };
	const parameters = {
		...range.parameters,
		time_zone: timeZone,
		filters: JSON.stringify(filters),
	};
	expect(await ask(site, "/overview", parameters)).toEqual({
		data: reference.overview(events, question),
	});
	const series = await ask(site, "/overview/time-series", { ...parameters, bucket });
	expect(withoutGaps(series)).toEqual(reference.overviewSeries(events, question, bucket, []));
	const rows = reference.metric(events, question, breakdown);
	expect([breakdown, await ask(site, "/metric", { ...parameters, parameter: breakdown })]).toEqual([
		breakdown,
		{ data: { data: rows, totalCount: rows.length } },
	]);
};

describe("a report of rolled-up days under filters matches the same answer computed by hand", () => {
	it(
		"matches it for the overview, over time, and for a breakdown",
		() =>
			fc.assert(
				fc.asyncProperty(
					randomSites,
					fc.array(questions, { minLength: 3, maxLength: 3 }),
					fc.integer({ min: 0, max: 9 }),
					async ({ moment, events }, asked, restless) => {
						const settled = await settle({
							moment,
							events: events.map((event) => moved(event, restless)),
						});
						await Promise.all(asked.map((one) => checkOne({ ...settled, moment }, one)));
					},
				),
				runs(),
			),
		2 * WITHIN_MS,
	);
});
