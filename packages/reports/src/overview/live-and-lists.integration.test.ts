import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const SITE = 1;
const EMPTY_SITE = 2;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

const COLUMNS = [
	"site_id",
	"timestamp",
	"type",
	"event_name",
	"properties",
	"session_id",
	"pathname",
	"page_title",
	"hostname",
	"source_offset",
];
/** Events of one site, a second apart, the last one a second ago. */
const happened = (
	...events: readonly (readonly [
		type: string,
		session: number,
		name?: string,
		properties?: unknown,
	])[]
) =>
	events.map(([type, session, name = "", properties = {}], index) => [
		SITE,
		new Date(NOW - (events.length - index) * 1000).toISOString().slice(0, -1).replace("T", " "),
		type,
		name,
		JSON.stringify(properties),
		session,
		"/a",
		"A",
		"example.com",
		index,
	]);
const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const boom = (message: string) => ({ message, stack: "at x", lineNumber: 3 });

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW });
	await store.insert(
		"events",
		COLUMNS,
		happened(
			["pageview", 1],
			["custom_event", 1, "100", { plan: "pro", seats: 3, gone: null }],
			["custom_event", 1, "100", { plan: "pro", deep: { a: [1] } }],
			["custom_event", 2, "buy"],
			["outbound", 2, "", { url: "https://other.example/" }],
			["error", 1, "TypeError", boom("x is not a function")],
			["error", 2, "TypeError", boom("x is not a function")],
			["error", 2, "RangeError", boom("too deep")],
			["form_submit", 2, "", { formId: "f1", formName: "", formAction: "/send" }],
			["performance", 2, "web-vitals"],
		),
	);
	await store.command(`INSERT INTO events (site_id, timestamp, type, lcp, country) VALUES
		(3, '2026-11-20 10:00:00', 'performance', 100, 'DE'), (3, '2026-11-20 10:10:00', 'performance', 200, 'DE'),
		(3, '2026-11-20 11:00:00', 'performance', 300, 'FR')`);
	await store.command(`INSERT INTO bots (site_id, timestamp, pathname, hostname, referrer, ua_pattern, bot_asn, bot_purpose, bot_operator, user_id) VALUES
		(1, '2026-11-20 10:00:00', '/a', 'h', 'https://www.x.example/', 1, 1, 'ai_training', 'OpenAI', 1),
		(1, '2026-11-20 11:30:00', '/b', 'h', '', 1, 0, 'seo', '', 2)`);
});
afterAll(async () => {
	await store.close();
});

describe("live users", () => {
	it.each([
		["5", 2],
		["", 2],
	])("counts sessions within %s minutes", async (minutes, count) =>
		expect(await ask(SITE, "/live-user-count", { minutes })).toEqual({ count }),
	);
	it("are zero on a site without events", async () =>
		expect(await ask(EMPTY_SITE, "/live-user-count")).toEqual({ count: 0 }));
	it.each(["0", "-5", "soon", "1.5"])("are rejected for %s minutes", (minutes) =>
		expect(ask(SITE, "/live-user-count", { minutes })).rejects.toMatchObject({ status: 400 }),
	);
});

describe("a site", () => {
	it("has data once it has an event", async () => {
		expect(await ask(SITE, "/has-data")).toEqual({ hasData: true });
		expect(await ask(EMPTY_SITE, "/has-data")).toEqual({ hasData: false });
	});
	it("returns zeros without events", async () => {
		expect(await ask(EMPTY_SITE, "/overview")).toEqual({
			data: {
				sessions: 0,
				pageviews: 0,
				users: 0,
				pages_per_session: 0,
				bounce_rate: 0,
				session_duration: 0,
			},
		});
		expect(await ask(EMPTY_SITE, "/metric", { parameter: "country" })).toEqual({
			data: { data: [], totalCount: 0 },
		});
	});
});

describe("usage", () => {
	it("counts this month's events and projects the month's total", async () =>
		expect(await ask(SITE, "/usage")).toEqual({
			periodStart: "2026-11-01T00:00:00.000Z",
			daysInMonth: 30,
			daysElapsed: 20,
			siteEventsThisMonth: 10,
			orgEventsThisMonth: 10,
			orgEventLimit: null,
			projectedSiteEvents: 15,
			projectedOrgEvents: 15,
		}));
});

