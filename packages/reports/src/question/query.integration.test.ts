import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	type Given,
	insertRolledUp,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { countedSessions } from "@footfall/testing/model/expected";
import type { SiteEvent } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { actsOf, personOf, sessionsOf } from "@footfall/testing/model/semantics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Goal } from "../definitions/goal.ts";
import type { Filter } from "../query/filters.ts";
import { OPERATORS } from "./question.ts";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const GOAL: Goal = {
	goalId: 1,
	siteId: 1,
	name: null,
	goalType: "event",
	config: { eventName: "buy" },
	createdAt: new Date(0),
};

interface Answer {
	rows: { dimensions: string[]; metrics: (number | null)[]; previous?: (number | null)[] }[];
	totals?: { metrics: (number | null)[] };
	total_rows?: number;
}
interface Figures {
	data: Record<string, number>;
}
interface Breakdown {
	data: { data: (Record<string, number> & { value: string })[] };
}

let store: EventStore;
let run: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	const goals = { ofSite: async () => [GOAL], one: async () => GOAL };
	run = createReportRunner({ store, now: () => NOW, findSegment, goals });
});
afterAll(async () => {
	await store.close();
});

const query = (site: number, parameters: Record<string, string>, body: object) =>
	run(site, "/query", parameters, {}, body) as Promise<Answer>;

const SESSION_DIMENSIONS = [
	...["browser", "browser_version", "country", "city", "device_type", "channel", "referrer"],
	...["utm_source", "entry_page", "exit_page", "hostname", "tag", "prop:plan", "user_id"],
	...["querystring", "dimensions", "lat", "url_param:ref", "feature_flag:checkout"],
];

/** About sessions and about single acts, some of them negative. */
const CONDITIONS = [
	["is", "country", ["DE", "US"]],
	["is_not", "browser", ["Chrome"]],
	["is", "pathname", ["/a"]],
	["is_not", "pathname", ["/"]],
	["starts_with", "pathname", ["/"]],
	["not", ["starts_with", "page_title", ["A"]]],
	["is_set", "prop:plan"],
	["is", "event_name", ["signup"]],
	["gt", "session_duration", [60]],
	["is", "channel", ["direct"], { ignore_case: true }],
];

const byOrder = (one: SiteEvent, other: SiteEvent) =>
	one.at - other.at || one.offset - other.offset;

/** Rows of a breakdown without the one of those that have no value. */
const named = ({ rows }: Answer) => rows.filter(({ dimensions }) => dimensions[0] !== "");
const byValue = <Row>(rows: readonly (readonly [string, Row])[]) =>
	Object.fromEntries([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));

