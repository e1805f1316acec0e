import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const AT = Date.parse("2026-03-10T10:00:00Z");
const SITE = 1;
const GOALS = [
	{ goalId: 1, goalType: "path", config: { pathPattern: "/thanks" } },
	{ goalId: 2, goalType: "event", config: { eventName: "buy" } },
].map((goal) => ({ siteId: SITE, name: null, createdAt: new Date(0), ...goal }));

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({
		store,
		now: () => AT + 86_400_000,
		goals: {
			ofSite: async () => GOALS,
			one: async (_site: number, id: string) => GOALS.find(({ goalId }) => String(goalId) === id),
		} as never,
	});
	const visit = (session: number, link: Record<string, unknown>, buys: boolean) => [
		{ session, type: "pageview", pathname: "/", ...link },
		{ session, type: "pageview", pathname: "/cart" },
		...(buys
			? [
					{ session, type: "custom_event", event_name: "buy", pathname: "/cart" },
					{ session, type: "pageview", pathname: "/thanks" },
				]
			: []),
	];
	const campaign = {
		channel: "Email",
		referrer: "https://mail.example.com/",
		url_parameters: { utm_source: "nl", utm_medium: "email", utm_campaign: "Spring" },
		country: "DE",
	};
	const events = [
		...Array.from({ length: 10 }, (_, index) => visit(index + 1, campaign, true)),
		...Array.from({ length: 4 }, (_, index) => visit(index + 11, { channel: "Direct" }, index < 1)),
	].flat();
	for (const [index, { session, ...event }] of events.entries()) {
		const row: Record<string, unknown> = {
			...{ site_id: SITE, timestamp: AT + index * 1000, event_id: `e${index}` },
			...{ session_id: String(session), user_id: String(session), source: "test" },
			...{ source_offset: index, event_name: "", ...event },
		};
		await store.insert("events", Object.keys(row), [Object.values(row)]);
	}
});
afterAll(() => store.close());

const filtered = (parameter: string, value: string) =>
	JSON.stringify([{ parameter, type: "equals", value: [value] }]);
const CAMPAIGN = [
	["utm_source", "nl"],
	["utm_campaign", "Spring"],
	["referrer", "mail.example.com"],
	["channel", "Email"],
	["country", "DE"],
] as const;

describe.each(CAMPAIGN)(
	"ten sessions from a campaign, all of which buy, under a filter on %s",
	(parameter, value) => {
		const filters = filtered(parameter, value);
		it("keep all their views in the overview", async () =>
			expect(await ask(SITE, "/overview", { filters })).toMatchObject({
				data: { sessions: 10, pageviews: 30, pages_per_session: 3, users: 10 },
			}));
		it("reach both goals", async () => {
			const { data } = (await ask(SITE, "/goals", { filters })) as {
				data: { goalId: number; total_conversions: number; total_sessions: number }[];
			};
			expect(
				data.map((goal) => [goal.goalId, goal.total_conversions, goal.total_sessions]),
			).toEqual([
				[2, 10, 10],
				[1, 10, 10],
			]);
		});
		it("take every step of a funnel", async () => {
			const steps = [
				{ type: "page", value: "/" },
				{ type: "page", value: "/cart" },
				{ type: "event", value: "buy" },
			];
			const { data } = (await ask(SITE, "/funnels/analyze", { filters }, {}, { steps })) as {
				data: { visitors: number }[];
			};
			expect(data.map(({ visitors }) => visitors)).toEqual([10, 10, 10]);
		});
		it("show their paths and events", async () => {
			expect(await ask(SITE, "/journeys", { filters })).toMatchObject({
				journeys: [{ path: ["/", "/cart", "/thanks"], count: 10, percentage: 100 }],
			});
			expect(await ask(SITE, "/events/names", { filters })).toEqual({
				data: [{ eventName: "buy", count: 10 }],
			});
			const { data } = (await ask(SITE, "/events", { filters })) as { data: unknown[] };
			expect(data).toHaveLength(40);
		});
	},
);

describe("the conversions of a goal by a dimension", () => {
	it.each([
		["utm_campaign", ["Spring", 10, 10], ["", 4, 1]],
		["country", ["DE", 10, 10], ["", 4, 1]],
		["channel", ["Email", 10, 10], ["Direct", 4, 1]],
		["referrer", ["mail.example.com", 10, 10], ["", 4, 1]],
	] as const)("add up to all of them by %s", async (parameter, ...rows) =>
		expect(await ask(SITE, "/goals/{goalId}/by-dimension", { parameter }, { goalId: "1" })).toEqual(
			{
				data: {
					data: (rows as readonly (readonly [string, number, number])[]).map(
						([value, sessions, conversions]) => ({
							...{ value, sessions, conversions, conversion_rate: conversions / sessions },
						}),
					),
					totalCount: 2,
				},
			},
		),
	);
	it("have one row by entry page, and with a filter only its sessions", async () => {
		const asked = { parameter: "entry_page", filters: filtered("channel", "Direct") };
		expect(await ask(SITE, "/goals/{goalId}/by-dimension", asked, { goalId: "2" })).toEqual({
			data: {
				data: [{ value: "/", sessions: 4, conversions: 1, conversion_rate: 0.25 }],
				totalCount: 1,
			},
		});
	});
	it.each([undefined, "event_name", "weather", "weather:Berlin", "session_duration"])(
		"are rejected by %s, with the list of valid parameters",
		(parameter) =>
			expect(
				ask(
					SITE,
					"/goals/{goalId}/by-dimension",
					{ ...(parameter && { parameter }) },
					{ goalId: "1" },
				),
			).rejects.toMatchObject({ status: 400 }),
	);
});
