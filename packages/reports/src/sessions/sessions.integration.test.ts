import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import {
	EVENT_COLUMNS,
	randomSites,
	rowOf,
	type SiteEvent,
} from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { actsOf, durationMsOf, endedAt, hex, sessionsOf } from "@footfall/testing/model/semantics";
import { countOf, eventOfSession, locations, sessionRow } from "@footfall/testing/model/sessions";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionRow } from "./session-row.ts";

const SITE = 1;
let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let events: SiteEvent[];
let visits: SiteEvent[][];

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => Date.parse("2027-06-01T12:00:00Z") });
	events = fc
		.sample(randomSites, { numRuns: 30, seed: 3 })
		.flatMap((world, index) =>
			world.events.map((event) => ({ ...event, site: SITE, session: event.session + index * 100 })),
		)
		.map((event, offset) => ({ ...event, offset }));
	visits = sessionsOf(events).sort(
		(one, other) =>
			endedAt(other) - endedAt(one) || (one[0]?.session ?? 0) - (other[0]?.session ?? 0),
	);
	await store.insert("events", EVENT_COLUMNS, events.map(rowOf));
});
afterAll(async () => {
	await store.close();
});

const idsOf = (answer: unknown) =>
	(answer as { data: SessionRow[] }).data.map(({ session_id }) => session_id);
const idsWhere = (holds: (visit: readonly SiteEvent[]) => boolean) =>
	visits.filter(holds).map((visit) => hex(visit[0]?.session ?? 0));

describe("sessions", () => {
	it("are listed whole, the latest first, page by page", async () => {
		expect(visits.length).toBeGreaterThan(10);
		expect(await ask(SITE, "/sessions")).toEqual({ data: visits.slice(0, 100).map(sessionRow) });
		expect(await ask(SITE, "/sessions", { page: "2", limit: "3" })).toEqual({
			data: visits.slice(3, 6).map(sessionRow),
		});
	});

	it("can be filtered by visitor, by either id", async () => {
		expect(idsOf(await ask(SITE, "/sessions", { user_id: hex(2) }))).toEqual(
			idsWhere(([first]) => first?.user === 2),
		);
		expect(idsOf(await ask(SITE, "/sessions", { user_id: "anna" }))).toEqual(
			idsWhere(([first]) => first?.identified === "anna"),
		);
		expect(idsOf(await ask(SITE, "/sessions", { identified_only: "true" }))).toEqual(
			idsWhere(([first]) => first?.identified !== ""),
		);
	});

	it("can be limited to a single one; an invalid id returns none", async () => {
		const [wanted = ""] = idsWhere(() => true);
		expect(idsOf(await ask(SITE, "/sessions", { session_id: wanted }))).toEqual([wanted]);
		expect(await ask(SITE, "/sessions", { session_id: "1 OR 1=1" })).toEqual({ data: [] });
	});

	it("can be filtered by a minimum of a figure", async () => {
		expect(idsOf(await ask(SITE, "/sessions", { min_pageviews: "3" }))).toEqual(
			idsWhere((visit) => countOf(visit, "pageview") >= 3),
		);
		expect(idsOf(await ask(SITE, "/sessions", { min_events: "1" }))).toEqual(
			idsWhere((visit) => countOf(visit, "custom_event") >= 1),
		);
		expect(idsOf(await ask(SITE, "/sessions", { min_duration: "600" }))).toEqual(
			idsWhere((visit) => durationMsOf(visit) >= 600_000),
		);
	});

	it("saw a page if any of their acts did, and missed it if none did", async () => {
		const filters = (type: string) =>
			JSON.stringify([{ parameter: "pathname", type, value: ["/a"] }]);
		const saw = (visit: readonly SiteEvent[]) =>
			actsOf(visit).some(({ pathname }) => pathname === "/a");
		expect(idsOf(await ask(SITE, "/sessions", { filters: filters("equals") }))).toEqual(
			idsWhere(saw),
		);
		expect(idsOf(await ask(SITE, "/sessions", { filters: filters("not_equals") }))).toEqual(
			idsWhere((visit) => !saw(visit)),
		);
	});

	it("are placed on a map by their first known coordinates", async () => {
		const question = { isInRange: () => true, timeZone: "UTC", filters: [] };
		const placed = visits.filter((visit) => visit.some(({ lat }) => lat !== 0));
		const isLate = ([first]: readonly SiteEvent[]) => first?.lat === 0;
		expect(placed.filter(isLate).length).toBeGreaterThan(0);
		const { data } = (await ask(SITE, "/sessions/locations")) as { data: { count: number }[] };
		expect(data).toEqual(locations(events, question));
		expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(placed.length);
	});
});

describe("a list of sessions", () => {
	it.each([
		[{ identified_only: "yes" }, "identified_only must be one of true, false"],
		[{ min_pageviews: "many" }, "min_pageviews must be a number, 0 or more"],
		[{ min_duration: "-1" }, "min_duration must be a number, 0 or more"],
	])("is rejected for %j, rather than returned unfiltered", (parameters, message) =>
		expect(ask(SITE, "/sessions", parameters)).rejects.toMatchObject({ status: 400, message }),
	);
});

describe("one session", () => {
	it("comes with its events, oldest first, without measurements", async () => {
		const visit = visits.find((one) => countOf(one, "engagement") > 0 && one.length > 3) ?? [];
		const shown = visit.filter(({ type }) => type !== "engagement");
		const sessionId = hex(visit[0]?.session ?? 0);
		expect(
			await ask(SITE, "/sessions/{sessionId}", { limit: "1", offset: "1" }, { sessionId }),
		).toEqual({
			data: {
				session: { ...sessionRow(visit), events: actsOf(visit).length },
				events: shown.slice(1, 2).map(eventOfSession),
				pagination: { total: shown.length, limit: 1, offset: 1, hasMore: shown.length > 2 },
			},
		});
	});

	it.each(["ffffffffffffffff", "x", "0000000000000001' OR 1"])(
		"named %s is not found",
		(sessionId) =>
			expect(ask(SITE, "/sessions/{sessionId}", {}, { sessionId })).rejects.toMatchObject({
				status: 404,
				message: "Session not found",
			}),
	);

	it("of another site is not found", () =>
		expect(
			ask(2, "/sessions/{sessionId}", {}, { sessionId: hex(visits[0]?.[0]?.session ?? 0) }),
		).rejects.toMatchObject({ status: 404 }));
});
