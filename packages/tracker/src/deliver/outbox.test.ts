// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let answers: (Response | Error)[] = [];
let close = () => {};
/** The entries of each request. */
let sent: unknown[][] = [];
let paths: string[] = [];

/** What follows the facts of the browser. */
const entriesOf = (body: string): unknown[] => JSON.parse(body).slice(9);

beforeEach(() => {
	vi.useFakeTimers();
	answers = [];
	sent = [];
	paths = [];
	localStorage.clear();
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		paths.push(url);
		sent.push(entriesOf(body));
		const answer = answers.shift() ?? new Response(null, { status: 204 });
		if (answer instanceof Error) throw answer;
		return answer;
	});
});
afterEach(async () => {
	// Other files share this process: an outbox that plans a retry in real time would send into their tests.
	close();
	await vi.advanceTimersByTimeAsync(0);
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** A page has one, so each test gets its own module. */
const outbox = async () => {
	vi.resetModules();
	const { closeOutbox, openOutbox, push, leave } = await import("./outbox.ts");
	close = closeOutbox;
	openOutbox("/api/track", "footfall-outbox", "p1");
	return { push, leave };
};
const event = (n: number, text?: string) => [Date.now(), n, text];
const numberOf = (entry: unknown) => (entry as unknown[])[1];
const numbers = () => sent.map((entries) => entries.map(numberOf));
const unavailable = (headers = {}) => new Response("{}", { status: 503, headers });

/** No request is answered; returns a function that answers the last one. */
const holdAnswers = () => {
	let answer = (_: Response) => {};
	vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
		sent.push(entriesOf(body));
		return new Promise<Response>((resolve) => (answer = resolve));
	});
	return (response: Response) => answer(response);
};

describe("the outbox", () => {
	it("gathers for a quarter of a second", async () => {
		const { push } = await outbox();
		push(event(1));
		await vi.advanceTimersByTimeAsync(249);
		push(event(2));
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(numbers()).toEqual([[1, 2]]);
	});

	it("gathers for as long when an answer arrives meanwhile", async () => {
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

	it("sends at once on request, with what else happens in that moment", async () => {
		const { push } = await outbox();
		push(event(1), true);
		push(event(2));
		push(event(3));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[1, 2, 3]]);
	});

	it("sends at the end of the moment while the page is hidden", async () => {
		vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		const { push } = await outbox();
		push(event(1));
		push(event(2));
		await Promise.resolve();
		expect(numbers()).toEqual([[1, 2]]);
	});

	it("tries again after 1, 2, 4 … seconds, in the old order, with what came meanwhile", async () => {
		answers = [new TypeError("offline"), unavailable(), unavailable()];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(500);
		push(event(2), true);
		await vi.advanceTimersByTimeAsync(500);
		await vi.advanceTimersByTimeAsync(1999);
		expect(numbers()).toEqual([[1], [1, 2]]);
		await vi.advanceTimersByTimeAsync(1);
		await vi.advanceTimersByTimeAsync(4000);
		expect(numbers()).toEqual([[1], [1, 2], [1, 2], [1, 2]]);
		await vi.runAllTimersAsync();
		expect(sent).toHaveLength(4);
	});

	it("waits at least as long as the server asks", async () => {
		answers = [unavailable({ "retry-after": "60" })];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(59_999);
		expect(sent).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(sent).toHaveLength(2);
	});

	it("tries again as soon as the network is back", async () => {
		answers = [unavailable({ "retry-after": "60" })];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		window.dispatchEvent(new Event("online"));
		expect(sent).toHaveLength(2);
	});

	it("keeps what failed for other pages until it is delivered", async () => {
		answers = [unavailable()];
		const { push } = await outbox();
		push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "").map(numberOf)).toEqual([1]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(localStorage.length).toBe(0);
	});

	it("takes over what earlier pages kept", async () => {
		localStorage.setItem("footfall-outboxp0", JSON.stringify([event(0)]));
		localStorage.setItem("footfall-user-id", "u1");
		(await outbox()).push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[0, 1]]);
		expect(Object.keys(localStorage)).toEqual(["footfall-user-id"]);
	});

	it("takes over what pages with an older script kept, as they wrote it", async () => {
		const old = [
			{ type: "pageview", timestamp: Date.now(), id: "p0.0" },
			{ user_id: "u1", traits: { plan: "pro" }, timestamp: Date.now() },
		];
		localStorage.setItem("footfall-outbox-p0", JSON.stringify(old));
		answers = [unavailable()];
		(await outbox()).push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(sent[0]).toMatchObject([...old, { 1: 1 }]);
		expect(Object.keys(localStorage)).toEqual(["footfall-outboxp1"]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent[1]).toEqual(sent[0]);
		expect(localStorage.length).toBe(0);
	});

	it("is not held up by something unreadable", async () => {
		localStorage.setItem("footfall-outbox-p0", "{");
		(await outbox()).push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[1]]);
		expect(localStorage.length).toBe(0);
	});

	it("gives up what is older than a day", async () => {
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

	it("gives up the oldest of what is too much to keep", async () => {
		answers = [unavailable()];
		const { push } = await outbox();
		for (let n = 0; n < 20; n++) push(event(n, "x".repeat(7_900)));
		await vi.advanceTimersByTimeAsync(250);
		const text = localStorage.getItem("footfall-outboxp1") ?? "";
		expect(text.length).toBeLessThanOrEqual(150_000);
		expect(JSON.parse(text).map(numberOf)).toEqual(Array.from({ length: 18 }, (_, n) => n + 2));
	});

	it("has no more under way than fits in 64 KiB, counted as it goes over the wire", async () => {
		const bodies: string[] = [];
		vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
			bodies.push(body);
			return new Promise(() => {});
		});
		const { push, leave } = await outbox();
		for (let n = 0; n < 9; n++) push(event(n, "水".repeat(6_000)));
		await vi.advanceTimersByTimeAsync(250);
		leave();
		expect(bodies.map((body) => entriesOf(body).map(numberOf))).toEqual([[0, 1, 2, 3]]);
		const kept = JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "");
		expect(kept.map(numberOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
	});

	it("goes on beside a request that is never answered, as after a return from the cache", async () => {
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

	it("waits as long as it was asked to with what came while it asked", async () => {
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

	it("sends what is longer than a request should be by itself", async () => {
		const { push } = await outbox();
		push([Date.now(), 1, ...Array.from({ length: 3 }, () => "x".repeat(8_000))]);
		push(event(2));
		await vi.advanceTimersByTimeAsync(250);
		expect(numbers()).toEqual([[1], [2]]);
	});

	it("keeps what is still without room when a page that is going is answered once more", async () => {
		const answer = holdAnswers();
		const { push, leave } = await outbox();
		for (let n = 0; n < 9; n++) push(event(n, "x".repeat(6_000)));
		await vi.advanceTimersByTimeAsync(250);
		vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(true);
		leave();
		answer(new Response(null, { status: 204 }));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([
			[0, 1, 2, 3],
			[4, 5, 6, 7],
		]);
		const kept = JSON.parse(localStorage.getItem("footfall-outboxp1") ?? "[]");
		expect(kept.map(numberOf)).toEqual([4, 5, 6, 7, 8]);
	});

	it("sends the rest as soon as there is room", async () => {
		const { push } = await outbox();
		for (let n = 0; n < 9; n++) push(event(n, "x".repeat(6_000)));
		await vi.advanceTimersByTimeAsync(250);
		expect(numbers()).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]]);
	});

	it("makes a last try and keeps a copy when the page may be going while the server is away", async () => {
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

	it("works from memory where storage throws", async () => {
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
