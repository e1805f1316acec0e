// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let answers: (Response | Error)[] = [];
let close = () => {};
/** The entries of each request. */
let sent: unknown[][] = [];
let paths: string[] = [];
/** For each request, whether it may outlive its page. */
let outlived: (boolean | undefined)[] = [];

/** The part after the facts of the browser. */
const entriesOf = (body: string): unknown[] => JSON.parse(body).slice(9);

beforeEach(() => {
	vi.useFakeTimers();
	answers = [];
	sent = [];
	paths = [];
	outlived = [];
	localStorage.clear();
	vi.stubGlobal(
		"fetch",
		async (url: string, { body, keepalive }: RequestInit & { body: string }) => {
			paths.push(url);
			outlived.push(keepalive);
			sent.push(entriesOf(body));
			const answer = answers.shift() ?? new Response(null, { status: 204 });
			if (answer instanceof Error) throw answer;
			return answer;
		},
	);
});
afterEach(async () => {
	// Other files share this process and its page: an outbox that plans a retry in real time would send into their tests, and
	// a tracker would take over what it kept.
	close();
	await vi.advanceTimersByTimeAsync(0);
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	localStorage.clear();
});

/** A page has one outbox, so each test gets its own module. */
const outbox = async (...own: unknown[][]) => {
	vi.resetModules();
	const { closeOutbox, openOutbox, push, leave, takeGivenUp } = await import("./outbox.ts");
	close = closeOutbox;
	openOutbox("/api/track", "footfall-outbox", "p1");
	for (const entry of own) push(entry, true);
	return { push, leave, takeGivenUp };
};
const event = (n: number, text?: string) => [n, text];
/** The part after the time. */
const numberOf = (entry: unknown) => (entry as unknown[])[1];
const numbers = () => sent.map((entries) => entries.map(numberOf));
const unavailable = (headers = {}) => new Response("{}", { status: 503, headers });

/** Leaves all requests unanswered; returns a function that answers the last one. */
const holdAnswers = () => {
	let answer = (_: Response) => {};
	vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
		sent.push(entriesOf(body));
		return new Promise<Response>((resolve) => (answer = resolve));
	});
	return (response: Response) => answer(response);
};