describe("polling for events", () => {
	const types = (answer: unknown) =>
		(answer as { data: { type: string }[] }).data.map(({ type }) => type);

	it("returns only newer events, newest first, without a cursor and whatever the range", async () => {
		const answer = await ask(SITE, "/events", {
			since_timestamp: secondsAgo(9),
			page_size: "1",
			start_date: "2020-01-01",
			end_date: "2020-01-02",
		});
		expect(answer).not.toHaveProperty("cursor");
		expect(types(answer)).toEqual(["form_submit", "outbound", "custom_event", "custom_event"]);
	});
	it.each(["since_timestamp", "before_timestamp"])("rejects a bad %s", (name) =>
		expect(ask(SITE, "/events", { [name]: "yesterday" })).rejects.toMatchObject({
			status: 400,
			message: `Invalid ${name}. Use an ISO 8601 timestamp such as 2026-11-20T10:15:00.123Z`,
		}),
	);
	it("returns at most 500 events, the oldest", async () => {
		const rows = Array.from({ length: 600 }, (_, index) => [
			4,
			`2026-11-20 10:00:00.${String(index).padStart(3, "0")}`,
			"pageview",
			"",
			"{}",
			1,
			"/",
			"",
			"",
			index,
		]);
		await store.insert("events", COLUMNS, rows);
		const answer = await ask(4, "/events", { since_timestamp: "2026-11-20T10:00:00.050Z" });
		const { data } = answer as { data: { timestamp: string }[] };
		expect([data.length, data[0]?.timestamp, data[499]?.timestamp]).toEqual([
			500,
			"2026-11-20T10:00:00.550Z",
			"2026-11-20T10:00:00.051Z",
		]);
	});
});

describe("custom events", () => {
	it("are counted by name, and a numeric name stays text", async () =>
		expect(await ask(SITE, "/events/names")).toEqual({
			data: [
				{ eventName: "100", count: 2 },
				{ eventName: "buy", count: 1 },
			],
		}));
	it("show their properties as text", async () =>
		expect(await ask(SITE, "/events/properties", { event_name: "100" })).toEqual({
			data: [
				{ propertyKey: "deep", propertyValue: '{"a":[1]}', count: 1 },
				{ propertyKey: "plan", propertyValue: "pro", count: 2 },
				{ propertyKey: "seats", propertyValue: "3", count: 1 },
			],
		}));
	it("require a name to show properties", () =>
		expect(ask(SITE, "/events/properties")).rejects.toMatchObject({
			status: 400,
			message: "Event name is required",
		}));
	it("appear in a series of the most frequent ones", async () =>
		expect(await ask(SITE, "/events/time-series", { bucket: "day", limit: "1" })).toEqual({
			data: [{ time: "2026-11-20 00:00:00", event_name: "100", event_count: 2 }],
		}));
	it("reject an unknown bucket by name", () =>
		expect(ask(SITE, "/events/time-series", { bucket: "decade" })).rejects.toMatchObject({
			status: 400,
			message: "Invalid bucket value: decade",
		}));
});

describe("captured events", () => {
	it("list outbound links that were clicked", async () =>
		expect(await ask(SITE, "/events/outbound")).toEqual({
			data: [{ url: "https://other.example/", count: 1, lastClicked: secondsAgo(6) }],
		}));
	it("list outbound links by change, those that are gone included", async () => {
		const ofLastDay = { start_date: "2026-11-19", end_date: "2026-11-19", time_zone: "UTC" };
		const asked = { ...ofLastDay, compare: "2026-11-20..2026-11-20", sort_by: "change" };
		expect(await ask(SITE, "/events/outbound", asked)).toEqual({
			data: [
				{
					url: "https://other.example/",
					count: 0,
					lastClicked: secondsAgo(6),
					previous: { count: 1 },
				},
			],
			comparison: { from: "2026-11-20T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" },
		});
		await expect(ask(SITE, "/events/outbound", { sort_by: "change" })).rejects.toThrow(
			"sort_by=change needs compare",
		);
	});
	it("name a form by the first attribute that is known", async () =>
		expect(await ask(SITE, "/events/autocapture", { type: "form_submit" })).toEqual({
			data: [{ value: "f1", count: 1, lastOccurred: secondsAgo(2) }],
		}));
	it("list their values for selection", async () =>
		expect(await ask(SITE, "/events/autocapture-values", { type: "form_submit" })).toEqual({
			data: [{ value: "f1", count: 1 }],
		}));
	it.each(["", "pageview", "toString"])("are rejected for the type %j", (type) =>
		expect(ask(SITE, "/events/autocapture", { type })).rejects.toMatchObject({
			status: 400,
			message: "Invalid autocapture event type",
		}),
	);
});