describe.each([
	["events", undefined],
	["rolled-up days", insertRolledUp],
])("a question answered from %s has the same figure as the report", (_, insert) => {
	let check: (property: (given: Given<string>) => Promise<void>) => Promise<void>;
	beforeAll(() => {
		const checkWith = createReportComparison(store, NOW, insert);
		check = (property) => checkWith(fc.constantFrom(...SESSION_DIMENSIONS), property);
	});

	it(
		"the six figures of the overview",
		() =>
			check(async ({ site, parameters }) => {
				const { data } = (await run(site, "/overview", parameters)) as Figures;
				const metrics = Object.keys(data);
				const answer = await query(site, parameters, { metrics });
				expect(answer.rows).toEqual([{ dimensions: [], metrics: Object.values(data) }]);
			}),
		WITHIN_MS,
	);

	it(
		"the overview over time",
		() =>
			check(async ({ site, parameters, bucket }) => {
				const { data } = (await run(site, "/overview/time-series", { ...parameters, bucket })) as {
					data: Record<string, number | string>[];
				};
				const metrics = ["sessions", "pageviews", "users", "bounce_rate", "session_duration"];
				const answer = await query(site, parameters, { metrics, dimensions: [`time:${bucket}`] });
				expect(answer.rows).toEqual(
					data.map((point) => ({
						dimensions: [point["time"]],
						metrics: metrics.map((metric) => point[metric]),
					})),
				);
			}),
		WITHIN_MS,
	);

	it(
		"sessions and bounces by a dimension",
		() =>
			check(async ({ site, parameters, more: parameter }) => {
				const { data } = (await run(site, "/metric", { ...parameters, parameter })) as Breakdown;
				const answer = await query(site, parameters, {
					metrics: ["sessions", "bounce_rate"],
					dimensions: [parameter],
					limit: 1000,
				});
				const rows = data.data.filter(({ value, count }) => value !== "" && count !== 0);
				expect([
					parameter,
					byValue(
						named(answer).map(({ dimensions: [value = ""], metrics }) => [value, metrics[0]]),
					),
				]).toEqual([parameter, byValue(rows.map(({ value, count }) => [value, count]))]);
			}),
		WITHIN_MS,
	);

	it.each(["pathname", "page_title"])(
		"sessions, page views and times by %s",
		(parameter) =>
			check(async ({ site, parameters }) => {
				const { data } = (await run(site, "/metric", { ...parameters, parameter })) as Breakdown;
				for (const metrics of [
					["sessions", "pageviews", "time_on_page"],
					["users", "pageviews", "sessions", "session_duration"],
				]) {
					const answer = await query(site, parameters, {
						metrics,
						dimensions: [parameter],
						limit: 1000,
					});
					const found = named(answer)
						.map(({ dimensions: [value = ""], metrics: [...figures] }) => ({
							value,
							sessions: figures[metrics.indexOf("sessions")],
							pageviews: figures[metrics.indexOf("pageviews")],
						}))
						.filter(({ sessions, pageviews }) => sessions !== 0 || pageviews !== 0);
					expect(byValue(found.map((row) => [row.value, row]))).toEqual(
						byValue(
							data.data.map(({ value, count, pageviews }) => [
								value,
								// The report by title does not tell them.
								{ value, sessions: count, pageviews: pageviews ?? expect.any(Number) },
							]),
						),
					);
				}
			}),
		WITHIN_MS,
	);

	it(
		"conversions of a goal, alone and by a dimension",
		() =>
			check(async ({ site, parameters, more: parameter }) => {
				const found = (await run(site, "/goals", parameters)) as {
					data: [{ total_conversions: number; total_sessions: number; conversion_rate: number }];
				};
				const [goal] = found.data;
				const metrics = ["conversions(1)", "sessions", "conversion_rate(1)"];
				const alone = await query(site, parameters, { metrics });
				expect(alone.rows[0]?.metrics).toEqual([
					goal.total_conversions,
					goal.total_sessions,
					goal.conversion_rate,
				]);
				const by = (await run(
					site,
					"/goals/{goalId}/by-dimension",
					{ ...parameters, parameter },
					{ goalId: "1" },
				)) as Breakdown;
				const answer = await query(site, parameters, {
					metrics,
					dimensions: [parameter],
					limit: 1000,
				});
				expect(byValue(answer.rows.map((row) => [String(row.dimensions[0]), row.metrics]))).toEqual(
					byValue(
						by.data.data.map((row) => [
							row.value,
							[row["conversions"], row["sessions"], row["conversion_rate"]],
						]),
					),
				);
			}),
		WITHIN_MS,
	);

	it(
		"web vitals, errors, events and bots",
		() =>
			check(async ({ site, parameters }) => {
				const vitals = ["lcp", "cls", "inp", "fcp", "ttfb"];
				const metrics = [
					...vitals.map((vital) => `${vital}:p75`),
					...vitals.map((vital) => `good_share(${vital})`),
				];
				const answer = await query(site, parameters, {
					metrics: [...metrics, "errors", "error_sessions", "bots"],
				});
				const { data: measured } = (await run(site, "/performance/overview", {
					...parameters,
					ratings: "true",
				})) as Figures;
				const { data: errors } = (await run(site, "/errors/overview", parameters)) as Figures;
				const { data: bots } = (await run(site, "/bots/overview", parameters)) as Figures;
				expect(answer.rows[0]?.metrics).toEqual([
					...vitals.map((vital) => measured[`${vital}_p75`]),
					...vitals.map((vital) => measured[`${vital}_good`]),
					errors["count"],
					errors["sessionCount"],
					bots["bot_requests"],
				]);
			}),
		WITHIN_MS,
	);

	it(
		"custom events by name",
		() =>
			check(async ({ site, parameters }) => {
				const { data } = (await run(site, "/metric", {
					...parameters,
					parameter: "event_name",
				})) as Breakdown;
				const answer = await query(site, parameters, {
					metrics: ["events"],
					dimensions: ["event_name"],
					limit: 1000,
				});
				expect(
					byValue(named(answer).map((row) => [String(row.dimensions[0]), row.metrics[0]])),
				).toEqual(byValue(data.data.map(({ value, count }) => [value, count])));
			}),
		WITHIN_MS,
	);

	it(
		"sessions of new and returning people, beside what they did",
		() =>
			check(async ({ site, events, parameters, question }) => {
				const firsts = new Map<string, SiteEvent>();
				const acts = sessionsOf(events).flatMap(actsOf);
				for (const act of [...acts].sort(byOrder))
					if (!firsts.has(personOf(act))) firsts.set(personOf(act), act);
				const first = new Set([...firsts.values()].map(({ session }) => session));
				const expected = { new: 0, returning: 0 };
				for (const { rows } of countedSessions(events, question))
					expected[first.has(rows[0]?.session ?? 0) ? "new" : "returning"] += 1;
				const answer = await query(site, parameters, {
					metrics: ["sessions", "pageviews", "events", "time_on_page"],
					dimensions: ["new_or_returning"],
					include: { totals: true },
				});
				const sessionsIn = (name: string) =>
					answer.rows.find(({ dimensions }) => dimensions[0] === name)?.metrics[0] ?? 0;
				expect({ new: sessionsIn("new"), returning: sessionsIn("returning") }).toEqual(expected);
				for (const place of [1, 2])
					expect(answer.rows.reduce((sum, { metrics }) => sum + (metrics[place] ?? 0), 0)).toBe(
						answer.totals?.metrics[place],
					);
			}),
		WITHIN_MS,
	);

	it(
		"rows of two dimensions add up to those of one, and these to the total",
		() =>
			check(async ({ site, parameters, more: parameter, bucket }) => {
				const metrics = ["sessions", "pageviews", "events", "conversions(1)"];
				const asked = (dimensions: string[]) =>
					query(site, parameters, {
						metrics,
						dimensions,
						limit: 10_000,
						include: { totals: true },
					});
				const sums = (rows: Answer["rows"], place: number | undefined) => {
					const by: Record<string, number[]> = {};
					for (const { dimensions, metrics } of rows) {
						const key = place === undefined ? "" : (dimensions[place] ?? "");
						const known = by[key] ?? metrics.map(() => 0);
						by[key] = known.map((one, index) => one + (metrics[index] ?? 0));
					}
					const isEmpty = (row: number[]) => row.every((figure) => figure === 0);
					return byValue(Object.entries(by).filter(([, row]) => !isEmpty(row)));
				};
				const both = await asked([parameter, `time:${bucket}`]);
				const one = await asked([parameter]);
				const time = await asked([`time:${bucket}`]);
				expect([parameter, sums(both.rows, 0)]).toEqual([parameter, sums(one.rows, 0)]);
				expect([parameter, sums(both.rows, 1)]).toEqual([parameter, sums(time.rows, 0)]);
				const total = both.totals?.metrics ?? [];
				const isEmpty = total.every((figure) => figure === 0);
				expect([parameter, sums(both.rows, undefined)]).toEqual([
					parameter,
					isEmpty ? {} : { "": total },
				]);
			}),
		WITHIN_MS,
	);
});

