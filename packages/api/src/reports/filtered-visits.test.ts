import type { EventStore } from "@footfall/store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answering } from "./reference/answering.ts";
import * as reference from "./reference/answers.ts";
import { checker, findSegment, insertSealed, WITHIN_MS } from "./reference/checking.ts";
import { openTestStore } from "./reference/event-store.ts";
import { type ReferenceFilter, wallClock } from "./reference/meaning.ts";
import type { WorldEvent } from "./reference/world.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2027-06-01T12:00:00Z");

let store: EventStore;
let ask: ReturnType<typeof answering>;
let check: ReturnType<typeof checker>;
beforeAll(async () => {
	store = await openTestStore();
	ask = answering({ store, now: () => NOW, findSegment });
	check = checker(store, NOW, insertSealed);
}, 60_000);
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
/** What visits tell of sessions, of all events alike, of each event, and what they do not tell. */
const filters = fc.oneof(
	filter("channel", NAMED, ["Direct", "Referral", "Organic Search"]),
	filter("entry_page", TEXTUAL, ["/", "/a", ""]),
	filter("exit_page", TEXTUAL, ["/", "/a", ""]),
	filter("session_duration", ["greater_than", "less_than_or_equal"], [0, 600]),
	filter("event_name", [...TEXTUAL, "is_null", "is_not_null"], ["buy", "signup", "s", ""]),
	filter("country", TEXTUAL, ["US", "DE", ""]),
	filter("city", NAMED, ["US-CA-San Francisco", ""]),
	filter("lat", ["greater_than", "not_equals", "is_null"], [40, 52.52]),
	filter("browser", NAMED, ["Chrome", "Firefox"]),
	filter("hostname", NAMED, ["example.com", "shop.example.com"]),
	filter("pathname", TEXTUAL, ["/", "/a", "/a/b", ""]),
	filter("page_title", TEXTUAL, ["Home", "It's", ""]),
	filter("utm_source", NAMED, ["news", "News", ""]),
	filter("referrer", NAMED, ["google.com", ""]),
	filter("prop:plan", NAMED, ["pro", ""]),
);

const chosen = fc.record({
	filters: fc.array(filters, { minLength: 1, maxLength: 2 }),
	isOpen: fc.boolean(),
	days: fc.record({
		before: fc.integer({ min: 0, max: 2 }),
		after: fc.integer({ min: 0, max: 2 }),
	}),
	breakdowns: fc.shuffledSubarray(
		["pathname", "page_title", "entry_page", "exit_page", "channel", "country", "browser_version"],
		{ minLength: 2, maxLength: 2 },
	),
	/** Of sessions that differ by 7 in number one goes to another place and host with every other event. */
	restless: fc.integer({ min: 0, max: 9 }),
});
type Chosen = typeof chosen extends fc.Arbitrary<infer Value> ? Value : never;

const ELSEWHERE = { country: "DE", region: "DE-BE", city: "", lat: 52.52, lon: 13.405 };

const moved = (event: WorldEvent, { restless }: Chosen): WorldEvent => {
	const isRestless = event.session % 7 === restless;
	if (!isRestless) return { ...event, hostname: "example.com" };
	return event.offset % 2 === 0 ? { ...event, ...ELSEWHERE, hostname: "shop.example.com" } : event;
};

const rangeOf = ({ isOpen, days }: Chosen, moment: number, timeZone: string) => {
	if (isOpen) return { parameters: {}, isInRange: () => true };
	const dayOf = (at: number) => wallClock(at, timeZone).slice(0, 10);
	const first = dayOf(moment - (1 + days.before) * DAY_MS);
	const last = dayOf(moment + (1 + days.after) * DAY_MS);
	return {
		parameters: { start_date: first, end_date: last },
		isInRange: (at: number) => dayOf(at) >= first && dayOf(at) <= last,
	};
};

/** The buckets of a series in which anything happened. */
const withoutGaps = (answer: unknown) =>
	(answer as { data: { sessions: number; users: number }[] }).data.filter(
		({ sessions, users }) => sessions + users > 0,
	);

describe("a report of sealed days under filters agrees with the same answer worked out by hand", () => {
	it(
		"overview, over time and breakdowns",
		() =>
			check(
				chosen,
				async ({
					site,
					events,
					question: { timeZone, filters: more },
					bucket,
					moment,
					more: one,
				}) => {
					const range = rangeOf(one, moment, timeZone);
					const filters = [...one.filters, ...more];
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
					expect(withoutGaps(series)).toEqual(
						reference.overviewSeries(events, question, bucket, []),
					);
					for (const parameter of one.breakdowns) {
						const rows = reference.metric(events, question, parameter);
						expect([parameter, await ask(site, "/metric", { ...parameters, parameter })]).toEqual([
							parameter,
							{ data: { data: rows, totalCount: rows.length } },
						]);
					}
					const titles = reference.pageTitles(events, question);
					expect(await ask(site, "/page-titles", parameters)).toMatchObject({ data: titles });
				},
				(world, more) => ({ ...world, events: world.events.map((event) => moved(event, more)) }),
			),
		WITHIN_MS,
	);
});
