import { type EventStore, linkDevices, versionOf, writeTraits } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import { countedSessions } from "@footfall/testing/model/expected";
import * as reference from "@footfall/testing/model/people";
import { activities, withActivities } from "@footfall/testing/model/random-activity";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { bucketStart, hex } from "@footfall/testing/model/semantics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const SITE = 900_000;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;

beforeAll(async () => {
	store = await openTestStore();
	check = createReportComparison(store);
	ask = createReportRunner({ store, now: () => NOW, findSegment });
});
afterAll(async () => {
	await store.close();
});

describe("people match the reference computed by hand", () => {
	it(
		"match in a list, page by page",
		() =>
			check(
				fc.record({
					sort_by: fc.constantFrom("first_seen", "last_seen", "pageviews", "sessions", "events"),
					sort_order: fc.constantFrom("asc", "desc"),
					page: fc.constantFrom(1, 2, 9),
					identified_only: fc.constantFrom("", "true"),
					search: fc.constantFrom("", "", "NN", "00002"),
				}),
				async ({ site, events, parameters, question, more }) => {
					const { sort_by, sort_order, page, identified_only, search } = more;
					const all = reference
						.users(events, question)
						.filter(({ identified_user_id }) => !identified_only || identified_user_id !== "");
					// A search keeps only matching events, so it shows less about people whose device is shared.
					const isSearched = ({ user_id, identified_user_id }: reference.ReferenceUser) =>
						identified_user_id.toUpperCase().includes(search) || user_id.includes(search);
					const found = reference.ranked(all.filter(isSearched), sort_by, sort_order);
					const answer = await ask(site, "/users", {
						...parameters,
						sort_by,
						sort_order,
						identified_only,
						page: String(page),
						page_size: "2",
						search,
						search_field: "user_id",
					});
					expect(answer).toEqual({
						data: found.slice((page - 1) * 2, page * 2),
						totalCount: found.length,
						page,
						pageSize: 2,
					});
				},
				// One device for each user of the site: a search result then depends only on the person.
				({ moment, events }) => ({
					moment,
					events: events.map((event) => ({
						...event,
						user: event.identified === "" ? event.user : 4,
					})),
				}),
			),
		WITHIN_MS,
	);

	it(
		"match one by one, by either id",
		() =>
			check(
				fc.record({
					happened: activities("performance", "custom", "address"),
					userId: fc.constantFrom("anna", hex(1), hex(2), "nobody"),
				}),
				async ({ site, events, parameters, question, more: { userId } }) => {
					const expected = reference.person(events, question, userId);
					const answer = ask(site, "/users/{userId}", parameters, { userId });
					if (expected === undefined) return expect(answer).rejects.toMatchObject({ status: 404 });
					expect(await answer).toEqual({ data: expected });
				},
				(world, { happened }) => withActivities(world, happened),
			),
		WITHIN_MS,
	);

	it(
		"match day by day",
		() =>
			check(
				fc.constantFrom("anna", hex(1), hex(2)),
				async ({ site, events, parameters, question, more: user_id }) => {
					const { filters } = question;
					const mine = { parameter: "user_id", type: "equals", value: [user_id] };
					const days = countedSessions(events, { ...question, filters: [...filters, mine] }).map(
						({ all }) => bucketStart(all[0]?.at ?? 0, "day", question.timeZone).slice(0, 10),
					);
					const answer = await ask(site, "/users/session-count", { ...parameters, user_id });
					expect(answer).toEqual({
						data: [...new Set(days)].sort().map((date) => ({
							date,
							sessions: days.filter((day) => day === date).length,
						})),
					});
				},
			),
		WITHIN_MS,
	);
});