describe("the outbox", () => {
	it("collects events for a quarter of a second", async () => {
		const { push } = await outbox();
		push(event(1));
		await vi.advanceTimersByTimeAsync(249);
		push(event(2));
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(numbers()).toEqual([[1, 2]]);
	});

	it("collects for as long when a response arrives meanwhile", async () => {
		const answer = holdAnswers();
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		push(event(2));
		answer(new Response(null, { status: 204 }));
		await vi.advanceTimersByTimeAsync(249);
		push(event(3));
		expect(numbers()).toEqual([[1]]);
		await vi.advanceTimersByTimeAsync(1);
		expect(numbers()).toEqual([[1], [2, 3]]);
	});

	it("sends immediately on request, with other events of that moment", async () => {
		const { push } = await outbox();
		push(event(1), true);
		push(event(2));
		push(event(3));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[1, 2, 3]]);
	});

	it("sends at the end of the task while the page is hidden", async () => {
		vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		const { push } = await outbox();
		push(event(1));
		push(event(2));
		await Promise.resolve();
		expect(numbers()).toEqual([[1, 2]]);
	});

	it("retries after 1, 2, 4 … seconds, in the original order, with later events", async () => {
		answers = [new TypeError("offline"), unavailable(), unavailable()];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(500);
		push(event(2), true);
		await vi.advanceTimersByTimeAsync(500);
		await vi.advanceTimersByTimeAsync(1999);
		expect(numbers()).toEqual([[1], [1, 2], [1]]);
		await vi.advanceTimersByTimeAsync(1);
		expect(numbers()).toEqual([[1], [1, 2], [1], [1, 2]]);
		await vi.runAllTimersAsync();
		expect(sent).toHaveLength(4);
	});

	it("retries a single event after growing pauses, too", async () => {
		answers = Array.from({ length: 4 }, () => unavailable());
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(1000 * (1 + 2 + 4 + 8));
		expect(numbers()).toEqual([[1], [1], [1], [1], [1]]);
		expect(localStorage.length).toBe(0);
	});

	it("waits at least as long as the server requests", async () => {
		answers = [unavailable({ "retry-after": "60" })];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(59_999);
		expect(sent).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(sent).toHaveLength(2);
	});

	it("retries as soon as the network is back", async () => {
		answers = [unavailable({ "retry-after": "60" })];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		window.dispatchEvent(new Event("online"));
		expect(sent).toHaveLength(2);
	});

	it("stores failed entries for other pages until they are delivered", async () => {
		answers = [unavailable()];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "").map(numberOf)).toEqual([1]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(localStorage.length).toBe(0);
	});

	it("takes over entries of earlier pages, behind those of its own page", async () => {
		localStorage.setItem("footfall-outboxp0", JSON.stringify([[Date.now(), ...event(0)]]));
		localStorage.setItem("footfall-user-id", "u1");
		await outbox(event(1));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[1, 0]]);
		expect(Object.keys(localStorage)).toEqual(["footfall-user-id"]);
	});

	it("takes over entries stored by an older script, in that script's format", async () => {
		const old = [
			{ type: "pageview", timestamp: Date.now(), id: "p0.0" },
			{ user_id: "u1", traits: { plan: "pro" }, timestamp: Date.now() },
		];
		localStorage.setItem("footfall-outbox-p0", JSON.stringify(old));
		answers = [unavailable()];
		await outbox(event(1));
		await vi.advanceTimersByTimeAsync(0);
		expect(sent[0]).toMatchObject([{ 1: 1 }, ...old]);
		expect(Object.keys(localStorage)).toEqual(["footfall-outboxp1"]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent[1]).toEqual(sent[0]);
		expect(localStorage.length).toBe(0);
	});

	it("is not blocked by an unreadable entry", async () => {
		localStorage.setItem("footfall-outbox-p0", "{");
		(await outbox()).push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[1]]);
		expect(localStorage.length).toBe(0);
	});

	it("drops entries older than a day", async () => {
		answers = Array.from({ length: 2000 }, () => unavailable());
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000 + 5 * 60 * 1000);
		push(event(2));
		sent = [];
		answers = [];
		await vi.advanceTimersByTimeAsync(5 * 60 * 1000);
		expect(numbers()).toEqual([[2]]);
	});

	it("drops the older half when storage is full, and reports how many events that was", async () => {
		answers = [unavailable()];
		const { push, takeGivenUp } = await outbox();
		for (let n = 0; n < 40; n++) push(event(n, "x".repeat(7_900)));
		await vi.advanceTimersByTimeAsync(250);
		const text = localStorage.getItem("footfall-outboxp1") ?? "";
		expect(text.length).toBeLessThanOrEqual(300_000);
		expect(JSON.parse(text).map(numberOf)).toEqual(Array.from({ length: 20 }, (_, n) => n + 20));
		expect([takeGivenUp(), takeGivenUp()]).toEqual([20, undefined]);
	});

	it("drops the oldest entries when memory is full, in no more time than the rest takes", async () => {
		vi.stubGlobal("fetch", () => new Promise(() => {}));
		const { push, takeGivenUp } = await outbox();
		for (let n = 0; n < 10_000; n++) push(event(n));
		expect(takeGivenUp()).toBe(7000);
	});

	it("keeps at most 64 KiB in flight, counted in bytes on the wire", async () => {
		const bodies: string[] = [];
		vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
			bodies.push(body);
			return new Promise(() => {});
		});
		const { push, leave } = await outbox();
		for (let n = 0; n < 9; n++) push(event(n, "水".repeat(6_000)));
		await vi.advanceTimersByTimeAsync(250);
		leave();
		expect(bodies.map((body) => entriesOf(body).map(numberOf))).toEqual([[0, 1], [2]]);
		expect(Buffer.byteLength(bodies.join(""))).toBeLessThan(65_536);
		const kept = JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "");
		expect(kept.map(numberOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
	});

	it("continues beside a request that is never answered, as after a return from the cache", async () => {
		const unanswered = vi.fn((_url: string, _request: { body: string }) => new Promise(() => {}));
		vi.stubGlobal("fetch", unanswered);
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		push(event(2));
		await vi.advanceTimersByTimeAsync(250);
		expect(unanswered.mock.calls.map(([, { body }]) => entriesOf(body).map(numberOf))).toEqual([
			[1],
			[2],
		]);
	});

	it("honours the requested pause for events that arrived during the request", async () => {
		const answer = holdAnswers();
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		push(event(2));
		answer(unavailable({ "retry-after": "60" }));
		await vi.advanceTimersByTimeAsync(59_999);
		expect(numbers()).toEqual([[1]]);
		await vi.advanceTimersByTimeAsync(1);
		expect(numbers()).toEqual([[1], [1, 2]]);
	});

	it("sends entries beyond 64 KiB on their own, while the page lives", async () => {
		const { push } = await outbox();
		push(event(1, "水".repeat(30_000)));
		push(event(2));
		await vi.advanceTimersByTimeAsync(250);
		expect(numbers()).toEqual([[1], [2]]);
		expect(outlived).toEqual([false, true]);
	});

	it("stores entries that do not fit when a closing page gets one more response", async () => {
		const answer = holdAnswers();
		const { push, leave } = await outbox();
		for (let n = 0; n < 9; n++) push(event(n, "x".repeat(4_500)));
		await vi.advanceTimersByTimeAsync(250);
		vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		leave();
		answer(new Response(null, { status: 204 }));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([
			[0, 1, 2, 3],
			[4, 5],
		]);
		const kept = JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "[]");
		expect(kept.map(numberOf)).toEqual([4, 5, 6, 7, 8]);
	});

	it("sends the rest as soon as the limit allows", async () => {
		const { push } = await outbox();
		for (let n = 0; n < 9; n++) push(event(n, "x".repeat(4_500)));
		await vi.advanceTimersByTimeAsync(250);
		expect(numbers()).toEqual([
			[0, 1, 2, 3],
			[4, 5],
			[6, 7, 8],
		]);
	});

	it("finds the entry that makes its requests fail, delivers all others, and drops it with a hint", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
			if (body.includes("poison")) throw new TypeError("Failed to fetch");
			sent.push(entriesOf(body));
			return new Response(null, { status: 204 });
		});
		const { push, takeGivenUp } = await outbox();
		push(event(0, "poison"));
		for (let n = 1; n < 20; n++) push(event(n));
		await vi.advanceTimersByTimeAsync(10_000);
		const arrived = new Set(numbers().flat());
		expect(arrived).toEqual(new Set(Array.from({ length: 19 }, (_, n) => n + 1)));
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: dropped", [
			expect.any(Number),
			0,
			"poison",
		]);
		expect([takeGivenUp(), localStorage.length]).toEqual([1, 0]);
	});

	it("stores all entries of a search when the page is left before its end", async () => {
		const answer = holdAnswers();
		const { push, leave } = await outbox();
		for (let n = 0; n < 4; n++) push(event(n));
		for (const ms of [250, 1000]) {
			await vi.advanceTimersByTimeAsync(ms);
			answer(unavailable());
		}
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers().map(({ length }) => length)).toEqual([4, 4, 1]);
		push(event(4));
		leave();
		const kept: unknown[] = JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "[]");
		expect(kept.map(numberOf)).toEqual([0, 1, 2, 3, 4]);
	});

	it("drops nothing while nothing arrives", async () => {
		vi.stubGlobal("fetch", async () => {
			throw new TypeError("Failed to fetch");
		});
		const { push, takeGivenUp } = await outbox();
		for (let n = 0; n < 3; n++) push(event(n));
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(takeGivenUp()).toBe(undefined);
		expect(JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "[]")).toHaveLength(3);
	});

	it("stores unanswered entries when the page is left, and removes those that a response settles", async () => {
		const answer = holdAnswers();
		const { push, leave } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		leave();
		expect(JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "").map(numberOf)).toEqual([1]);
		answer(new Response(null, { status: 204 }));
		await vi.advanceTimersByTimeAsync(0);
		expect(localStorage.length).toBe(0);
	});

	it("stores no copy of entries sent on leaving, if all earlier requests succeeded", async () => {
		const { push, leave } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		push(event(2));
		leave();
		expect([numbers(), localStorage.length]).toEqual([[[1], [2]], 0]);
	});

	it("makes a last attempt and stores a copy when the page may close while the server is down", async () => {
		answers = [unavailable(), unavailable()];
		const { push, leave } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		push(event(2));
		leave();
		leave();
		expect(numbers()).toEqual([[1], [1, 2]]);
		expect(JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "").map(numberOf)).toEqual([
			1, 2,
		]);
	});

	it("works from memory if storage throws", async () => {
		vi.stubGlobal("localStorage", undefined);
		answers = [unavailable()];
		const { push, leave } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		leave();
		await vi.advanceTimersByTimeAsync(1000);
		expect(numbers()).toEqual([[1], [1]]);
	});
});

