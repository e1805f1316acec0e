import { eventually } from "@footfall/testing/eventually";
import {
	type Fault,
	type FaultyCollector,
	startFaultyCollector,
} from "@footfall/testing/network/faulty-collector";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import type { DeliveryError } from "./delivery-error.ts";

let server: FaultyCollector;
let errors: DeliveryError[];
let clients: Client[];
beforeEach(async () => {
	server = await startFaultyCollector();
	errors = [];
	clients = [];
});
afterEach(async () => {
	await Promise.all(clients.map((client) => client.close({ timeoutMs: 1 })));
	await server.close();
});

const clientWith = (options: Partial<ClientOptions> = {}): Client => {
	const client = createClient({
		siteId: "1",
		host: server.url,
		apiKey: "key",
		retryMs: 1,
		onError: (error) => errors.push(error),
		...options,
	});
	clients.push(client);
	return client;
};
const names = () => server.stored.map(({ event_name }) => event_name);
/** The errors about events: kind, name and reason. */
const reported = () =>
	errors
		.filter(({ event }) => event !== undefined)
		.map(({ kind, event, message }) => [kind, event?.["event_name"], message]);
const counts = (some: object) => ({ accepted: 0, refused: 0, dropped: 0, waiting: 0, ...some });
const busy = (retryAfter?: string): Fault => ({
	kind: "page",
	status: 503,
	...(retryAfter !== undefined && { retryAfter }),
});
const page = (status: number): Fault => ({ kind: "page", status });

describe("a client", () => {
	it("sends events with the API's names, an id and the time of the call", async () => {
		const client = clientWith();
		const since = Date.now();
		client.event(
			"paid",
			{ plan: "pro" },
			{ userId: "42", ipAddress: "192.0.2.1", revenue: "29.90" },
		);
		client.pageview({ pathname: "/", pageTitle: "Start", userAgent: "x".repeat(600) });
		client.error(new TypeError("odd"), { order: 7 }, { anonymousId: "a" });
		client.event("own", undefined, { id: "order-1", timestamp: new Date(0), tag: undefined });
		expect(await client.flush()).toEqual(counts({ accepted: 4 }));

		const [paid, viewed, failed, own] = server.stored;
		expect(paid).toEqual({
			site_id: "1",
			type: "custom_event",
			event_name: "paid",
			properties: { plan: "pro" },
			user_id: "42",
			ip_address: "192.0.2.1",
			revenue: "29.90",
			id: expect.stringMatching(/^[\da-f-]{36}$/),
			timestamp: expect.any(Number),
		});
		expect(paid?.["timestamp"]).toBeGreaterThanOrEqual(since);
		expect(viewed).toMatchObject({ type: "pageview", pathname: "/", page_title: "Start" });
		expect(viewed?.["user_agent"]).toHaveLength(512);
		expect(failed).toMatchObject({ type: "error", event_name: "TypeError", anonymous_id: "a" });
		expect(JSON.parse(failed?.["properties"] as string)).toMatchObject({
			message: "odd",
			order: 7,
		});
		expect(own).toMatchObject({ id: "order-1", timestamp: "1970-01-01T00:00:00.000Z" });
		expect(server.requests).toMatchObject([
			{ path: "/api/track", authorization: "Bearer key", count: 4 },
		]);
		expect(errors).toEqual([]);
	});

	it("identifies users between the events before and after", async () => {
		const client = clientWith();
		client.event("before");
		client.identify("42", { plan: "pro" }, { anonymousId: "a" });
		client.event("after");
		await client.flush();
		expect(server.requests.map(({ path }) => path)).toEqual([
			"/api/track",
			"/api/identify",
			"/api/track",
		]);
		const traits = { plan: "pro" };
		expect(server.identified).toEqual([{ site_id: "1", user_id: "42", traits, anonymous_id: "a" }]);
	});

	it("sends by itself once enough events wait, or after a while", async () => {
		const many = clientWith({ flushAt: 3, flushIntervalMs: 1_000_000 });
		for (const name of ["a", "b", "c"]) many.event(name);
		await eventually(
			async () => names().length,
			(length) => length === 3,
		);
		const one = clientWith({ flushIntervalMs: 1 });
		one.event("d");
		await eventually(
			async () => names().length,
			(length) => length === 4,
		);
	});

	it("sends at most 500 events and half a megabyte at once", async () => {
		const client = clientWith({ flushIntervalMs: 1_000_000, flushAt: 500, maxQueueSize: 2000 });
		server.faults.push(busy());
		for (let number = 0; number < 1200; number++) client.event("small");
		for (let number = 0; number < 20; number++) client.event("large", { text: "x".repeat(60_000) });
		expect(await client.flush()).toEqual(counts({ accepted: 1220 }));
		const sizes = server.requests.map(({ count }) => count);
		expect(Math.max(...sizes)).toBe(500);
		expect(sizes.slice(-2).every((count) => count <= 8)).toBe(true);
	});

	it("halves a batch that is too large for a proxy, and refuses only what is too large alone", async () => {
		const client = clientWith();
		server.faults.push(page(413), page(413), page(413));
		for (const name of ["a", "b", "c", "d"]) client.event(name);
		await client.flush();
		expect(server.requests.map(({ count }) => count)).toEqual([4, 2, 1, 2, 1]);
		expect(names()).toEqual(["b", "c", "d"]);
		expect(reported()).toEqual([["refused", "a", expect.stringContaining("answered 413")]]);
	});
});

