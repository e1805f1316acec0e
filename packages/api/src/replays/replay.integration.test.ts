import type { EventStore } from "@footfall/store";
import { startWithEvents } from "@footfall/testing/api/start-with-events";
import { type PopulatedApi, startPopulatedApi } from "@footfall/testing/api/test-api";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let store: EventStore;
let api: PopulatedApi;
let close: () => Promise<void>;
let replays: string;

beforeAll(async () => {
	({ api, store, close } = await startWithEvents(startPopulatedApi));
	replays = `/api/sites/${api.site.siteId}/session-replay`;
});
afterAll(() => close());

const START = Date.UTC(2026, 10, 20, 10);
const FAR = "2100-01-01 00:00:00";

interface Chunk {
	session: number;
	batch: number;
	chunk: number;
	part: number;
	parts: number;
	times: number[];
	texts: string[];
	site: number;
	visitor: number;
	user: string;
	page: string;
}

/** Stores chunks as the loader does; an event's time is in ms after ten o'clock. */
const record = (...chunks: Partial<Chunk>[]) =>
	store.insert(
		"replay_chunks",
		[
			...["site_id", "session_id", "batch_id", "chunk", "part", "parts"],
			...["timestamp", "ended_at", "keep_until", "user_id", "identified_user_id", "page_url"],
			...["browser", "country", "screen_width", "screen_height"],
			...["event_count", "byte_count", "first_time", "last_time", "times", "events"],
		],
		chunks.map((given) => {
			const { session = 1, batch = 1, chunk = 0, part = 0, parts = 1, times = [0, 10] } = given;
			const { texts = times.map((time) => `{"type":3,"timestamp":${time},"data":null}`) } = given;
			const [first = 0, last = 0] = [times[0], times.at(-1)];
			return [
				...[given.site ?? api.site.siteId, session, batch, chunk, part, parts],
				...[START + first, START + last, FAR, given.visitor ?? 1, given.user ?? ""],
				...[given.page ?? "https://example.com/", "Firefox", "NL", 1280, 720],
				...[part === 0 ? times.length : 0, texts.join("").length, first, last, times, texts],
			];
		}),
	);

beforeEach(async () => {
	await store.command("TRUNCATE TABLE replay_chunks");
	await store.command("TRUNCATE TABLE events");
});

const ask = async (path: string, headers: Record<string, string> = api.as.owner) => {
	const { status, body } = await api.ask(`${replays}${path}`, { headers });
	return { status, body: body as { data: { session_id: string }[]; events: unknown[] } };
};

const listed = async (query = "") =>
	(await ask(`/list${query}`)).body.data.map(({ session_id }) => Number(`0x${session_id}`));

const id = (session: number) => session.toString(16).padStart(16, "0");

const row = {
	session_id: id(1),
	user_id: id(1),
	identified_user_id: "zoe",
	traits: null,
	start_time: "2026-11-20T10:00:00.000Z",
	end_time: "2026-11-20T10:00:20.000Z",
	duration_ms: 20_000,
	page_url: "https://example.com/",
	event_count: 4,
	country: "NL",
	region: "",
	city: "",
	browser: "Firefox",
	browser_version: "",
	operating_system: "",
	operating_system_version: "",
	device_type: "",
	screen_width: 1280,
	screen_height: 720,
};

describe("the list of recordings", () => {
	it("combines each session's first chunk with the totals of all chunks", async () => {
		await record(
			{ batch: 2, times: [10_000, 20_000], page: "https://example.com/later", user: "zoe" },
			{ batch: 1, times: [0, 5_000] },
			{ batch: 1, times: [0, 5_000] },
		);
		expect((await ask("/list")).body).toEqual({ data: [row] });
	});

	it("omits recordings that are too short to play, and other sites' recordings", async () => {
		await record({ session: 1, times: [0] }, { session: 2 }, { session: 3, site: 77 });
		expect(await listed()).toEqual([2]);
	});

	it("shows the latest first, in pages", async () => {
		await record(...[1, 2, 3, 4].map((session) => ({ session, times: [session, 10] })));
		expect(await listed()).toEqual([4, 3, 2, 1]);
		expect(await listed("?limit=2")).toEqual([4, 3]);
		expect(await listed("?limit=2&offset=3")).toEqual([1]);
	});

	it("filters by user, device and length", async () => {
		await record(
			{ session: 1, visitor: 0xabc },
			{ session: 2, user: "zoe" },
			{ session: 3, times: [0, 90_000] },
		);
		expect(await listed(`?userId=${id(0xabc)}`)).toEqual([1]);
		expect(await listed("?userId=zoe")).toEqual([2]);
		expect(await listed("?minDuration=60")).toEqual([3]);
	});

	it("is limited to a range, and to sessions whose events match the filters", async () => {
		await record({ session: 1 }, { session: 2, times: [86_400_000, 86_400_010] });
		await store.command(
			`INSERT INTO events (site_id, timestamp, type, session_id, pathname) VALUES
				(${api.site.siteId}, '2026-11-20 10:00:00', 'pageview', 1, '/'),
				(${api.site.siteId}, '2026-11-21 10:00:00', 'pageview', 2, '/cart')`,
		);
		const filters = (value: string) =>
			`filters=${encodeURIComponent(JSON.stringify([{ parameter: "pathname", type: "equals", value: [value] }]))}`;
		expect(await listed("?start_date=2026-11-20&end_date=2026-11-20")).toEqual([1]);
		expect(await listed(`?${filters("/cart")}`)).toEqual([2]);
		expect(await listed(`?start_date=2026-11-20&end_date=2026-11-20&${filters("/cart")}`)).toEqual(
			[],
		);
	});
});

