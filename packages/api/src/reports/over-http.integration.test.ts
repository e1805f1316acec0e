import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { bearer, startTestApi } from "@footfall/testing/api/test-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let store: EventStore;
let api: Awaited<ReturnType<typeof startTestApi>>;
let close: () => Promise<void>;
let site: string;
let headers: Record<string, string>;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startTestApi));
	if (!api.firstStart) throw new Error("The database of a test was not empty");
	site = `/api/sites/${api.firstStart.site.siteId}`;
	headers = bearer(api.firstStart.apiKey);
	await store.command(
		`INSERT INTO events (site_id, timestamp, type, session_id, pathname) VALUES
			(${api.firstStart.site.siteId}, '2026-11-20 10:00:00', 'pageview', 1, '/')`,
	);
});
afterAll(() => close());

describe("a report over HTTP", () => {
	it("is for callers who may read the site", async () => {
		expect((await api.ask(`${site}/overview`)).status).toBe(401);
		const { status, body } = await api.ask(`${site}/overview`, { headers });
		expect([status, body]).toEqual([
			200,
			{
				data: {
					sessions: 1,
					pageviews: 1,
					users: 1,
					pages_per_session: 1,
					bounce_rate: 100,
					session_duration: 0,
				},
			},
		]);
	});

	it("is guarded before its query is checked", async () =>
		expect((await api.ask(`${site}/overview?time_zone=Mars`)).status).toBe(401));

	it("refuses a bad range in one line and bad filters in detail", async () => {
		const range = await api.ask(`${site}/overview?start_date=x&time_zone=Mars`, { headers });
		expect([range.status, range.body]).toMatchObject([
			400,
			{
				error:
					"Invalid start_date format. Use YYYY-MM-DD; Invalid time_zone; start_date and end_date must be provided together",
				code: "INVALID_REQUEST",
			},
		]);
		const filters = await api.ask(`${site}/overview?filters=[1]`, { headers });
		expect([filters.status, filters.body]).toMatchObject([
			400,
			{
				error: "Invalid filters",
				details: ["filters[0]: must be an object with parameter, type and value"],
			},
		]);
	});

	it("reports as a filter error what only the store finds wrong with a regular expression", async () => {
		const value = ["(((a{1000}){1000}){1000}){1000}"];
		const filters = JSON.stringify([{ parameter: "pathname", type: "regex", value }]);
		const path = `${site}/overview?filters=${encodeURIComponent(filters)}`;
		const { status, body } = await api.ask(path, { headers });
		expect([status, body]).toMatchObject([400, { error: "Invalid filters" }]);
	});

	it.each([
		["overview-bucketed", "overview/time-series"],
		["error-names", "errors/names"],
		["error-events?errorMessage=x", "errors/events?errorMessage=x"],
		["events/bucketed", "events/time-series"],
		["session-locations", "sessions/locations"],
		["overview-lite", "overview"],
	])("answers %s as %s", async (older, newer) => {
		const answers = await Promise.all(
			[older, newer].map((path) => api.ask(`${site}/${path}`, { headers })),
		);
		const [one, other] = answers.map(({ status, body }) => [status, body]);
		expect(one).toEqual([200, other?.[1]]);
	});

	it("finds a session by its id", async () => {
		const found = await api.ask(`${site}/sessions/0000000000000001`, { headers });
		expect([found.status, found.body]).toMatchObject([
			200,
			{ data: { session: { entry_page: "/" }, pagination: { total: 1 } } },
		]);
		const missing = await api.ask(`${site}/sessions/0000000000000002`, { headers });
		expect([missing.status, missing.body]).toMatchObject([404, { error: "Session not found" }]);
	});

	it("reports its timings", async () => {
		const { headers: answered } = await api.ask(`${site}/overview`, { headers });
		expect(answered.get("server-timing")).toMatch(/^db;dur=\d+\.\d, total;dur=\d+\.\d$/);
	});

	it("may be cached by the client only, and is not sent again while unchanged", async () => {
		const path = `${site}/metric?parameter=pathname`;
		const first = await api.ask(path, { headers });
		const tag = first.headers.get("etag") ?? "";
		expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
		expect(tag).toMatch(/^W\/"/);
		const again = await api.ask(path, { headers: { ...headers, "if-none-match": tag } });
		expect([again.status, again.headers.get("etag"), again.body]).toEqual([304, tag, ""]);
		expect((await api.ask(path, { headers: { "if-none-match": tag } })).status).toBe(401);

		await store.command(
			`INSERT INTO events (site_id, timestamp, type, session_id, pathname) VALUES
				(${api.firstStart?.site.siteId}, '2026-11-19 10:00:00', 'pageview', 2, '/later')`,
		);
		const changed = await api.ask(path, { headers: { ...headers, "if-none-match": tag } });
		expect(changed.status).toBe(200);
		expect(changed.headers.get("etag")).not.toBe(tag);
	});

	it("is streamed if it is large", async () => {
		const range = "start_datetime=2026-11-11 00:00:00&end_datetime=2026-11-21 00:00:00";
		const {
			status,
			headers: answered,
			body,
		} = await api.ask(`${site}/bots/time-series?bucket=minute&${range}`, { headers });
		const { data } = body as { data: unknown[] };
		expect([status, data.length, answered.get("etag")]).toEqual([200, 10 * 1440, null]);
		expect(answered.get("content-length")).toBeNull();
		expect(data.at(-1)).toEqual({ time: "2026-11-20 23:59:00", bot_requests: 0 });
	});

	it("is not cached when it is refused", async () => {
		const refused = await api.ask(`${site}/metric`, { headers });
		expect([refused.status, refused.headers.get("cache-control")]).toEqual([400, "no-store"]);
		expect(refused.headers.get("etag")).toBeNull();
	});
});
