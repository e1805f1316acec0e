import type { EventStore } from "@footfall/store";
import fc from "fast-check";
import { BUCKETS } from "../../question/bucket.ts";
import type { ReferenceQuestion } from "./answers.ts";
import { bucketStart, type ReferenceFilter, wallClock } from "./meaning.ts";
import { EVENT_COLUMNS, rowOf, TIME_ZONES, type World, type WorldEvent, worlds } from "./world.ts";

/** Questions made at random, and the worlds that they are asked about. */

const HOUR_MS = 3_600_000;
export const RUNS = 40;

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

/** Stores a world under site numbers that no other world has; answers the events of its first site. */
export const settler = (store: EventStore) => {
	let nextSite = 1;
	return async ({ events }: World): Promise<{ site: number; events: WorldEvent[] }> => {
		const site = nextSite;
		nextSite += 2;
		const placed = events.map((event) => ({ ...event, site: site + event.site }));
		await store.command("TRUNCATE TABLE events");
		if (placed.length > 0) await store.insert("events", EVENT_COLUMNS, placed.map(rowOf));
		return { site, events: placed.filter((event) => event.site === site) };
	};
};

const asked = fc.record({
	world: worlds,
	timeZone: fc.constantFrom(...TIME_ZONES),
	range,
	filters,
	bucket: fc.constantFrom(...BUCKETS.filter((bucket) => bucket !== "minute")),
});

/** A world, a question about it, and the same question in the words of the wire. */
export interface Given<More> {
	site: number;
	events: WorldEvent[];
	parameters: Record<string, string>;
	question: ReferenceQuestion;
	bucket: string;
	/** Every bucket that the range touches, or none for an open one. */
	times: () => string[];
	/** The moment that the world is around, ms since the epoch. */
	moment: number;
	more: More;
}

/**
 * Checks a property of many worlds and questions.
 * @param change makes another world of the one at random, such as one with other types of events
 */
export const checker = (store: EventStore) => {
	const settle = settler(store);
	return <More>(
		more: fc.Arbitrary<More>,
		property: (given: Given<More>) => Promise<void>,
		change: (world: World, more: More) => World = (world) => world,
	) =>
		fc.assert(
			fc.asyncProperty(asked, more, async ({ world, timeZone, range, filters, bucket }, chosen) => {
				const settled = await settle(change(world, chosen));
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
					moment: world.moment,
					more: chosen,
				});
			}),
			{ numRuns: RUNS },
		);
};