describe("a recording", () => {
	it("returns its events in order of time, whatever order they arrived in", async () => {
		await record(
			{ batch: 9, times: [0, 5_000] },
			{ batch: 3, times: [5_000, 20_000], user: "zoe" },
			{ batch: 3, times: [5_000, 20_000], user: "zoe" },
		);
		const event = (timestamp: number) => ({ type: 3, timestamp, data: null });
		expect((await ask(`/${id(1)}`)).body).toEqual({
			events: [event(0), event(5_000), event(5_000), event(20_000)],
			metadata: row,
		});
	});

	it("joins events that came in parts, and omits incomplete ones", async () => {
		const half = { times: [7], parts: 2 };
		await record(
			{ ...half, batch: 1, chunk: 0, part: 0, texts: ['{"type":2,"time'] },
			{ ...half, batch: 1, chunk: 1, part: 1, texts: ['stamp":7,"data":"é"}'] },
			{ ...half, batch: 2, chunk: 1, part: 1, texts: ['stamp":7,"data":"lost"}'] },
			{ ...half, batch: 3, chunk: 0, part: 0, texts: ['{"type":2,"time'] },
			{ batch: 4, times: [8] },
		);
		expect((await ask(`/${id(1)}`)).body.events).toEqual([
			{ type: 2, timestamp: 7, data: "é" },
			{ type: 3, timestamp: 8, data: null },
		]);
	});

	it("is complete and ordered, however long it is and however its chunks overlap", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(fc.nat(50), { minLength: 1, maxLength: 4 }), {
					minLength: 1,
					maxLength: 8,
				}),
				async (batches) => {
					await store.command("TRUNCATE TABLE replay_chunks");
					const padding = "x".repeat(300_000);
					await record(
						...batches.map((times, batch) => ({
							batch,
							times: times.sort((one, other) => one - other),
							texts: times.map(
								(time) => `{"type":3,"timestamp":${time},"data":["${padding}",${batch}]}`,
							),
						})),
					);
					const { events } = (await ask(`/${id(1)}`)).body;
					expect((events as { timestamp: number }[]).map(({ timestamp }) => timestamp)).toEqual(
						batches.flat().sort((one, other) => one - other),
					);
				},
			),
			{ numRuns: 5 },
		);
	});

	it("is not found when it does not exist", async () => {
		for (const unknown of [id(5), "5", "../x", "'; DROP TABLE events"]) {
			const { status, body } = await ask(`/${encodeURIComponent(unknown)}`);
			expect([status, body]).toMatchObject([404, { error: "Session replay not found" }]);
		}
	});

	it("is marked in the list of sessions", async () => {
		await record({ session: 1 }, { session: 2, times: [0] });
		await store.command(
			`INSERT INTO events (site_id, timestamp, type, session_id) SELECT ${api.site.siteId}, '2026-11-20 10:00:00', 'pageview', number FROM numbers(1, 3)`,
		);
		const site = `/api/sites/${api.site.siteId}`;
		const { body } = await api.ask(`${site}/sessions`, { headers: api.as.owner });
		const { data } = body as { data: { session_id: string; has_replay: number }[] };
		expect(data.map(({ session_id, has_replay }) => [session_id, has_replay])).toEqual([
			[id(1), 1],
			[id(2), 0],
			[id(3), 0],
		]);
		const detail = await api.ask(`${site}/sessions/${id(1)}`, { headers: api.as.owner });
		expect(detail.body).toMatchObject({ data: { session: { has_replay: 1 } } });
	});

	it("is gone after its deletion, and nothing else is", async () => {
		await record({ session: 1 }, { session: 2 });
		const remove = (headers: Record<string, string>) =>
			api.ask(`${replays}/${id(1)}`, { method: "DELETE", headers });
		expect((await remove(api.as.member)).status).toBe(403);
		expect(await remove(api.as.admin)).toMatchObject({ status: 200, body: { success: true } });
		expect((await remove(api.as.admin)).status).toBe(404);
		expect(await listed()).toEqual([2]);
	});

	it("is for members only, also on a public site", async () => {
		await record({});
		const config = `/api/sites/${api.site.siteId}/config`;
		const headers = api.as.owner;
		await api.ask(config, { method: "PUT", headers, body: { public: true } });
		expect((await ask("/list", {})).status).toBe(401);
		expect((await ask(`/${id(1)}`, api.as.stranger)).status).toBe(403);
		await api.ask(config, { method: "PUT", headers, body: { public: false } });
	});
});