describe("errors", () => {
	const names = [
		{
			value: "x is not a function",
			errorName: "TypeError",
			count: 2,
			sessionCount: 2,
			percentage: 66.67,
		},
		{ value: "too deep", errorName: "RangeError", count: 1, sessionCount: 1, percentage: 33.33 },
	];
	const errorMessage = "too deep";

	it("are grouped by message, as a plain list or in pages", async () => {
		expect(await ask(SITE, "/errors/names")).toEqual({ data: names });
		expect(await ask(SITE, "/errors/names", { page: "2", limit: "1" })).toEqual({
			data: { data: names.slice(1), totalCount: 2 },
		});
		expect(await ask(SITE, "/errors/names", { page: "9", limit: "1" })).toEqual({
			data: { data: [], totalCount: 2 },
		});
	});
	it("are named by their latest occurrence; among equal times, by the last in the log", async () => {
		const error = (name: string, offset: number) => [
			5,
			"2026-11-20 10:00:00.000",
			"error",
			name,
			JSON.stringify(boom("x")),
			1,
			"/",
			"",
			"",
			offset,
		];
		await store.insert("events", COLUMNS, [error("TypeError", 1), error("Error", 2)]);
		expect(await ask(5, "/errors/names")).toMatchObject({ data: [{ errorName: "Error" }] });
	});
	it("show each occurrence with its context", async () => {
		const { data } = (await ask(SITE, "/errors/events", { errorMessage })) as { data: unknown[] };
		expect(data).toEqual([
			{
				timestamp: secondsAgo(3),
				session_id: "0000000000000002",
				user_id: "0000000000000000",
				pathname: "/a",
				hostname: "example.com",
				page_title: "A",
				referrer: "",
				browser: "",
				browser_version: "",
				operating_system: "",
				operating_system_version: "",
				device_type: "",
				country: "",
				city: "",
				region: "",
				message: "too deep",
				stack: "at x",
				fileName: null,
				lineNumber: 3,
				columnNumber: null,
			},
		]);
	});
	it("form a series without gaps", async () => {
		const range = { start_datetime: "2026-11-20 10:30:00", end_datetime: "2026-11-20 12:00:00" };
		expect(
			await ask(SITE, "/errors/time-series", { errorMessage, bucket: "hour", ...range }),
		).toEqual({
			success: true,
			data: [
				{ time: "2026-11-20 10:00:00", error_count: 0 },
				{ time: "2026-11-20 11:00:00", error_count: 1 },
			],
		});
	});
	it("form a series of days by default", async () =>
		expect(await ask(SITE, "/errors/time-series", { errorMessage })).toEqual({
			success: true,
			data: [{ time: "2026-11-20 00:00:00", error_count: 1 }],
		}));
	it.each([
		["/errors/events", {}, "errorMessage parameter is required"],
		["/errors/time-series", { bucket: "day" }, "errorMessage parameter is required"],
		[
			"/errors/time-series",
			{ errorMessage: "x", bucket: "decade" },
			"Invalid bucket value: decade",
		],
	])("at %s with %j are rejected", (path, parameters, message) =>
		expect(ask(SITE, path, parameters)).rejects.toMatchObject({ status: 400, message }),
	);
});

describe("a small dashboard", () => {
	it("receives the rows of the full breakdown", async () =>
		expect(await ask(SITE, "/metric-lite", { parameter: "pathname" })).toEqual(
			await ask(SITE, "/metric", { parameter: "pathname" }),
		));
	it.each(["channel", ""])("receives no breakdown by %j", (parameter) =>
		expect(ask(SITE, "/metric-lite", { parameter })).rejects.toMatchObject({
			status: 400,
			message: "Lite mode does not support this parameter",
		}),
	);
});

describe("a breakdown", () => {
	it.each([
		["", "parameter is required"],
		["session_duration", "Invalid parameter: session_duration"],
		["colour", "Invalid parameter: colour"],
	])("by %j is rejected", (parameter, message) =>
		expect(ask(SITE, "/metric", { parameter })).rejects.toMatchObject({
			status: 400,
			message,
			fields: { details: [expect.stringMatching(/^parameter: one of browser, .*, prop:<key>,/)] },
		}),
	);
});

describe("page titles", () => {
	it("include their page and time", async () =>
		expect(await ask(SITE, "/page-titles")).toEqual({
			data: [
				{
					value: "A",
					pathname: "/a",
					count: 1,
					percentage: 100,
					pageviews: 1,
					bounce_rate: 100,
					time_on_page_seconds: 1,
				},
			],
		}));
});

