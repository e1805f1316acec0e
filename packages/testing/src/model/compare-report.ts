import { BUCKETS } from "@footfall/reports/query/bucket";
import type { Filter } from "@footfall/reports/query/filters";
import { type EventStore, rollUpDays } from "@footfall/store";
import fc from "fast-check";
import { SEED } from "../setup/property-seed.ts";
import type { ReferenceQuery } from "./expected.ts";
import {
	EVENT_COLUMNS,
	type RandomSite,
	randomSites,
	rowOf,
	type SiteEvent,
	TIME_ZONES,
} from "./random-site.ts";
import { bucketStart, type ReferenceFilter, wallClock } from "./semantics.ts";
import { sessionize } from "./sessionize.ts";

/** Random queries, and the random sites that answer them. */

const HOUR_MS = 3_600_000;

const numberFrom = (name: string, fallback: number): number => {
	const text = process.env[name];
	if (text === undefined || text === "") return fallback;
	if (!/^\d{1,10}$/.test(text)) throw new TypeError(`${name} must be a whole number`);
	return Number(text);
};

/** Sites per property, and queries per site. `npm run test:worlds` runs many more. */
const WORLDS = numberFrom("FOOTFALL_WORLDS", 6);
const QUESTIONS = 6;
/** A server is reached over a network, and all files share it. */
const PATIENCE = process.env["CLICKHOUSE_URL"] === undefined ? 1 : 5;
/** The time limit of a property; a site and its queries take a tenth of a second or two. */
export const WITHIN_MS = PATIENCE * (60_000 + WORLDS * 3000);

/** How often a property runs, and with which seed; a failure prints it. */
export const runs = () => ({ numRuns: WORLDS, seed: SEED });

const textFilter = fc.record({
	parameter: fc.constantFrom(
		"browser",
		"browser_version",
		"operating_system_version",
		"city",
		"country",
		"region",
		"hostname",
		"language",
		"referrer",
		"pathname",
		"page_title",
		"event_name",
		"channel",
		"entry_page",
		"exit_page",
		"utm_source",
		"dimensions",
		"user_id",
		"timezone",
		"tag",
		"device_model",
		"app_version",
		"feature_flag:checkout",
		"url_param:REF",
		"prop:price",
		"prop:plan",
	),
	type: fc.constantFrom(
		"equals",
		"equals",
		"not_equals",
		"contains",
		"not_contains",
		"icontains",
		"not_icontains",
		"starts_with",
		"ends_with",
	),
	value: fc.array(
		fc.constantFrom<string | number>(
			"/",
			"/a",
			"%_\\",
			"Chrome 120",
			"Windows 10/11",
			"Linux",
			"Firefox",
			"DE-BE",
			"shop.example.com",
			"de",
			"US-CA-San Francisco",
			"google.com",
			"signup",
			"Direct",
			"Referral",
			"",
			"news",
			"1920x1080",
			"0000000000000001",
			"anna",
			"b",
			"A",
			"It's",
			"10",
			10,
			"pro",
			"true",
			"Pixel 9",
			"2.1.0",
		),
		{ minLength: 1, maxLength: 2 },
	),
});
const nullFilter = fc.record({
	parameter: fc.constantFrom(
		"city",
		"app_version",
		"referrer",
		"event_name",
		"channel",
		"utm_source",
		"lat",
		"user_id",
		"prop:plan",
		"entry_page",
	),
	type: fc.constantFrom("is_null", "is_not_null"),
	value: fc.constant<(string | number)[]>([]),
});
const regexFilter = fc.record({
	parameter: fc.constantFrom("pathname", "exit_page", "event_name", "page_title", "channel"),
	type: fc.constantFrom("regex", "not_regex"),
	value: fc
		.constantFrom("^/a", "/$", "^/.$", "[^a-z/]", "\\w{2,}", "^$", "'s$", "(Dir|Ref)", "s(?:ig)?n")
		.map((pattern) => [pattern]),
});
const numberFilter = fc.oneof(
	fc.record({
		parameter: fc.constantFrom("session_duration", "lat", "prop:price"),
		type: fc.constantFrom(
			"greater_than",
			"less_than",
			"greater_than_or_equal",
			"less_than_or_equal",
			"equals",
			"not_equals",
		),
		value: fc
			.constantFrom<string | number>(0, "10", 10.5, 600, "37.7745", 52.52)
			.map((one): (string | number)[] => [one]),
	}),
);
const filter: fc.Arbitrary<ReferenceFilter> = fc.oneof(
	{ weight: 4, arbitrary: textFilter },
	{ weight: 1, arbitrary: nullFilter },
	{ weight: 1, arbitrary: regexFilter },
	{ weight: 1, arbitrary: numberFilter },
);
const filters = fc.oneof(fc.constant<ReferenceFilter[]>([]), fc.array(filter, { maxLength: 2 }));