describe("people", () => {
	const [ANNAS, OTHER] = ["00000000000000aa", "00000000000000bb"];
	const decimal = (device: string) => BigInt(`0x${device}`).toString();
	const trait = (user: string, traits: object, at: number, replace = false) => ({
		site: SITE,
		user,
		traits: { ...traits },
		at,
		version: versionOf(at, 0),
		replace,
	});

	beforeAll(async () => {
		const columns =
			"site_id, timestamp, type, session_id, user_id, identified_user_id, pathname, referrer, channel, country, browser, lcp, ip";
		await store.command(`INSERT INTO events (${columns}) VALUES
			(${SITE}, '2027-05-01 10:00:00.000', 'pageview', 1, ${decimal(ANNAS)}, 'anna', '/start', 'https://news.example/', 'News', 'DE', 'Chrome', NULL, '192.0.2.1'),
			(${SITE}, '2027-05-01 10:00:30.000', 'performance', 1, ${decimal(ANNAS)}, 'anna', '/start', '', 'Direct', 'DE', 'Chrome', 200, NULL),
			(${SITE}, '2027-05-03 10:00:00.000', 'pageview', 2, ${decimal(ANNAS)}, 'anna', '/next', '', 'Direct', 'FR', 'Firefox', NULL, NULL),
			(${SITE}, '2027-05-02 10:00:00.000', 'pageview', 3, ${decimal(OTHER)}, '', '/', '', 'Direct', 'DE', 'Chrome', NULL, NULL),
			(${SITE}, '2027-05-02 10:00:00.000', 'custom_event', 4, 7, 'bob', '/', '', 'Direct', 'DE', 'Chrome', NULL, NULL)`);
		await writeTraits(store, [
			trait("anna", { email: "anna@example.com", plan: "pro", seats: 3, old: true }, 1),
			trait("anna", { plan: "free", old: null }, 2),
			trait("bob", { plan: "gone", name: "gone" }, 1),
			trait("bob", { name: "Bob B.", plan: "free" }, 3, true),
			trait("bob", { late: "of an older write" }, 2),
			trait("eve", { plan: "free" }, 1),
		]);
		await linkDevices(store, [
			{ site: SITE, device: ANNAS, user: "bob", at: NOW - 1, version: versionOf(1, 0) },
			{ site: SITE, device: ANNAS, user: "anna", at: NOW, version: versionOf(2, 0) },
		]);
	});

	const whoOf = (answer: unknown) =>
		(answer as { data: { effective_user_id: string }[] }).data.map((one) => one.effective_user_id);

	it("are listed with their traits, the latest ones that the site sent", async () => {
		const { data } = (await ask(SITE, "/users")) as { data: Record<string, unknown>[] };
		expect(data.map((one) => [one["effective_user_id"], one["traits"]])).toEqual([
			["anna", { email: "anna@example.com", plan: "free", seats: 3 }],
			[OTHER, null],
			["bob", { name: "Bob B.", plan: "free" }],
		]);
	});

	it("include their traits in sessions and events", async () => {
		const traits = { name: "Bob B.", plan: "free" };
		expect(await ask(SITE, "/sessions", { user_id: "bob" })).toMatchObject({ data: [{ traits }] });
		expect(await ask(SITE, "/sessions/{sessionId}", {}, { sessionId: hex(4) })).toMatchObject({
			data: { session: { traits } },
		});
		expect(await ask(SITE, "/events", { page_size: "5" })).toMatchObject({
			data: expect.arrayContaining([expect.objectContaining({ event_name: "", traits })]),
		});
	});

	it("are found by a part of a trait", async () => {
		const search = async (search_field: string, search: string) =>
			whoOf(await ask(SITE, "/users", { search, search_field }));
		expect(await search("email", "ANNA@")).toEqual(["anna"]);
		expect(await search("name", "bob")).toEqual(["bob"]);
		expect(await search("name", "gone")).toEqual([]);
		expect(await search("username", "a")).toEqual([]);
		expect(await search("user_id", "bb")).toEqual([OTHER]);
	});

	it("show everything that is known about one person", async () => {
		expect(await ask(SITE, "/users/{userId}", {}, { userId: "anna" })).toMatchObject({
			data: {
				effective_user_id: "anna",
				identified_user_id: "anna",
				user_id: ANNAS,
				traits: { email: "anna@example.com", plan: "free", seats: 3 },
				country: "FR",
				sessions: 2,
				pageviews: 2,
				duration: 0,
				ip: "192.0.2.1",
				first_referrer: "https://news.example/",
				first_channel: "News",
				first_entry_page: "/start",
				last_referrer: "https://news.example/",
				last_channel: "News",
				vitals: { lcp_p75: 200, cls_p75: null, performance_events: 1 },
				locations: [
					{
						country: "FR",
						region: "",
						city: "",
						sessions: 1,
						last_seen: "2027-05-03T10:00:00.000Z",
					},
					{
						country: "DE",
						region: "",
						city: "",
						sessions: 1,
						last_seen: "2027-05-01T10:00:00.000Z",
					},
				],
				devices: [
					{ browser: "Firefox", sessions: 1 },
					{ browser: "Chrome", sessions: 1 },
				],
				linked_devices: [{ anonymous_id: ANNAS, created_at: new Date(NOW).toISOString() }],
			},
		});
	});

	it("are the same under the id of their device", async () => {
		const byDevice = await ask(SITE, "/users/{userId}", {}, { userId: ANNAS });
		expect(byDevice).toEqual(await ask(SITE, "/users/{userId}", {}, { userId: "anna" }));
		const nobody = await ask(SITE, "/users/{userId}", {}, { userId: OTHER });
		expect(nobody).toMatchObject({
			data: { identified_user_id: "", vitals: null, traits: null, linked_devices: [] },
		});
	});

	it.each(["eve", "x' OR 1", "ffffffffffffffff"])("named %s are not found", (userId) =>
		expect(ask(SITE, "/users/{userId}", {}, { userId })).rejects.toMatchObject({
			status: 404,
			message: "User not found",
		}),
	);

	it("have their sessions under their own path, too", async () => {
		const own = await ask(SITE, "/users/{userId}/sessions", {}, { userId: "anna" });
		expect(own).toEqual(await ask(SITE, "/sessions", { user_id: "anna" }));
	});

	it("are counted by trait, by value, and listed by both", async () => {
		expect(await ask(SITE, "/user-traits/keys")).toEqual({
			keys: [
				{ key: "plan", userCount: 3 },
				{ key: "email", userCount: 1 },
				{ key: "name", userCount: 1 },
				{ key: "seats", userCount: 1 },
			],
		});
		expect(await ask(SITE, "/user-traits/values", { key: "plan" })).toEqual({
			values: [{ value: "free", userCount: 3 }],
			total: 1,
			hasMore: false,
		});
		const users = (await ask(SITE, "/user-traits/users", {
			key: "plan",
			value: "free",
			limit: "2",
			offset: "1",
		})) as { users: object[] };
		expect(users).toMatchObject({
			users: [
				{ identified_user_id: "bob", sessions: 1, traits: { name: "Bob B." } },
				{ identified_user_id: "eve", sessions: 0, user_id: "", traits: { plan: "free" } },
			],
			total: 3,
			hasMore: false,
		});
	});

	it.each([
		["/users/session-count", {}, "user_id is required"],
		["/user-traits/values", {}, "key is required"],
		["/user-traits/users", { key: "plan" }, "value is required"],
		[
			"/users",
			{ sort_by: "age" },
			"sort_by must be one of last_seen, first_seen, pageviews, sessions, events, revenue",
		],
		["/users", { sort_by: "revenue" }, "sort_by=revenue needs a currency, and the site has none"],
		["/users", { sort_order: "up" }, "sort_order must be one of asc, desc"],
		["/users", { search_field: "x" }, "search_field must be one of username, name, email, user_id"],
	])("at %s reject %j", (path, parameters, message) =>
		expect(ask(SITE, path, parameters)).rejects.toMatchObject({ status: 400, message }),
	);
});