describe("conditions", () => {
	const isReadable = (filter: Filter) => Array.isArray(filter.value);
	const spoken = ({ parameter, type, value }: Filter) => {
		const [operator] =
			Object.entries(OPERATORS).find(([, known]) => known === type) ?? ([] as string[]);
		return operator === undefined ? undefined : [operator, parameter, value];
	};

	it(
		"joined by and count what the same filters count as parameters of a report",
		() =>
			createReportComparison(store, NOW)(
				fc.boolean(),
				async ({ site, parameters, question, more }) => {
					const filters = question.filters.filter((one) => isReadable(one as Filter));
					const told = filters.map((one) => spoken(one as Filter));
					if (told.some((one) => one === undefined)) return;
					const { filters: _, segment_id, ...range } = parameters;
					const metrics = ["sessions", "pageviews", "users"];
					const tree = more
						? ["and", ...told]
						: ["not", ["or", ...told.map((one) => ["not", one])]];
					const whole = { ...range, filters: JSON.stringify(filters) };
					const [by, plain] = await Promise.all([
						query(site, range, { metrics, ...(told.length > 0 && { filters: tree }) }),
						query(site, whole, { metrics }),
					]);
					expect(by.rows).toEqual(plain.rows);
				},
			),
		WITHIN_MS,
	);

	it(
		"of sessions divide all sessions: those that meet one, and those that do not",
		() =>
			createReportComparison(
				store,
				NOW,
				insertRolledUp,
			)(
				fc.tuple(
					fc.constantFrom(...CONDITIONS),
					fc.constantFrom(...CONDITIONS),
					fc.constantFrom("and", "or"),
				),
				async ({ site, parameters, more: [one, other, joint] }) => {
					const range = { ...parameters, filters: "", segment_id: "" };
					const count = async (filters?: unknown[]) => {
						const { rows } = await query(site, range, { metrics: ["sessions"], filters });
						return rows[0]?.metrics[0] ?? 0;
					};
					const tree = [joint, one, other];
					const [all, met, missed, ofOne, ofOther, ofBoth, ofEither] = await Promise.all([
						count(),
						count(tree),
						count(["not", tree]),
						...[one, other, ["and", one, other], ["or", one, other]].map(count),
					]);
					expect([tree, met + missed]).toEqual([tree, all]);
					// What both meet in one act, or in a session, at most counts twice.
					expect(Number(ofEither) + Number(ofBoth)).toBeLessThanOrEqual(
						Number(ofOne) + Number(ofOther),
					);
				},
			),
		WITHIN_MS,
	);
});