/** A range in the API's parameters, and the instants in it by a separate interpretation. */
const range = fc.oneof(
	fc.record({ kind: fc.constant("all" as const) }),
	fc.record({
		kind: fc.constant("times" as const),
		startHours: fc.integer({ min: -30, max: 20 }),
		hours: fc.integer({ min: 1, max: 40 }),
		seconds: fc.constantFrom(0, 0, 1799),
	}),
	fc.record({
		kind: fc.constant("minutes" as const),
		startHours: fc.integer({ min: -30, max: 20 }),
		hours: fc.integer({ min: 1, max: 40 }),
	}),
	fc.record({
		kind: fc.constant("days" as const),
		startDays: fc.integer({ min: -1, max: 1 }),
		days: fc.integer({ min: 0, max: 1 }),
	}),
);
type Range = typeof range extends fc.Arbitrary<infer Value> ? Value : never;

const printDay = (at: number) => new Date(at).toISOString().slice(0, 10);

const spokenRange = (chosen: Range, moment: number, timeZone: string, now: number) => {
	const open = { parameters: {}, isInRange: () => true, around: undefined };
	if (chosen.kind === "all") return open;
	if (chosen.kind === "minutes") {
		const from = moment + chosen.startHours * HOUR_MS;
		const to = from + chosen.hours * HOUR_MS;
		const minutes = (at: number) => String((now - at) / 60_000);
		return {
			parameters: { past_minutes_start: minutes(from), past_minutes_end: minutes(to) },
			isInRange: (at: number) => at > from && at <= to,
			around: [from + 1, to + 1] as const,
		};
	}
	if (chosen.kind === "times") {
		const from = moment + chosen.startHours * HOUR_MS + chosen.seconds * 1000;
		const to = from + chosen.hours * HOUR_MS;
		const print = (at: number) => new Date(at).toISOString().slice(0, 19);
		return {
			parameters: { start_datetime: print(from), end_datetime: `${print(to)}Z` },
			isInRange: (at: number) => at >= from && at < to,
			around: [from, to] as const,
		};
	}
	const first = printDay(moment + chosen.startDays * 24 * HOUR_MS);
	const last = printDay(moment + (chosen.startDays + chosen.days) * 24 * HOUR_MS);
	return {
		parameters: { start_date: first, end_date: last },
		isInRange: (at: number) => {
			const day = wallClock(at, timeZone).slice(0, 10);
			return day >= first && day <= last;
		},
		around: [moment - 96 * HOUR_MS, moment + 120 * HOUR_MS] as const,
	};
};

/** Every bucket of a bounded range, found by trying the instants one after the other. */
const bucketsTried = (
	{ isInRange, around }: ReturnType<typeof spokenRange>,
	bucket: string,
	timeZone: string,
): string[] => {
	if (!around) return [];
	const stepMs = 5 * 60_000;
	const found = new Set<string>();
	for (let at = around[0]; at < around[1]; at += stepMs)
		if (isInRange(at)) found.add(bucketStart(at, bucket, timeZone));
	if (isInRange(around[1] - 1)) found.add(bucketStart(around[1] - 1, bucket, timeZone));
	return [...found];
};

/** Emptied now and then: a table of many small parts would be slow. */
const WORLDS_AT_ONCE = 20;

/** Stores events of sites that have no stored events yet. */
type Storing = (store: EventStore, events: readonly SiteEvent[]) => Promise<void>;

const insertAll: Storing = (store, events) =>
	store.insert("events", EVENT_COLUMNS, events.map(rowOf));

const DAY_MS = 24 * HOUR_MS;
/** How much of a world is rolled up before it is queried; the rest is read from its events. */
const ROLLED_UP = ["everything", "what did not come late", "the days before its end"] as const;