describe("a response", () => {
	/** How often an event is sent within two seconds with this response. */
	const tries = async (answer: () => Response) => {
		vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
			sent.push(entriesOf(body));
			return answer();
		});
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(2000);
		return sent.length;
	};

	it.each([200, 204, 403, 404, 413, 422])("of %i is final", async (status) => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		expect(await tries(() => new Response(null, { status }))).toBe(1);
		expect(localStorage.length).toBe(0);
	});

	it.each([400, 429, 500, 502, 503])("of %i causes a retry in a second", async (status) => {
		expect(await tries(() => new Response("{}", { status }))).toBe(2);
	});

	it("of an older gateway, which accepted only the entries of older scripts, causes a retry", async () => {
		expect(await tries(() => new Response("{}", { status: 200 }))).toBe(2);
	});

	it("that breaks off counts by its status", async () => {
		const body = () =>
			new ReadableStream({ start: (stream) => stream.error(new TypeError("reset")) });
		expect(await tries(() => new Response(body(), { status: 200 }))).toBe(1);
	});

	it("may report what was not accepted, which the console shows once", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const reason = "pathname: Excluded";
		answers = [200, 422].map((status) => new Response(reason, { status }));
		const { push } = await outbox();
		for (const n of [1, 2]) {
			push(event(n), true);
			await vi.advanceTimersByTimeAsync(250);
		}
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: not sent", reason);
	});

	it.each([403, 404])("of %i is explained once on the console, with the fix", async (status) => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		answers = [1, 2].map(() => new Response("<html>", { status }));
		const { push } = await outbox();
		for (const n of [1, 2]) {
			push(event(n), true);
			await vi.advanceTimersByTimeAsync(250);
		}
		expect(warn).toHaveBeenCalledExactlyOnceWith(
			"footfall: not sent",
			`/api/track returns ${status}: is this the server's address?`,
		);
	});
});

describe("no response", () => {
	it("causes a retry, with a beacon only if the page may be closing", async () => {
		const sendBeacon = vi.fn(() => true);
		vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
		Object.assign(navigator, { sendBeacon });
		const { push, leave } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(sendBeacon).not.toHaveBeenCalled();
		vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		leave();
		await vi.advanceTimersByTimeAsync(0);
		expect(sendBeacon).toHaveBeenCalledTimes(1);
		expect(localStorage.length).toBe(1);
		Reflect.deleteProperty(navigator, "sendBeacon");
	});
});
