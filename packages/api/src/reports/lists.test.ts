import { deletePerson, type EventStore } from "@footfall/store";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answering } from "./reference/answering.ts";
import * as reference from "./reference/answers.ts";
import {
	checker,
	findSegment,
	type Given,
	runs,
	settler,
	WITHIN_MS,
} from "./reference/checking.ts";
import { openTestStore } from "./reference/event-store.ts";
import { hex, isMeant, type ReferenceFilter } from "./reference/meaning.ts";
import { users } from "./reference/people.ts";
import { type WorldEvent, worlds } from "./reference/world.ts";
import type { SessionRow } from "./session-row.ts";

let store: EventStore;
let ask: ReturnType<typeof answering>;
let check: (property: (given: Given<undefined>) => Promise<void>) => Promise<void>;

beforeAll(async () => {
	store = await openTestStore();
	ask = answering({ store, now: () => Date.parse("2027-06-01T12:00:00Z"), findSegment });
	const checkAll = checker(store);
	check = (property) => checkAll(fc.constant(undefined), property);
}, 60_000);
afterAll(() => store.close());

const NEGATIVE = ["not_equals", "not_contains", "not_regex", "is_null"];
const isOfWholeSession = ({ parameter }: ReferenceFilter) =>
	["pathname", "page_title", "querystring"].includes(parameter);

/** What a visitor saw anywhere in a session is a fact of the whole session in a list of sessions. */
const holdsForSession = (filter: ReferenceFilter, session: readonly WorldEvent[]) => {
	const holds = (event: WorldEvent) => isMeant(event, session, [filter]);
	return NEGATIVE.includes(filter.type) ? session.every(holds) : session.some(holds);
};

const sessionsOf = (events: readonly WorldEvent[], question: reference.ReferenceQuestion) =>
	reference
		.visitsOf(events, {
			...question,
			filters: question.filters.filter((filter) => !isOfWholeSession(filter)),
		})
		.map(({ all }) => all)
		.filter((all) =>
			question.filters.filter(isOfWholeSession).every((filter) => holdsForSession(filter, all)),
		)
		.sort(
			(one, other) =>
				(other.at(-1)?.at ?? 0) - (one.at(-1)?.at ?? 0) ||
				(one[0]?.session ?? 0) - (other[0]?.session ?? 0),
		);

describe("a list agrees with the same list made by hand", () => {
	it(
		"of sessions, page by page",
		() =>
			check(async ({ site, events, parameters, question }) => {
				const expected = sessionsOf(events, question).map((all) => hex(all[0]?.session ?? 0));
				const pages = await Promise.all(
					["1", "2"].map((page) => ask(site, "/sessions", { ...parameters, page, limit: "3" })),
				);
				const ids = pages.map((page) =>
					(page as { data: SessionRow[] }).data.map(({ session_id }) => session_id),
				);
				expect(ids).toEqual([expected.slice(0, 3), expected.slice(3, 6)]);
			}),
		WITHIN_MS,
	);

	it(
		"of custom events by name",
		() =>
			check(async ({ site, events, parameters, question }) => {
				const names = reference
					.visitsOf(events, question)
					.flatMap(({ meant }) => meant)
					.filter(({ type }) => type === "custom_event")
					.map(({ eventName }) => eventName);
				const counts = [...new Set(names)].sort().map((eventName) => ({
					eventName,
					count: names.filter((name) => name === eventName).length,
				}));
				expect(await ask(site, "/events/names", parameters)).toEqual({
					data: counts.sort((one, other) => other.count - one.count),
				});
			}),
		WITHIN_MS,
	);
});

describe("a person who was erased", () => {
	it(
		"is in no report, and everyone else is as before",
		() => {
			const settle = settler(store);
			const question = { isInRange: () => true, timeZone: "UTC", filters: [] };
			return fc.assert(
				fc.asyncProperty(worlds, async (world) => {
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
						sessionsOf(left, question).map((all) => hex(all[0]?.session ?? 0)),
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