/** Some days are rolled up, and others are not, or are no longer. */
export const insertRolledUp: Storing = async (store, events) => {
	const rollUp = (now: number) => rollUpDays(store, { now, leastEvents: 1 });
	const times = events.map(({ at }) => at);
	const [earliest, latest] = [Math.min(...times), Math.max(...times)];
	const rolledUp = ROLLED_UP[Math.floor((events[0]?.site ?? 0) / 2) % ROLLED_UP.length];
	// When most of it is not rolled up, roll-ups are not read.
	const late = (earliest + 3 * latest) / 4;
	if (rolledUp === "what did not come late") {
		const cameLate = ({ at }: SiteEvent, index: number) => at > late && index % 4 === 0;
		await insertAll(
			store,
			events.filter((event, index) => !cameLate(event, index)),
		);
		await rollUp(latest + 2 * DAY_MS);
		await insertAll(store, events.filter(cameLate));
		return;
	}
	await insertAll(store, events);
	await rollUp(rolledUp === "everything" ? latest + 2 * DAY_MS : Math.floor(late));
};

/** Stores a world by sessions, under site numbers that no other world has; returns the events of its first site. */
export const createSettler = (store: EventStore, insert = insertAll) => {
	let nextSite = 1;
	return async ({ events }: RandomSite): Promise<{ site: number; events: SiteEvent[] }> => {
		const site = nextSite;
		nextSite += 2;
		const placed = sessionize(events.map((event) => ({ ...event, site: site + event.site })));
		if (site % (2 * WORLDS_AT_ONCE) === 1) await store.command("TRUNCATE TABLE events");
		if (placed.length > 0) await insert(store, placed);
		return { site, events: placed.filter((event) => event.site === site) };
	};
};

const asked = fc.record({
	timeZone: fc.constantFrom(...TIME_ZONES),
	range,
	filters,
	/** Whether the first filter comes from a saved segment. */
	isSaved: fc.boolean(),
	bucket: fc.constantFrom(...BUCKETS.filter((bucket) => bucket !== "minute")),
});

/** A world, a query on it, and the same query in the API's parameters. */
export interface Given<More> {
	site: number;
	events: SiteEvent[];
	parameters: Record<string, string>;
	question: ReferenceQuery;
	bucket: string;
	/** Every bucket that the range touches, or none for an open one. */
	times: () => string[];
	/** The moment around which the world happens, ms since the epoch. */
	moment: number;
	more: More;
}

/** Segments that queries use; ids are assigned when they are saved. */
const createSegments = () => {
	const saved: ReferenceFilter[][] = [];
	return {
		save: (filters: ReferenceFilter[]): string => String(saved.push(filters)),
		find: async (id: number) => saved[id - 1] as Filter[] | undefined,
	};
};

/** The segments of every check in this process. */
const segments = createSegments();
export const findSegment = segments.find;

/** Filters as parameters: all of them directly, or the first one through a segment. */
const spokenFilters = (filters: ReferenceFilter[], isSaved: boolean): Record<string, string> =>
	isSaved && filters.length > 0
		? {
				segment_id: segments.save(filters.slice(0, 1)),
				filters: JSON.stringify(filters.slice(1)),
			}
		: { filters: JSON.stringify(filters) };

/**
 * Checks a property of many worlds, each with several concurrent queries.
 * @param now the current time of the reports, ms since the epoch
 * @param insert how a world is stored
 */
export const createReportComparison = (
	store: EventStore,
	now = Date.parse("2027-06-01T12:00:00Z"),
	insert = insertAll,
) => {
	const settle = createSettler(store, insert);
	/** @param change derives another world from the random one, such as one with other types of events */
	return <More>(
		more: fc.Arbitrary<More>,
		property: (given: Given<More>) => Promise<void>,
		change: (world: RandomSite, more: More) => RandomSite = (world) => world,
	) =>
		fc.assert(
			fc.asyncProperty(
				randomSites,
				fc.array(asked, { minLength: 1, maxLength: QUESTIONS, size: "max" }),
				more,
				async (world, questions, chosen) => {
					const settled = await settle(change(world, chosen));
					await Promise.all(
						questions.map(({ timeZone, range, filters, isSaved, bucket }) => {
							const spoken = spokenRange(range, world.moment, timeZone, now);
							return property({
								...settled,
								parameters: {
									...spoken.parameters,
									time_zone: timeZone,
									...spokenFilters(filters, isSaved),
								},
								question: { isInRange: spoken.isInRange, timeZone, filters },
								bucket,
								times: () => bucketsTried(spoken, bucket, timeZone),
								moment: world.moment,
								more: chosen,
							});
						}),
					);
				},
			),
			runs(),
		);
};