describe("web vitals", () => {
	it("are percentiles, null where nothing was measured", async () => {
		const { data } = (await ask(3, "/performance/overview")) as { data: Record<string, unknown> };
		expect(data).toMatchObject({
			lcp_p50: 200,
			lcp_p75: 250,
			lcp_p99: 298,
			cls_p50: null,
			total_performance_events: 3,
		});
	});
	it("form a series without gaps", async () => {
		const { data } = (await ask(3, "/performance/time-series", {
			start_datetime: "2026-11-20 09:00:00",
			end_datetime: "2026-11-20 11:00:00",
		})) as { data: Record<string, unknown>[] };
		expect(data.map(({ time, event_count, lcp_p50 }) => [time, event_count, lcp_p50])).toEqual([
			["2026-11-20 09:00:00", 0, null],
			["2026-11-20 10:00:00", 2, 150],
		]);
	});
	it("are broken down by a dimension, sorted as requested", async () => {
		const { data } = (await ask(3, "/performance/by-dimension", {
			dimension: "country",
			sort_by: "lcp_avg",
		})) as { data: { data: Record<string, unknown>[]; totalCount: number } };
		expect([
			data.totalCount,
			data.data.map(({ country, event_count, lcp_avg }) => [country, event_count, lcp_avg]),
		]).toEqual([
			2,
			[
				["FR", 1, 300],
				["DE", 2, 150],
			],
		]);
	});
	it.each([
		[
			{},
			"dimension must be one of pathname, country, device_type, browser, operating_system, region",
		],
		[{ dimension: "country", sort_order: "up" }, "sort_order must be one of asc, desc"],
	])("reject %j", (parameters, message) =>
		expect(ask(3, "/performance/by-dimension", parameters)).rejects.toMatchObject({
			status: 400,
			message,
		}),
	);
});

describe("bots", () => {
	const filters = (parameter: string, value: string) =>
		JSON.stringify([{ parameter, type: "equals", value: [value] }]);

	it("are counted beside people, layer by layer", async () =>
		expect(await ask(SITE, "/bots/overview")).toEqual({
			data: {
				bot_requests: 2,
				total_events: 12,
				bot_percentage: 16.67,
				ua_pattern: 2,
				header_heuristics: 0,
				client_signals: 0,
				bot_asn: 1,
				rate_anomaly: 0,
				suspected_events: 0,
				suspected_sessions: 0,
			},
		}));
	it("can be limited to one layer; an unknown layer matches none", async () => {
		expect(await ask(SITE, "/bots/overview", { layer: "bot_asn" })).toMatchObject({
			data: { bot_requests: 1, ua_pattern: 1 },
		});
		expect(await ask(SITE, "/bots/overview", { layer: "x" })).toMatchObject({
			data: { bot_requests: 2 },
		});
	});
	it("apply the filters that make sense for bots and ignore the others", async () => {
		for (const [parameter, value, bot_requests] of [
			["pathname", "/a", 1],
			["referrer", "x.example", 1],
			["user_id", "0000000000000002", 1],
			["event_name", "buy", 2],
		] as const)
			expect(
				await ask(SITE, "/bots/overview", { filters: filters(parameter, value) }),
			).toMatchObject({ data: { bot_requests } });
	});
	it("form a series without gaps", async () =>
		expect(
			await ask(SITE, "/bots/time-series", {
				start_datetime: "2026-11-20 09:00:00",
				end_datetime: "2026-11-20 11:00:00",
			}),
		).toEqual({
			data: [
				{ time: "2026-11-20 09:00:00", bot_requests: 0 },
				{ time: "2026-11-20 10:00:00", bot_requests: 1 },
			],
		}));
	it("are broken down by a dimension", async () => {
		expect(await ask(SITE, "/bots/by-dimension", { dimension: "pathname" })).toEqual({
			data: {
				data: [
					{ value: "/a", hostname: "h", count: 1, percentage: 50 },
					{ value: "/b", hostname: "h", count: 1, percentage: 50 },
				],
				totalCount: 2,
			},
		});
		expect(
			await ask(SITE, "/bots/by-dimension", { dimension: "bot_operator", purpose: "ai" }),
		).toEqual({
			data: {
				data: [{ value: "OpenAI", hostname: "", count: 1, percentage: 100 }],
				totalCount: 1,
			},
		});
	});
	it.each([
		{},
		{ dimension: "channel" },
		{ dimension: "toString" },
		{ dimension: "browser", purpose: "x" },
	])("reject a breakdown by %j", (parameters) =>
		expect(ask(SITE, "/bots/by-dimension", parameters)).rejects.toMatchObject({ status: 400 }),
	);
});
