import type { EventStore } from "@footfall/store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUCKETS } from "../question/bucket.ts";
import { answering } from "./reference/answering.ts";
import * as reference from "./reference/answers.ts";
import { openTestStore } from "./reference/event-store.ts";
import { bucketStart, type ReferenceFilter, wallClock } from "./reference/meaning.ts";
import {
	EVENT_COLUMNS,
	rowOf,
	TIME_ZONES,
	type World,
	type WorldEvent,
	worlds,
} from "./reference/world.ts";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const HOUR_MS = 3_600_000;
const RUNS = 40;

let store: EventStore;
let ask: ReturnType<typeof answering>;
beforeAll(async () => {
	store = await openTestStore();
	ask = answering({ store, now: () => NOW });
}, 60_000);
afterAll(async () => {
	await store.close();
});

const textFilter = fc.record({
	parameter: fc.constantFrom(
		"browser",
		"browser_version",
		"operating_system_version",
		"city",
		"country",
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
		),
		{ minLength: 1, maxLength: 2 },
	),
});
const nullFilter = fc.record({
	parameter: fc.constantFrom(
		"city",
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

/** A range as the wire says it, and which instants are in it by a reading of its own. */
const range = fc.oneof(
	fc.record({ kind: fc.constant("all" as const) }),
	fc.record({
		kind: fc.constant("times" as const),
		startHours: fc.integer({ min: -30, max: 20 }),
		hours: fc.integer({ min: 1, max: 40 }),
		seconds: fc.constantFrom(0, 0, 1799),
	}),
	fc.record({
		kind: fc.constant("days" as const),
		startDays: fc.integer({ min: -1, max: 1 }),
		days: fc.integer({ min: 0, max: 1 }),
	}),
);
type Range = typeof range extends fc.Arbitrary<infer Value> ? Value : never;

const printDay = (at: number) => new Date(at).toISOString().slice(0, 10);

const spokenRange = (chosen: Range, moment: number, timeZone: string) => {
	const open = { parameters: {}, isInRange: () => true, around: undefined };
	if (chosen.kind === "all") return open;
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

let nextSite = 1;
/** Stores a world under site numbers that no other world has; answers the events of its first site. */
const settle = async ({ events }: World): Promise<{ site: number; events: WorldEvent[] }> => {
	const site = nextSite;
	nextSite += 2;
	const placed = events.map((event) => ({ ...event, site: site + event.site }));
	await store.command("TRUNCATE TABLE events");
	if (placed.length > 0) await store.insert("events", EVENT_COLUMNS, placed.map(rowOf));
	return { site, events: placed.filter((event) => event.site === site) };
};

const asked = fc.record({
	world: worlds,
	timeZone: fc.constantFrom(...TIME_ZONES),
	range,
	filters,
	bucket: fc.constantFrom(...BUCKETS.filter((bucket) => bucket !== "minute")),
});

const check = async (
	property: (given: {
		site: number;
		events: WorldEvent[];
		parameters: Record<string, string>;
		question: reference.ReferenceQuestion;
		bucket: string;
		times: () => string[];
	}) => Promise<void>,
) =>
	fc.assert(
		fc.asyncProperty(asked, async ({ world, timeZone, range, filters, bucket }) => {
			const settled = await settle(world);
			const spoken = spokenRange(range, world.moment, timeZone);
			await property({
				...settled,
				parameters: {
					...spoken.parameters,
					time_zone: timeZone,
					filters: JSON.stringify(filters),
				},
				question: { isInRange: spoken.isInRange, timeZone, filters },
				bucket,
				times: () => bucketsTried(spoken, bucket, timeZone),
			});
		}),
		{ numRuns: RUNS },
	);

describe("a report agrees with the same answer worked out by hand", () => {
	it(
		"overview",
		() =>
			check(async ({ site, events, parameters, question }) => {
				const answer = await ask(site, "/overview", parameters);
				expect(answer).toEqual({ data: reference.overview(events, question) });
			}),
		120_000,
	);

	it(
		"overview over time",
		() =>
			check(async ({ site, events, parameters, question, bucket, times }) => {
				const answer = await ask(site, "/overview/time-series", { ...parameters, bucket });
				expect(answer).toEqual({
					data: reference.overviewSeries(events, question, bucket, times()),
				});
			}),
		120_000,
	);

	it(
		"event counts",
		() =>
			check(async ({ site, events, parameters, question, bucket }) => {
				const answer = await ask(site, "/events/count", { ...parameters, bucket });
				expect(answer).toEqual({ data: reference.eventsCount(events, question, bucket) });
			}),
		120_000,
	);

	it(
		"events, page by page",
		() =>
			check(async ({ site, events, parameters, question }) => {
				const all = reference.listedEvents(events, question);
				const page_size = "3";
				const answer = await ask(site, "/events", { ...parameters, page_size });
				const page = all.slice(0, 3);
				expect(answer).toEqual({
					data: page,
					cursor: { hasMore: page.length === 3, oldestTimestamp: page.at(-1)?.timestamp ?? null },
				});
				const before = page.at(-1)?.timestamp;
				if (before === undefined) return;
				const older = all.filter(({ timestamp }) => timestamp < before).slice(0, 3);
				const next = await ask(site, "/events", {
					...parameters,
					page_size,
					before_timestamp: before,
				});
				expect(next).toMatchObject({ data: older });
			}),
		120_000,
	);

	it.each([
		"channel",
		"referrer",
		"pathname",
		"page_title",
		"entry_page",
		"exit_page",
		"event_name",
	])(
		"breakdown by %s",
		(parameter) =>
			check(async ({ site, events, parameters, question }) => {
				const rows = reference.metric(events, question, parameter);
				const answer = await ask(site, "/metric", { ...parameters, parameter });
				expect(answer).toEqual({ data: { data: rows, totalCount: rows.length } });
			}),
		120_000,
	);

	it(
		"breakdown by any other dimension, a page of it",
		() =>
			fc.assert(
				fc.asyncProperty(
					worlds,
					fc.constantFrom(
						"browser",
						"browser_version",
						"operating_system",
						"operating_system_version",
						"language",
						"country",
						"region",
						"city",
						"device_type",
						"hostname",
						"querystring",
						"utm_source",
						"utm_medium",
						"dimensions",
						"user_id",
						"lat",
						"lon",
						"timezone",
						"tag",
						"asn_org",
						"feature_flag:checkout",
						"url_param:Ref",
						"prop:plan",
					),
					fc.constantFrom(1, 2, 9),
					async (world, parameter, page) => {
						const { site, events } = await settle(world);
						const question = { isInRange: () => true, timeZone: "UTC", filters: [] };
						const rows = reference.metric(events, question, parameter);
						const answer = await ask(site, "/metric", {
							parameter,
							page: String(page),
							limit: "1",
						});
						expect(answer).toEqual({
							data: { data: rows.slice(page - 1, page), totalCount: rows.length },
						});
					},
				),
				{ numRuns: 3 * RUNS },
			),
		120_000,
	);
});
