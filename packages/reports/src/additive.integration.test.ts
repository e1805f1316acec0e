import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const HOUR_MS = 3_600_000;
const GOAL = {
	goalId: 1,
	siteId: 1,
	name: null,
	goalType: "path",
	config: { pathPattern: "/a" },
	createdAt: new Date(0),
};

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({
		store,
		now: () => NOW,
		findSegment,
		goals: { ofSite: async () => [GOAL], one: async () => GOAL } as never,
	});
}, 60_000);
afterAll(() => store.close());

type Parameters = Record<string, string>;
interface Figures {
	sessions: number;
	pageviews: number;
	pages_per_session: number;
	bounce_rate: number;
	session_duration: number;
}
/** Figures that add up; means are weighted by their sessions. */
const sumsOf = (figures: Figures) => ({
	sessions: figures.sessions,
	pageviews: figures.pageviews,
	bounces: Math.round((figures.bounce_rate * figures.sessions) / 100),
	pages: Math.round(figures.pages_per_session * figures.sessions),
	seconds: Math.round(figures.session_duration * figures.sessions * 1000) / 1000,
});
type Sums = Record<string, number>;
const added = (parts: readonly Sums[]): Sums => {
	const sums: Sums = {};
	for (const part of parts)
		for (const [name, value] of Object.entries(part))
			sums[name] = Math.round(((sums[name] ?? 0) + value) * 1000) / 1000;
	return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
};

const counted = <Row>(
	rows: readonly Row[],
	nameOf: (row: Row) => string,
	countOf: (row: Row) => number,
) => Object.fromEntries(rows.map((row) => [nameOf(row), countOf(row)]));
type Answer<Row> = { data: { data: Row[] } };

const PAGES = ["pathname", "page_title"];

/** Every additive figure of a range, by name. */
const everything = async (site: number, parameters: Parameters): Promise<Sums> => {
	const overview = (await ask(site, "/overview", parameters)) as { data: Figures };
	const breakdowns = await Promise.all(
		[...["channel", "country", "entry_page", "exit_page", "utm_source"], ...PAGES].map(
			async (parameter) => {
				const { data } = (await ask(site, "/metric", {
					...parameters,
					parameter,
					limit: "1000",
				})) as Answer<{
					value: string;
					count: number;
					pageviews?: number;
				}>;
				const sessions = counted(
					data.data,
					({ value }) => `${parameter} ${value}`,
					({ count }) => count,
				);
				const views = counted(
					data.data,
					({ value }) => `views of ${parameter} ${value}`,
					({ pageviews = 0 }) => pageviews,
				);
				return { ...sessions, ...views };
			},
		),
	);
	const goals = (await ask(site, "/goals", parameters)) as {
		data: { total_conversions: number; total_sessions: number }[];
	};
	const events = (await ask(site, "/events/count", { ...parameters, bucket: "year" })) as {
		data: { event_count: number }[];
	};
	const errors = (await ask(site, "/errors/names", { ...parameters, limit: "1000" })) as {
		data: { value: string; count: number }[];
	};
	return {
		...sumsOf(overview.data),
		...Object.assign({}, ...breakdowns),
		conversions: goals.data[0]?.total_conversions ?? 0,
		"sessions of goals": goals.data[0]?.total_sessions ?? 0,
		events: events.data.reduce((sum, { event_count }) => sum + event_count, 0),
		...counted(
			errors.data,
			({ value }) => `error ${value}`,
			({ count }) => count,
		),
	};
};

const printed = (at: number) => new Date(at).toISOString().slice(0, 19);
const rangeOf = (from: number, to: number) => ({
	start_datetime: printed(from),
	end_datetime: `${printed(to)}Z`,
});

describe.each([
	["read from events", undefined],
	["of which some days are rolled up", insertRolledUp],
] as const)("splitting a range, %s", (_, insert) => {
	it(
		"yields parts that add up to the whole, wherever the range is cut and whatever is filtered",
		() => {
			const check = createReportComparison(store, NOW, insert);
			return check(
				fc.record({
					startHours: fc.integer({ min: -40, max: 10 }),
					/** Lengths of the parts, in seconds: arbitrary, or up to the start of a bucket. */
					parts: fc.array(
						fc.oneof(
							fc.integer({ min: 1, max: 90_000 }),
							fc.integer({ min: 1, max: 100 }).map((quarters) => quarters * 900),
						),
						{ minLength: 2, maxLength: 4 },
					),
				}),
				async ({ site, parameters, moment, more: { startHours, parts } }) => {
					const { filters = "[]", segment_id = "", time_zone = "UTC" } = parameters;
					const asked = { filters, segment_id, time_zone };
					const cuts = [moment + startHours * HOUR_MS];
					for (const seconds of parts) cuts.push((cuts.at(-1) ?? 0) + seconds * 1000);
					const [first = 0, last = 0] = [cuts[0], cuts.at(-1)];
					const whole = await everything(site, { ...asked, ...rangeOf(first, last) });
					// One after the other: a report that waits for ten seconds is rejected.
					const ofParts: Sums[] = [];
					for (const [index, to] of cuts.slice(1).entries())
						ofParts.push(await everything(site, { ...asked, ...rangeOf(cuts[index] ?? 0, to) }));
					expect(added(ofParts)).toEqual(added([whole]));
				},
			);
		},
		3 * WITHIN_MS,
	);

	it(
		"yields buckets of any size that add up to the whole",
		() => {
			const check = createReportComparison(store, NOW, insert);
			return check(fc.constant(undefined), async ({ site, parameters, bucket }) => {
				const { data } = (await ask(site, "/overview", parameters)) as { data: Figures };
				const series = (await ask(site, "/overview/time-series", { ...parameters, bucket })) as {
					data: Figures[];
				};
				expect(added(series.data.map(sumsOf))).toEqual(added([sumsOf(data)]));
			});
		},
		3 * WITHIN_MS,
	);
});
