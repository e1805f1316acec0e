import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	runs,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { listedEvents } from "@footfall/testing/model/expected";
import { pageOfEvents, polledEvents } from "@footfall/testing/model/pages-of-events";
import type { RandomSite } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const MINUTE_MS = 60_000;

interface Page {
	data: { timestamp: string; pathname: string }[];
	cursor: { hasMore: boolean; oldestTimestamp: string | null };
}

let store: EventStore;
let ask: (site: number, parameters: Record<string, string>) => Promise<Page>;

beforeAll(async () => {
	store = await openTestStore();
	const asked = createReportRunner({ store, now: () => NOW, findSegment });
	ask = async (site, parameters) => (await asked(site, "/events", parameters)) as Page;
});
afterAll(() => store.close());

/** Everything that a client sees that scrolls back from the newest event. */
const scrolled = async (site: number, page_size: string, parameters = {}): Promise<string[]> => {
	const seen: string[] = [];
	for (let before_timestamp = ""; ; ) {
		const { data, cursor } = await ask(site, { ...parameters, page_size, before_timestamp });
		seen.push(...data.map(({ pathname }) => pathname));
		if (!cursor.hasMore) return seen;
		before_timestamp = cursor.oldestTimestamp ?? "";
	}
};

/** What a client sees that polls until there is nothing new, and the newest timestamp that it keeps. */
const polled = async (site: number, since: string): Promise<{ seen: string[]; since: string }> => {
	const seen: string[] = [];
	for (let since_timestamp = since; ; ) {
		const { data } = await ask(site, { since_timestamp });
		if (data.length === 0) return { seen, since: since_timestamp };
		expect(data.length).toBeLessThanOrEqual(500);
		seen.push(...data.map(({ pathname }) => pathname).reverse());
		since_timestamp = data[0]?.timestamp ?? "";
	}
};

let nextSite = 1000;

/** A site with this many events in each of some milliseconds, a minute apart; an event's path is its number. */
const siteOf = async (sizes: readonly number[], rows = "1") => {
	const site = nextSite++;
	await addTo(site, sizes, rows);
	return site;
};
const addTo = (site: number, sizes: readonly number[], rows: string) =>
	store.command(`
		INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, pathname, event_id, source_offset)
		SELECT ${site}, fromUnixTimestamp64Milli(toInt64(${NOW - 600 * MINUTE_MS} + place * ${MINUTE_MS}), 'UTC'), now(), 'pageview',
			number % 9, number % 5, toString(number), toString(number), number
		FROM (SELECT arrayJoin(arrayEnumerate([${sizes}])) AS place, [${sizes}][place] AS events,
			arrayJoin(range(events)) AS nth, arraySum(arraySlice([${sizes}], 1, place - 1)) + nth AS number)
		WHERE ${rows}`);
const numbersOf = (sizes: readonly number[]) =>
	Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, number) => String(number));

/** The same with fewer instants, so that many events share one. */
const crowded = (world: RandomSite, stepMs: number): RandomSite => ({
	...world,
	events: world.events.map((event) => ({ ...event, at: event.at - (event.at % stepMs) })),
});

describe("events page by page", () => {
	it(
		"match the reference computed by hand, whatever the filters and the range",
		() =>
			createReportComparison(store)(
				fc.record({
					stepMs: fc.constantFrom(1, 10 * MINUTE_MS, 24 * 60 * MINUTE_MS),
					size: fc.integer({ min: 1, max: 12 }),
				}),
				async ({ site, events, parameters, question, more: { size } }) => {
					const all = listedEvents(events, question);
					const page_size = String(size);
					let before: string | undefined;
					do {
						const expected = pageOfEvents(all, before, size);
						const before_timestamp = before ?? "";
						const answer = await ask(site, { ...parameters, page_size, before_timestamp });
						expect(answer).toEqual(expected);
						before = expected.cursor.hasMore ? answer.data.at(-1)?.timestamp : undefined;
					} while (before !== undefined);
					const everything = listedEvents(events, { ...question, isInRange: () => true });
					const since_timestamp = everything[Math.floor(everything.length / 2)]?.timestamp;
					if (since_timestamp === undefined) return;
					const answer = await ask(site, { ...parameters, since_timestamp });
					expect(answer).toEqual({ data: polledEvents(everything, since_timestamp) });
				},
				(world, { stepMs }) => crowded(world, stepMs),
			),
		WITHIN_MS,
	);

	it(
		"show each event once to a client that scrolls back",
		() =>
			fc.assert(
				fc.asyncProperty(
					fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
					fc.integer({ min: 1, max: 60 }),
					async (sizes, pageSize) => {
						const site = await siteOf(sizes);
						const seen = await scrolled(site, String(pageSize));
						expect(seen).toEqual(numbersOf(sizes).reverse());
					},
				),
				runs(),
			),
		WITHIN_MS,
	);

	it("announce more only if there are more", async () => {
		const site = await siteOf([3, 3]);
		const cursorOf = async (page_size: string) => {
			const { data, cursor } = await ask(site, { page_size });
			return [data.length, cursor.hasMore];
		};
		expect(await cursorOf("2")).toEqual([3, true]);
		expect(await cursorOf("5")).toEqual([3, true]);
		expect(await cursorOf("6")).toEqual([6, false]);
		expect(await ask(nextSite++, {})).toEqual({
			data: [],
			cursor: { hasMore: false, oldestTimestamp: null },
		});
	});

	it("hold at most ten thousand events of one millisecond", async () => {
		const site = await siteOf([2, 10_001]);
		const first = await ask(site, { page_size: "1" });
		expect([first.data.length, first.data[0]?.pathname, first.cursor.hasMore]).toEqual([
			10_000,
			"10002",
			true,
		]);
		const before_timestamp = first.cursor.oldestTimestamp ?? "";
		const last = await ask(site, { before_timestamp });
		expect(last.data.map(({ pathname }) => pathname)).toEqual(["1", "0"]);
	});
});

describe("a poll for newer events", () => {
	const EPOCH = "1970-01-01T00:00:00Z";

	it(
		"returns each event once, even when more arrive than fit in one answer",
		() =>
			fc.assert(
				fc.asyncProperty(
					fc.array(
						fc.oneof(
							fc.integer({ min: 1, max: 3 }),
							fc.integer({ min: 1, max: 300 }),
							fc.constantFrom(499, 500),
						),
						{ minLength: 1, maxLength: 10 },
					),
					fc.nat(10),
					async (sizes, already) => {
						const site = await siteOf(sizes, `place <= ${already}`);
						const first = await polled(site, EPOCH);
						await addTo(site, sizes, `place > ${already}`);
						const second = await polled(site, first.since);
						expect([...first.seen, ...second.seen]).toEqual(numbersOf(sizes));
					},
				),
				runs(),
			),
		WITHIN_MS,
	);

	it("returns the first 500 events of a fuller millisecond, then continues after it", async () => {
		const site = await siteOf([1, 501, 1]);
		const { seen } = await polled(site, EPOCH);
		expect(seen).toEqual(numbersOf([1, 501, 1]).filter((number) => number !== "501"));
	});
});
