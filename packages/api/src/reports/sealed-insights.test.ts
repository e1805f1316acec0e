import type { EventStore } from "@footfall/store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answering } from "./reference/answering.ts";
import { checker, findSegment, insertSealed, WITHIN_MS } from "./reference/checking.ts";
import { openTestStore } from "./reference/event-store.ts";
import { retention } from "./reference/insights.ts";

const DAY_MS = 86_400_000;
let now = Date.parse("2027-06-01T12:00:00Z");

let store: EventStore;
let ask: ReturnType<typeof answering>;
let check: ReturnType<typeof checker>;
beforeAll(async () => {
	store = await openTestStore();
	ask = answering({ store, now: () => now, findSegment });
	check = checker(store, now, insertSealed);
}, 60_000);
afterAll(async () => {
	await store.close();
});

describe("an insight of days of which some are sealed agrees with the same answer worked out by hand", () => {
	it(
		"retention",
		() =>
			check(
				fc.record({ mode: fc.constantFrom("day", "week"), range: fc.constantFrom(30, 70) }),
				async ({ site, events, parameters, question, moment, more: { mode, range } }) => {
					now = moment + 9 * DAY_MS;
					const { time_zone = "UTC" } = parameters;
					const asked = { ...question, filters: [] };
					expect(await ask(site, "/retention", { time_zone, mode, range: String(range) })).toEqual({
						data: retention(events, asked, { mode, range, now }),
					});
				},
				// Visits days apart, and one that comes back to the same session days later.
				({ moment, events }) => ({
					moment,
					events: events.map((event) => ({
						...event,
						at: event.at + ((event.user * 5 + (event.offset % 3)) % 16) * DAY_MS - 8 * DAY_MS,
					})),
				}),
			),
		WITHIN_MS,
	);
});
