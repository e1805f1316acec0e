import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { activities, withActivities } from "@footfall/testing/model/random-activity";
import {
	EVENT_COLUMNS,
	randomSites,
	rowOf,
	type SiteEvent,
} from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { sessionsOf } from "@footfall/testing/model/semantics";
import { sessionRow } from "@footfall/testing/model/sessions";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	SESSION_EVENT_COLUMNS,
	type SessionEvent,
	type StoredSession,
	storedSessions,
} from "./session-attributes.ts";
import { sessionsFromEvents } from "./sessions-from-events.ts";

const MIXED_SITE = 1;
const LONG_SITE = 2;
let store: EventStore;

beforeAll(async () => {
	store = await openTestStore();
});
afterAll(() => store.close());

const insert = (events: readonly SiteEvent[]) =>
	store.insert("events", EVENT_COLUMNS, events.map(rowOf));

/** Sessions in which each event has another user, device and place than the previous one. */
const mixedEvents = (): SiteEvent[] =>
	fc
		.sample(fc.tuple(randomSites, activities("captured", "custom", "address")), {
			numRuns: 60,
			seed: 7,
		})
		.flatMap(([world, happened], index) =>
			withActivities(world, happened).events.map((event) => ({
				...event,
				site: MIXED_SITE,
				session: index * 3 + (event.offset % 3) + 1,
				user: index + 1,
			})),
		);

describe("sessions assembled from their events", () => {
	it("equal the engine's aggregates, whatever changes within them", async () => {
		await insert(mixedEvents());
		const [events, sessions] = await Promise.all([
			store.query<SessionEvent>(
				`SELECT ${SESSION_EVENT_COLUMNS} FROM events WHERE site_id = ${MIXED_SITE} ORDER BY event_id
				SETTINGS prefer_column_name_to_alias = 1`,
			),
			store.query<StoredSession>(
				`${storedSessions(`site_id = ${MIXED_SITE}`)} ORDER BY ended_ms DESC, of_session_id`,
			),
		]);
		expect(sessions.length).toBeGreaterThan(100);
		expect(sessionsFromEvents(events)).toEqual(sessions);
	});

	it("are listed identically when they have more events than are read one by one", async () => {
		const start = Date.parse("2026-11-20T10:00:00Z");
		const [example] = fc
			.sample(randomSites, { numRuns: 20, seed: 3 })
			.flatMap(({ events }) => events);
		if (!example) throw new TypeError("There is an event in twenty worlds");
		const events = Array.from({ length: 12_000 }, (_, offset) => ({
			...example,
			site: LONG_SITE,
			session: (offset % 2) + 1,
			at: start + offset,
			offset,
			pathname: `/${offset}`,
		}));
		await insert(events);
		const ask = createReportRunner({ store, now: () => start + 3_600_000 });
		expect(await ask(LONG_SITE, "/sessions")).toEqual({
			data: sessionsOf(events).map(sessionRow).reverse(),
		});
	});
});