describe("an event that was not stored as it was sent", () => {
	it("is reported with the server's reason, and the others are stored", async () => {
		const client = clientWith();
		for (const name of ["a", "refused", "clamped", "b"]) client.event(name);
		expect(await client.flush()).toEqual(counts({ accepted: 3, refused: 1 }));
		expect(names()).toEqual(["a", "clamped", "b"]);
		expect(reported()).toEqual([
			["refused", "refused", "footfall: refused: too long"],
			["changed", "clamped", expect.stringContaining("stored at 2026-01-01T00:00:00.000Z")],
		]);
	});

	it.each([301, 200, 400, 401, 404])(
		"is not repeated after a page with status %i",
		async (status) => {
			const client = clientWith();
			server.faults.push(page(status));
			client.event("a");
			client.event("b");
			expect(await client.flush()).toEqual(counts({ refused: 2 }));
			expect(server.requests).toHaveLength(1);
			expect(reported()).toEqual([
				["refused", "a", expect.stringContaining(`the server answered ${status}`)],
				["refused", "b", expect.stringContaining(`the server answered ${status}`)],
			]);
		},
	);

	it("is reported without a request if it is no JSON or too large", async () => {
		const client = clientWith();
		client.event("big", { text: "x".repeat(70_000) });
		client.event("count", { count: 1n });
		expect(await client.flush()).toEqual(counts({ refused: 2 }));
		expect(reported()).toEqual([
			["refused", "big", expect.stringContaining("larger than 65536 bytes")],
			["refused", "count", expect.stringContaining("cannot be written as JSON")],
		]);
		expect(server.requests).toEqual([]);
	});

	it("does not end the client if the report itself fails or sends an event", async () => {
		const client = clientWith({
			onError: ({ kind }) => {
				client.event("refused");
				if (kind === "refused") errors.push(new Error("also odd") as DeliveryError);
			},
		});
		client.event("refused");
		await client.flush();
		expect(await client.flush()).toEqual(counts({ refused: 2, waiting: expect.any(Number) }));
	});
});

describe("an outage", () => {
	it.each<[string, Fault]>([
		["a lost connection", { kind: "lost" }],
		["a lost answer", { kind: "unanswered" }],
		["half an answer", { kind: "cut" }],
		["no answer in time", { kind: "hanging" }],
		["a batch that was stored in part", { kind: "partly" }],
		["status 408", page(408)],
		["status 429", page(429)],
		["status 500", page(500)],
		["status 502", page(502)],
	])("ends with each event stored once: %s", async (_title, fault) => {
		const client = clientWith({ requestTimeoutMs: 300 });
		server.faults.push(fault, fault);
		const all = ["a", "b", "c", "d"];
		for (const name of all) client.event(name);
		expect(await client.flush({ timeoutMs: 60_000 })).toEqual(counts({ accepted: 4 }));
		expect(names().toSorted()).toEqual(all);
		expect(errors.map(({ kind }) => kind)).toContain("retrying");
		expect(reported()).toEqual([]);
	});

	it("is waited out as `Retry-After` says", async () => {
		const client = clientWith();
		// The date has whole seconds.
		const earliest = performance.now() + 2000;
		server.faults.push(busy("1"), busy(new Date(Date.now() + 3000).toUTCString()));
		client.event("a");
		await client.flush({ timeoutMs: 60_000 });
		const [first = 0, second = 0, third = 0] = server.requests.map(({ at }) => at);
		// Timers may end a millisecond early.
		expect(second - first).toBeGreaterThan(990);
		expect(third).toBeGreaterThan(earliest - 10);
	});

	it("drops the oldest events that do not fit, and tells the server how many", async () => {
		const client = clientWith({ maxQueueSize: 3, flushAt: 1 });
		server.faults.push({ kind: "lost" });
		for (const name of ["a", "b", "c", "d", "e"]) client.event(name);
		expect(await client.flush()).toEqual(counts({ accepted: 3, dropped: 2 }));
		// The first is in a request.
		expect(names()).toEqual(["a", "d", "e"]);
		expect(server.stored.map(({ given_up }) => given_up)).toEqual([undefined, 1, 1]);
		expect(reported()).toEqual([
			["dropped", "b", expect.stringContaining("the queue is full")],
			["dropped", "c", expect.stringContaining("the queue is full")],
		]);
	});
});

