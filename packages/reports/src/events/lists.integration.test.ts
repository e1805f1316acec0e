import { deletePerson, type EventStore } from "@footfall/store";
import {
	createReportComparison,
	createSettler,
	findSegment,
	runs,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/expected";
import { users } from "@footfall/testing/model/people";
import { activities, withActivities } from "@footfall/testing/model/random-activity";
import { randomSites } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { actsOf, durationMsOf, hex, sessionsOf } from "@footfall/testing/model/semantics";
import {
	countOf,
	eventOfSession,
	listedVisits,
	locations,
	sessionRow,
} from "@footfall/testing/model/sessions";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionRow } from "../sessions/session-row.ts";

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
/** The same, with `now` as the present. */
let askAtMoment: ReturnType<typeof createReportRunner>;
let now = 0;
let check: ReturnType<typeof createReportComparison>;

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => Date.parse("2027-06-01T12:00:00Z"), findSegment });
	askAtMoment = createReportRunner({ store, now: () => now, findSegment });
	check = createReportComparison(store);
});
afterAll(() => store.close());

/** Parameters of a list of sessions beside those of the query. */
const restrictions = fc.record({
	page: fc.constantFrom(1, 2),
	user_id: fc.constantFrom("", "", "anna", hex(2)),
	identified_only: fc.constantFrom("", "", "true"),
	min_pageviews: fc.constantFrom("", "", "2"),
	min_events: fc.constantFrom("", "", "1"),
	min_duration: fc.constantFrom("", "", "600"),
});

describe("sessions match the reference computed by hand", () => {
	it(
		"match in a list, page by page, and on a map",
		() =>
			check(
				fc.record({ happened: activities("captured", "custom", "address"), restrictions }),
				async ({ site, events, parameters, question, more }) => {
					const { page, ...least } = more.restrictions;
					const mine = { parameter: "user_id", type: "equals", value: [least.user_id] };
					const filters = least.user_id === "" ? [] : [mine];
					const visits = listedVisits(events, {
						...question,
						filters: [...question.filters, ...filters],
					}).filter(
						({ rows, all }) =>
							(least.identified_only === "" || all.some((event) => event.identified !== "")) &&
							countOf(all, "pageview") >= Number(least.min_pageviews) &&
							countOf(all, "custom_event") >= Number(least.min_events) &&
							durationMsOf(rows) >= Number(least.min_duration) * 1000,
					);
					expect(
						await ask(site, "/sessions", {
							...parameters,
							...least,
							page: String(page),
							limit: "3",
						}),
					).toEqual({
						data: visits.slice((page - 1) * 3, page * 3).map(({ rows }) => sessionRow(rows)),
					});
					expect(await ask(site, "/sessions/locations", parameters)).toEqual({
						data: locations(events, question),
					});
				},
				(world, { happened }) => withActivities(world, happened),
			),
		WITHIN_MS,
	);

	it(
		"match one by one, with their events",
		() =>
			check(
				fc.record({
					happened: activities("captured", "custom", "performance", "address"),
					session: fc.integer({ min: 1, max: 6 }),
					minutes: fc.constantFrom("", "", "600"),
					limit: fc.constantFrom(1, 2, 100),
					offset: fc.constantFrom(0, 1),
				}),
				async ({ site, events, parameters, question, moment, more }) => {
					now = moment + 6 * 3_600_000;
					// These ranges depend on the present, which differs between the two.
					const isOfPresent = "past_minutes_start" in parameters || "start_date" in parameters;
					const minutes = isOfPresent ? "" : more.minutes;
					const { limit, offset } = more;
					const since = minutes === "" ? 0 : now - Number(minutes) * 60_000;
					const visit = sessionsOf(events).find(
						(rows) =>
							rows[0]?.session === more.session &&
							actsOf(rows).some(({ at }) => question.isInRange(at) && at > since),
					);
					const paging = { limit: String(limit), offset: String(offset), minutes };
					const sessionId = hex(more.session);
					const answer = (isOfPresent ? ask : askAtMoment)(
						site,
						"/sessions/{sessionId}",
						{ ...parameters, ...paging },
						{ sessionId },
					);
					if (!visit) return expect(answer).rejects.toMatchObject({ status: 404 });
					const shown = actsOf(visit).filter(({ at }) => at > since);
					const total = shown.length;
					const page = shown.slice(offset, offset + limit);
					expect(await answer).toEqual({
						data: {
							session: { ...sessionRow(visit), events: actsOf(visit).length },
							events: page.map(eventOfSession),
							pagination: { total, limit, offset, hasMore: offset + page.length < total },
						},
					});
				},
				(world, { happened }) => withActivities(world, happened),
			),
		WITHIN_MS,
	);

	it(
		"match for live sessions and for this month's usage",
		() =>
			check(
				fc.record({
					sinceHours: fc.integer({ min: -30, max: 40 }),
					minutes: fc.constantFrom("", "1", "60", "1440"),
				}),
				async ({ site, events, moment, more }) => {
					now = moment + more.sinceHours * 3_600_000;
					const live = now - Number(more.minutes || 5) * 60_000;
					const sessions = events.filter(({ at }) => at > live).map(({ session }) => session);
					expect(await askAtMoment(site, "/live-user-count", { minutes: more.minutes })).toEqual({
						count: new Set(sessions).size,
					});
					const month = new Date(now).toISOString().slice(0, 7);
					const stored = events.filter(
						({ at }) => new Date(at).toISOString().slice(0, 7) >= month,
					).length;
					expect(await askAtMoment(site, "/usage")).toMatchObject({
						periodStart: `${month}-01T00:00:00.000Z`,
						siteEventsThisMonth: stored,
						orgEventsThisMonth: stored,
					});
					expect(await askAtMoment(site, "/has-data")).toEqual({ hasData: events.length > 0 });
				},
			),
		WITHIN_MS,
	);
});

describe("a person who was erased", () => {
	it(
		"is in no report, and everyone else is unchanged",
		() => {
			const settle = createSettler(store);
			const question = { isInRange: () => true, timeZone: "UTC", filters: [] };
			return fc.assert(
				fc.asyncProperty(randomSites, async (world) => {
					const { site, events } = await settle(world);
					await deletePerson(store, { site, user: "anna", devices: [hex(1)] });
					const left = events.filter(
						({ identified, user }) => identified !== "anna" && (identified !== "" || user !== 1),
					);
					const [overview, sessions, people] = await Promise.all(
						["/overview", "/sessions", "/users"].map((path) => ask(site, path)),
					);
					expect(overview).toEqual({ data: reference.overview(left, question) });
					expect((sessions as { data: SessionRow[] }).data.map((row) => row.session_id)).toEqual(
						listedVisits(left, question).map(({ all }) => hex(all[0]?.session ?? 0)),
					);
					expect(people).toMatchObject({ totalCount: users(left, question).length });
				}),
				// Each removal rewrites the tables' parts.
				{ ...runs(), numRuns: 3 },
			);
		},
		WITHIN_MS,
	);
});
