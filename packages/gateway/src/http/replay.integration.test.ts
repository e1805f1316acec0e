import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";
import type { QueuedReplay } from "@footfall/shared/queued-replay";
import type { ConfiguredSite } from "@footfall/shared/site";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// Compressing and inflating megabytes takes seconds on a busy machine.
const site = (changes: Omit<Partial<ConfiguredSite>, "siteId"> & { siteId: number }) =>
	siteOf({
		sessionReplay: true,
		...changes,
		id: `00000000000${changes.siteId}` as ConfiguredSite["id"],
		siteId: changes.siteId as ConfiguredSite["siteId"],
	});

const sites = [
	site({ siteId: 1 }),
	site({ siteId: 2, sessionReplay: false }),
	site({ siteId: 3, type: "mobile" }),
	site({ siteId: 4, excludedIPs: ["127.0.0.1"] }),
	site({ siteId: 5, excludedPaths: ["/admin*"], excludedHostnames: ["staging.*"] }),
	site({ siteId: 6, saltUserIds: true }),
	site({ siteId: 7, replayRetentionDays: 90 }),
	site({ siteId: 8, countAllHosts: false, domain: "shop.example" }),
];

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith(sites) });
});
afterAll(() => running.stop());

const events = [
	{ type: 4, timestamp: Date.now() - 900, data: { href: "https://shop.example/", width: 1280 } },
	{ type: 2, timestamp: Date.now() - 800, data: { node: { id: 1, childNodes: [] } } },
];
const batch = {
	userId: "zoë",
	events,
	metadata: {
		pageUrl: "https://shop.example/cart?x=1",
		viewportWidth: 1280,
		viewportHeight: 720,
		language: "nl-NL",
	},
};

const post = async (
	siteId: string | number,
	body: string | Uint8Array | object,
	headers: Record<string, string> = {},
) => {
	const isRaw = typeof body === "string" || body instanceof Uint8Array;
	const response = await fetch(`${running.url}/api/session-replay/record/${siteId}`, {
		method: "POST",
		headers: { ...browserHeaders, ...headers },
		body: isRaw ? (body as BodyInit) : JSON.stringify(body),
	});
	return { status: response.status, body: await response.json(), headers: response.headers };
};

const eventsIn = (chunk: QueuedReplay): unknown[] => {
	const text = gunzipSync(chunk.events);
	let start = 0;
	return chunk.lengths.map((length) => {
		start += length;
		return JSON.parse(text.toString("utf8", start - length, start));
	});
};