describe("waiting for the server", () => {
	it("ends in time or with a signal, and the events of a flush still wait", async () => {
		const client = clientWith();
		server.faults.push({ kind: "hanging" });
		client.event("a");
		expect(await client.flush({ timeoutMs: 1 })).toEqual(counts({ waiting: 1 }));
		expect(await client.flush({ signal: AbortSignal.abort() })).toEqual(counts({ waiting: 1 }));
		const soon = new AbortController();
		const flushed = client.flush({ signal: soon.signal });
		soon.abort();
		expect(await flushed).toEqual(counts({ waiting: 1 }));
	});

	it("ends with a close, which drops what the server does not answer in time, and whatever comes later", async () => {
		const client = clientWith();
		server.faults.push({ kind: "hanging" });
		client.event("a");
		const flushed = client.flush({ timeoutMs: 1_000_000 });
		expect(await client.close({ timeoutMs: 1 })).toEqual(counts({ dropped: 1 }));
		await flushed;
		client.event("b");
		expect(await client.close()).toEqual(counts({ dropped: 2 }));
		expect(reported()).toEqual([
			["dropped", "a", expect.stringContaining("closed before the server had answered")],
			["dropped", "b", expect.stringContaining("the client is closed")],
		]);
	});

	it("includes all events before a close", async () => {
		const client = clientWith({ flushAt: 2 });
		server.faults.push({ kind: "unanswered" }, busy());
		for (let number = 0; number < 50; number++) client.event(`e${number}`);
		expect(await client.close()).toEqual(counts({ accepted: 50 }));
		expect(new Set(names()).size).toBe(50);
	});
});

const anyFault: fc.Arbitrary<Fault> = fc.oneof(
	fc.constantFrom<Fault>(
		{ kind: "lost" },
		{ kind: "unanswered" },
		{ kind: "cut" },
		{ kind: "partly" },
	),
	fc.constantFrom(408, 429, 500, 503).map(page),
);

it(
	"whatever fails in whatever order, each event is stored exactly once or reported",
	() =>
		fc.assert(
			fc.asyncProperty(
				fc.array(anyFault, { maxLength: 12 }),
				fc.array(fc.constantFrom("a", "refused", "b"), { minLength: 1, maxLength: 40 }),
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 5, max: 40 }),
				async (faults, called, flushAt, maxQueueSize) => {
					server.faults.splice(0, Infinity, ...faults);
					server.stored.length = 0;
					errors = [];
					const client = clientWith({ flushAt, maxQueueSize });
					for (const [index, name] of called.entries()) {
						client.event(name, {}, { id: `${index}` });
						// Lets requests begin and end between the calls.
						if (index % 5 === 0) await new Promise(setImmediate);
					}
					const { accepted, refused, dropped, waiting } = await client.close({ timeoutMs: 60_000 });
					expect([waiting, accepted + refused + dropped]).toEqual([0, called.length]);
					const stored = server.stored.map(({ id }) => id);
					const lost = errors.flatMap(({ event }) => (event === undefined ? [] : [event["id"]]));
					expect(stored).toHaveLength(accepted);
					expect([...stored, ...lost].toSorted()).toEqual(
						called.map((_, index) => `${index}`).toSorted(),
					);
				},
			),
			{ numRuns: 60 },
		),
	60_000,
);
