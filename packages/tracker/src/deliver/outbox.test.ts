// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface Sent {
	events: { timestamp: number; n?: number; text?: string }[];
	sent_at: number;
	user_id?: string;
}

let answers: (Response | Error)[] = [];
let sent: Sent[] = [];
let paths: string[] = [];

beforeEach(() => {
	vi.useFakeTimers();
	answers = [];
	sent = [];
	paths = [];
	localStorage.clear();
	vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
		paths.push(url);
		sent.push(JSON.parse(body));
		const answer = answers.shift() ?? new Response("{}");
		if (answer instanceof Error) throw answer;
		return answer;
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** A page has one, so each test gets its own module. */
const outbox = async () => {
	vi.resetModules();
	const { openOutbox, push, leave } = await import("./outbox.ts");
	openOutbox("/api", "footfall-outbox-", "p1");
	return { push, leave };
};
const event = (n: number, text?: string) => ({ type: "x", timestamp: Date.now(), n, text });
const user = (user_id: string) => ({ user_id, timestamp: Date.now() });
const numbers = () => sent.map(({ events }) => events.map(({ n }) => n));
const unavailable = (headers = {}) => new Response("{}", { status: 503, headers });

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

	it("sends at once on request, with what was waiting and what else happens in that moment", async () => {
		const { push } = await outbox();
		push(event(1));
		push(event(2), true);
		push(event(3));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[1, 2, 3]]);
	});

	it("sends at the end of the moment while the page is hidden", async () => {
		vi.spyOn(document, "hidden", "get").mockReturnValue(true);
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
		expect(JSON.parse(localStorage.getItem("footfall-outbox-p1") ?? "")).toMatchObject([{ n: 1 }]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(localStorage.length).toBe(0);
	});

	it("takes over what earlier pages kept", async () => {
		localStorage.setItem("footfall-outbox-p0", JSON.stringify([event(0)]));
		localStorage.setItem("footfall-user-id", "u1");
		(await outbox()).push(event(1), true);
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([[0, 1]]);
		expect(Object.keys(localStorage)).toEqual(["footfall-user-id"]);
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
		for (let n = 0; n < 20; n++) push(event(n, "x".repeat(10_000)));
		await vi.advanceTimersByTimeAsync(250);
		const text = localStorage.getItem("footfall-outbox-p1") ?? "";
		expect(text.length).toBeLessThanOrEqual(100_000);
		expect(JSON.parse(text).map(({ n }: { n: number }) => n)).toEqual([
			11, 12, 13, 14, 15, 16, 17, 18, 19,
		]);
	});

	it("has no more under way than fits in 64 KiB, counted as it goes over the wire", async () => {
		vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
			sent.push(JSON.parse(body));
			return new Promise(() => {});
		});
		const { push, leave } = await outbox();
		for (let n = 0; n < 5; n++) push(event(n, "水".repeat(9_000)));
		await vi.advanceTimersByTimeAsync(250);
		leave();
		expect(numbers()).toEqual([[0, 1]]);
		expect(new Blob([JSON.stringify(sent[0])]).size).toBeLessThan(65_536);
		const kept = JSON.parse(localStorage.getItem("footfall-outbox-p1") ?? "");
		expect(kept.map(({ n }: { n: number }) => n)).toEqual([0, 1, 2, 3, 4]);
	});

	it("keeps what is still without room when a page that is going is answered once more", async () => {
		let answer = (_: Response) => {};
		vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
			sent.push(JSON.parse(body));
			return new Promise<Response>((resolve) => (answer = resolve));
		});
		const { push, leave } = await outbox();
		for (let n = 0; n < 5; n++) push(event(n, "水".repeat(9_000)));
		await vi.advanceTimersByTimeAsync(250);
		vi.spyOn(document, "hidden", "get").mockReturnValue(true);
		leave();
		answer(new Response("{}"));
		await vi.advanceTimersByTimeAsync(0);
		expect(numbers()).toEqual([
			[0, 1],
			[2, 3],
		]);
		const kept = JSON.parse(localStorage.getItem("footfall-outbox-p1") ?? "[]");
		expect(kept.map(({ n }: { n: number }) => n)).toEqual([2, 3, 4]);
	});

	it("sends the rest as soon as there is room", async () => {
		const { push } = await outbox();
		for (let n = 0; n < 5; n++) push(event(n, "水".repeat(9_000)));
		await vi.advanceTimersByTimeAsync(250);
		expect(numbers()).toEqual([[0, 1], [2, 3], [4]]);
	});

	it("tells of a user by a request of its own, which is tried again and kept as events are", async () => {
		answers = [unavailable(), unavailable()];
		const { push } = await outbox();
		push(event(1));
		push(user("u1"));
		push(event(2));
		await vi.advanceTimersByTimeAsync(250);
		expect(paths).toEqual(["/api/track", "/api/identify"]);
		expect(JSON.parse(localStorage.getItem("footfall-outbox-p1") ?? "")).toHaveLength(3);
		await vi.advanceTimersByTimeAsync(2000);
		expect(paths.slice(2)).toEqual(["/api/track", "/api/identify"]);
		expect(sent.map(({ events, user_id }) => events?.map(({ n }) => n) ?? user_id)).toEqual([
			[1, 2],
			"u1",
			[1, 2],
			"u1",
		]);
		expect(localStorage.length).toBe(0);
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
		expect(JSON.parse(localStorage.getItem("footfall-outbox-p1") ?? "")).toMatchObject([
			{ n: 1 },
			{ n: 2 },
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
