// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
	followBrowser,
	forgetAll,
	invalidate,
	onFailedQuery,
	prefetch,
	putAnswer,
	type Query,
	queryOf,
	refresh,
	shownQueries,
	type Watcher,
	watch,
} from "./query-cache.ts";

const KEY = ["report", { site: 1, page: "/" }];

let visibility: DocumentVisibilityState;
const become = (state: DocumentVisibilityState) => {
	visibility = state;
	document.dispatchEvent(new Event("visibilitychange"));
};

/** Shows a query as a card does. @returns a function that removes the card */
const show = (query: Query, fetch: Watcher["fetch"], everyMs?: number) => {
	const watcher = { fetch, isOff: false, waitBefore: () => everyMs, redraw: () => {} };
	const end = watch(query, watcher, query.changes);
	refresh(query);
	return end;
};
const later = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

followBrowser();
beforeEach(() => {
	vi.useFakeTimers();
	visibility = "visible";
	vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
	vi.spyOn(document, "hidden", "get").mockImplementation(() => visibility === "hidden");
});
const ends: (() => void)[] = [];
afterEach(async () => {
	for (const end of ends.splice(0)) end();
	await forgetAll();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

it("knows a key in whatever order its properties are written", () => {
	expect(queryOf(["report", { page: "/", site: 1 }])).toBe(queryOf(KEY));
	expect(queryOf(["report", { page: "/", site: 2 }])).not.toBe(queryOf(KEY));
});

it("uses a response for 15 seconds before another card fetches it again", async () => {
	const fetch = vi.fn(async () => "answer");
	ends.push(show(queryOf(KEY), fetch));
	await later(14_999);
	ends.push(show(queryOf(KEY), fetch));
	expect(fetch).toHaveBeenCalledTimes(1);
	await later(1);
	ends.push(show(queryOf(KEY), fetch));
	expect(fetch).toHaveBeenCalledTimes(2);
});

it("aborts a request that no card waits for any longer, and ignores its response", async () => {
	let signal: AbortSignal | undefined;
	const query = queryOf(KEY);
	const end = show(query, async (given) => {
		signal = given;
		await new Promise((resolve) => setTimeout(resolve, 1000));
		return "too late";
	});
	end();
	expect(signal?.aborted).toBe(true);
	await later(1000);
	expect(query.data).toBeUndefined();
});

it("lets a prefetched response arrive without a card, and drops it five minutes later", async () => {
	prefetch(KEY, async () => "answer");
	await later(5 * 60_000 - 1);
	expect(queryOf(KEY).data).toBe("answer");
	await later(5 * 60_000 + 1);
	expect(queryOf(KEY).data).toBeUndefined();
});

it("reports a fetch that throws at once as a failure", async () => {
	const failures: unknown[] = [];
	onFailedQuery((error, key) => failures.push([error, key]));
	ends.push(
		show(queryOf(KEY), () => {
			throw new Error("no network");
		}),
	);
	await later();
	expect(queryOf(KEY).error).toEqual(new Error("no network"));
	expect(failures).toEqual([[new Error("no network"), KEY]]);
});

it("keeps the objects of a response that have not changed", async () => {
	const unchanged = { path: "/", seen: [1, 2] };
	let answer = { rows: [unchanged, { path: "/a", seen: [1] }], total: 3 };
	const query = queryOf(KEY);
	ends.push(show(query, async () => answer));
	await later();
	const before = query.data;
	answer = structuredClone(answer);
	await invalidate(KEY);
	expect(query.data).toBe(before);
	answer = { rows: [structuredClone(unchanged), { path: "/a", seen: [2] }], total: 4 };
	await invalidate(KEY);
	expect(query.data).toEqual(answer);
	expect((query.data as typeof answer).rows[0]).toBe(unchanged);
});

it("does not show a response that a change has made old, even when it was on its way", async () => {
	let answer = "before";
	const fetch = async () => {
		const seen = answer;
		await new Promise((resolve) => setTimeout(resolve, 100));
		return seen;
	};
	const query = queryOf(KEY);
	ends.push(show(query, fetch));
	await later(50);
	answer = "after";
	void invalidate(["report"]);
	await later(60);
	expect(query.data).toBeUndefined();
	await later(40);
	expect(query.data).toBe("after");
});

it("leaves queries alone whose key begins in another way", async () => {
	const fetch = vi.fn(async () => "answer");
	ends.push(show(queryOf(["goals", 1]), fetch));
	await later();
	await invalidate(["goals", 2]);
	await invalidate(["goal"]);
	expect(fetch).toHaveBeenCalledTimes(1);
});

it("pauses its interval while the page is hidden, and refetches what is stale when it is visible", async () => {
	const fetch = vi.fn(async () => "answer");
	ends.push(show(queryOf(KEY), fetch, 60_000));
	await later();
	become("hidden");
	await later(10 * 60_000);
	expect(fetch).toHaveBeenCalledTimes(1);
	become("visible");
	await later();
	expect(fetch).toHaveBeenCalledTimes(2);
	dispatchEvent(new Event("online"));
	await later();
	expect(fetch).toHaveBeenCalledTimes(2);
});

it("keeps a failure in sight while the query is sent again because the page is visible or online", async () => {
	const refusal = new Error("needs a password");
	const fetch = vi.fn(async () => Promise.reject(refusal));
	const query = queryOf(KEY);
	ends.push(show(query, fetch));
	await later();
	for (const come of [() => become("visible"), () => dispatchEvent(new Event("online"))]) {
		const before = fetch.mock.calls.length;
		come();
		expect(fetch).toHaveBeenCalledTimes(before + 1);
		expect(query.error).toBe(refusal);
		await later();
	}
	fetch.mockImplementation(async () => "answer" as never);
	become("visible");
	await later();
	expect(query).toMatchObject({ data: "answer", error: undefined });
});

it("stores a pushed response only for a query that some card asked for", () => {
	putAnswer(["live", 1], 7);
	expect(queryOf(["live", 1]).data).toBeUndefined();
	putAnswer(["live", 1], 8);
	expect(queryOf(["live", 1]).data).toBe(8);
});

it("forgets one person's responses, visible or not, and fetches the visible ones for the next", async () => {
	let person = "ada";
	const shown = queryOf(["shown"]);
	const left = queryOf(["left"]);
	ends.push(show(shown, async () => person));
	const end = show(left, async () => person);
	await later();
	end();
	person = "grace";
	void forgetAll();
	expect([shown.data, left.data, queryOf(["left"]).data]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	await later();
	expect(shown.data).toBe("grace");
	expect(shownQueries()).toEqual([shown]);
});