describe("a comparison", () => {
	it(
		"gives each row the figures that its group has in the other period",
		() =>
			createReportComparison(
				store,
				NOW,
				insertRolledUp,
			)(
				fc.constantFrom(["country"], ["pathname"], ["channel", "time:day"], ["time:hour"]),
				async ({ site, parameters, moment, more: dimensions }) => {
					const DAY = 86_400_000;
					const day = (offset: number) =>
						new Date(moment + offset * DAY).toISOString().slice(0, 10);
					const range = (from: number, to: number) => ({
						...parameters,
						...{ start_date: day(from), end_date: day(to) },
						...{
							start_datetime: "",
							end_datetime: "",
							past_minutes_start: "",
							past_minutes_end: "",
						},
						time_zone: "UTC",
					});
					const metrics = ["sessions", "pageviews", "events"];
					const isSeries = dimensions[0] === "time:hour";
					const body = { metrics, dimensions, ...(!isSeries && { limit: 1000 }) };
					const [both, before] = await Promise.all([
						query(site, range(0, 0), { ...body, compare: "previous" }),
						query(site, range(-1, -1), body),
					]);
					const moved = (value: string) =>
						/^\d{4}-\d\d-\d\d /.test(value)
							? new Date(Date.parse(`${value.replace(" ", "T")}Z`) - DAY)
									.toISOString()
									.slice(0, 19)
									.replace("T", " ")
							: value;
					for (const { dimensions, previous } of both.rows) {
						const key = JSON.stringify(dimensions.map(moved));
						const same = before.rows.find((row) => JSON.stringify(row.dimensions) === key);
						expect([key, previous]).toEqual([key, same?.metrics ?? [0, 0, 0]]);
					}
				},
			),
		WITHIN_MS,
	);
});