describe("a recorder's batch", () => {
	it("is in the queue when it is acknowledged, with the gateway's knowledge of its sender", async () => {
		const { status, body, headers } = await post(1, batch);
		expect([status, body]).toEqual([200, { success: true }]);
		expect([
			headers.get("access-control-allow-origin"),
			headers.get("access-control-allow-credentials"),
			headers.get("set-cookie"),
		]).toEqual(["https://shop.example", "true", null]);
		const [chunk] = await running.recorded(1);
		if (chunk === undefined) throw new Error("Nothing was queued");
		expect(eventsIn(chunk)).toEqual(events);
		expect(chunk).toEqual({
			batch: expect.stringMatching(/^[0-9a-f]{16}$/),
			chunk: 0,
			part: 0,
			parts: 1,
			site: 1,
			receivedAt: expect.any(Number),
			startedAt: events[0]?.timestamp,
			endedAt: events[1]?.timestamp,
			retentionDays: 30,
			visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
			identifiedUser: "zoë",
			pageUrl: "https://shop.example/cart?x=1",
			language: "nl-NL",
			screenWidth: 1280,
			screenHeight: 720,
			browser: "Chrome",
			browserVersion: "142",
			operatingSystem: "Windows",
			operatingSystemVersion: "10",
			deviceType: "Desktop",
			country: "",
			region: "",
			city: "",
			times: events.map(({ timestamp }) => timestamp),
			lengths: expect.any(Array),
			events: expect.any(Uint8Array),
		});
	});

	it("keeps its name when resent, and has the visitor of its page's events", async () => {
		await post(6, batch);
		await post(6, gzipSync(JSON.stringify(batch)));
		await fetch(`${running.url}/api/track`, {
			method: "POST",
			headers: browserHeaders,
			body: JSON.stringify({ type: "pageview", site_id: "6", _bs: 0 }),
		});
		const [plain, compressed] = await running.recorded(2);
		const [event] = await running.appended(1);
		expect([plain?.batch, plain?.visitor, plain?.visitorYesterday]).toEqual([
			compressed?.batch,
			event?.visitor,
			event?.visitorYesterday,
		]);
	});

	it("is kept for the retention that its site sets", async () => {
		await post(7, batch);
		expect((await running.recorded(1)).map(({ retentionDays }) => retentionDays)).toEqual([90]);
	});

	it.each([
		["gzip without its header", gzipSync(JSON.stringify(batch)), {}],
		["gzip", gzipSync(JSON.stringify(batch)), { "content-encoding": "gzip" }],
		["deflate", deflateSync(JSON.stringify(batch)), { "content-encoding": "deflate" }],
		["br", brotliCompressSync(JSON.stringify(batch)), { "content-encoding": "br" }],
		["JSON after a byte order mark", `\uFEFF${JSON.stringify(batch)}`, {}],
	])("is accepted as %s", async (_how, body, headers) => {
		expect((await post(1, body, headers)).body).toEqual({ success: true });
		const [chunk] = await running.recorded(1);
		expect(chunk && eventsIn(chunk)).toEqual(events);
	});

	it("is accepted for the numeric id, the other id and an id with a trailing slash", async () => {
		for (const id of ["1", "000000000001", "1/"])
			expect((await post(id, { ...batch, events: [] })).body).toEqual({ success: true });
	});

	it("is a person's, however many colleagues are recorded at the same address", async () => {
		for (let sent = 0; sent < 120; sent++)
			await post(1, { ...batch, events: [{ type: 3, timestamp: sent, data: sent }] });
		expect(await running.recorded(120)).toHaveLength(120);
	});

	it("is split into chunks that every queue accepts, however large its events are", async () => {
		const large = { type: 2, timestamp: 1_000, data: "é".repeat(400_000) };
		const many = Array.from({ length: 3000 }, (_none, index) => ({
			type: 3,
			timestamp: 2_000 + index,
			data: { text: String(index).padEnd(300, "x") },
		}));
		expect((await post(1, { userId: "", events: [...many, large] })).status).toBe(200);
		const chunks = await running.recorded(8);
		const sizes = chunks.map(({ lengths }) => lengths.reduce((sum, length) => sum + length));
		expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
		expect(chunks.map(({ chunk, part, parts }) => [chunk, part, parts])).toEqual([
			[0, 0, 4],
			[1, 1, 4],
			[2, 2, 4],
			[3, 3, 4],
			[4, 0, 1],
			[5, 0, 1],
			[6, 0, 1],
			[7, 0, 1],
		]);
		expect(chunks.slice(4).flatMap(eventsIn)).toEqual(many);
	});

	it.each([
		["years behind", -10 * 365 * 86_400_000],
		["years ahead", 10 * 365 * 86_400_000],
	])("of a clock that is %s is dated at its receipt", async (_which, offset) => {
		const times = [Date.now() + offset - 5_000, Date.now() + offset];
		await post(1, {
			userId: "",
			events: times.map((timestamp) => ({ type: 3, timestamp, data: 0 })),
		});
		const [chunk] = await running.recorded(1);
		expect(chunk && [chunk.startedAt - chunk.receivedAt, chunk.endedAt - chunk.receivedAt]).toEqual(
			[(times[0] ?? 0) - (times[1] ?? 0), 0],
		);
		expect(chunk?.times).toEqual(times);
	});
});

describe("a batch that is not recorded", () => {
	it.each([
		["for an unknown site", 99, "Session replay not enabled"],
		["for a site id that is not text", "%ff", "Session replay not enabled"],
		["for a site with replay switched off", 2, "Session replay not enabled"],
		["for a mobile site", 3, "Session replay not enabled"],
		["from an excluded address", 4, "Session replay not recorded - IP excluded"],
	])("is accepted but dropped %s", async (_whose, siteId, message) => {
		const { status, body } = await post(siteId, batch);
		expect([status, body]).toEqual([200, { success: true, message }]);
		await expectNothingQueued();
	});

	it.each([
		["https://shop.example/admin/users", "path", 5],
		["https://staging.shop.example/", "hostname", 5],
		["http://localhost:8080/", "host", 8],
		["file:///home/ann/page.html", "host", 1],
	])("is accepted but dropped for the page %s", async (pageUrl, label, siteId) => {
		const { body } = await post(siteId, { ...batch, metadata: { pageUrl } });
		expect(body).toEqual({
			success: true,
			message: `Session replay not recorded - ${label} excluded`,
		});
		await expectNothingQueued();
	});

	it("of a bot is answered and dropped", async () => {
		const { status, body } = await post(1, batch, { "user-agent": "Googlebot/2.1" });
		expect([status, body]).toEqual([200, { success: true }]);
		await expectNothingQueued();
	});

	it.each([
		["not JSON", "{", 400],
		["a different JSON object", { events }, 400],
		["gzip in its first bytes only", Buffer.from([0x1f, 0x8b, 1, 2]), 400],
		["larger than its limit once decompressed", gzipSync(Buffer.alloc(20 * 1024 * 1024)), 413],
		["too large", Buffer.alloc(10 * 1024 * 1024 + 1, " "), 413],
	])("is refused when it is %s", async (_what, body, status) => {
		const answer = await post(1, body);
		expect([answer.status, answer.body]).toMatchObject([
			status,
			{ success: false, error: expect.any(String), resolution: expect.any(String) },
		]);
		await expectNothingQueued();
	});

	it("is refused in an unknown encoding", async () =>
		expect((await post(1, batch, { "content-encoding": "zip" })).status).toBe(415));

	it("is refused by another method", async () => {
		const response = await fetch(`${running.url}/api/session-replay/record/1`);
		expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
	});

	it("never makes the gateway fail, whatever it contains", () =>
		fc.assert(
			fc.asyncProperty(
				fc.oneof(
					fc.uint8Array({ maxLength: 200 }),
					fc.json().map((text) => Buffer.from(text)),
					fc
						.json()
						.map((text) => gzipSync(`{"userId":"","events":[{"type":1,"timestamp":${text}}]}`)),
				),
				fc.constantFrom("", "gzip", "br", "deflate"),
				async (body, encoding) => {
					const headers: Record<string, string> = encoding ? { "content-encoding": encoding } : {};
					expect((await post(1, body, headers)).status).toBeLessThan(500);
				},
			),
			{ numRuns: 100 },
		));
});

describe("the metrics", () => {
	it("account for every batch", async () => {
		const text = await (await fetch(`${running.url}/metrics`)).text();
		const numbers = [...text.matchAll(/^footfall_replays_(\w+?)(?:_total)?(?:{.*})? (\d+)$/gm)];
		const sums = new Map<string, number>();
		for (const [, name = "", value] of numbers)
			sums.set(name, (sums.get(name) ?? 0) + Number(value));
		const of = (name: string) => sums.get(name) ?? Number.NaN;
		expect(of("received")).toBeGreaterThan(100);
		expect(of("received")).toBe(
			of("stored") +
				of("bot") +
				of("duplicate") +
				of("filtered") +
				of("rejected") +
				of("in_flight"),
		);
	});
});

/** The first record appended now: a batch that was not recorded left nothing before it. */
const expectNothingQueued = async () => {
	await running.recorded(0);
	const mark = `mark ${Math.random()}`;
	await post(1, { userId: mark, events: [{ type: 3, timestamp: Date.now(), data: 1 }] });
	expect((await running.recorded(1)).map(({ identifiedUser }) => identifiedUser)).toEqual([mark]);
};
