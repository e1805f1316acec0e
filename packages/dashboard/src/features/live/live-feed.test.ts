import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestFailure } from "../../api/failure.ts";
import type { LiveEvent } from "./event-list.ts";
import { type LiveSource, type LiveState, POLL_MS, retryMs, startLiveFeed } from "./live-feed.ts";

const event = (second: number) =>
	({
		timestamp: new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString(),
		type: "pageview",
		session_id: "a",
	}) as LiveEvent;

type Listener = Parameters<NonNullable<LiveSource["open"]>>[1];

/** A server with events by the second, whose streams the test controls. */
const startWith = ({ isPushed = true, isDown = false } = {}) => {
	let latest: LiveState | undefined;
	let failure = isDown ? new RequestFailure({ kind: "unreachable" }) : undefined;
	const stored = [event(1)];
	const streams: { listener: Listener; since: string | undefined; isOpen: boolean }[] = [];
	const fetches: (string | undefined)[] = [];
	const source: LiveSource = {
		fetch: async (since) => {
			fetches.push(since);
			if (failure) throw failure;
			return stored.filter(({ timestamp }) => since === undefined || timestamp > since);
		},
		...(isPushed && {
			open: (since, listener) => {
				const stream = { listener, since, isOpen: true };
				streams.push(stream);
				return () => {
					stream.isOpen = false;
				};
			},
		}),
	};
	const feed = startLiveFeed(source, (state) => {
		latest = state;
	});
	return {
		feed,
		streams,
		fetches,
		store: (...events: LiveEvent[]) => stored.unshift(...events),
		fail: (found: RequestFailure | undefined) => {
			failure = found;
		},
		now: () => ({
			status: latest?.status,
			arrived: latest?.arrived,
			seconds: latest?.events?.map(({ timestamp }) => new Date(timestamp).getUTCSeconds()),
		}),
	};
};

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a live feed", () => {
	it("shows the latest events, then those that are pushed", async () => {
		const { streams, now } = startWith();
		await pass(0);
		expect(now()).toEqual({ status: "connecting", arrived: 0, seconds: [1] });
		streams[0]?.listener.onOpen();
		streams[0]?.listener.onEvents([event(3), event(2)]);
		expect(now()).toEqual({ status: "pushed", arrived: 2, seconds: [3, 2, 1] });
		expect(streams[0]?.since).toBe(event(1).timestamp);
	});

	it("polls every few seconds while the stream is lost, and reopens it", async () => {
		const { streams, now, store, fetches } = startWith();
		await pass(0);
		streams[0]?.listener.onOpen();
		store(event(2));
		streams[0]?.listener.onLost();
		await pass(0);
		expect(now()).toEqual({ status: "polled", arrived: 1, seconds: [2, 1] });
		expect(streams[0]?.isOpen).toBe(false);
		await pass(POLL_MS);
		expect(streams).toHaveLength(2);
		streams[1]?.listener.onOpen();
		const before = fetches.length;
		await pass(10 * POLL_MS);
		expect(fetches).toHaveLength(before);
		expect(now().status).toBe("pushed");
	});

	it("reports that events cannot be read, until they can", async () => {
		const { streams, now } = startWith();
		await pass(0);
		streams[0]?.listener.onOpen();
		streams[0]?.listener.onUnreadable();
		expect(now().status).toBe("unreadable");
		streams[0]?.listener.onReadable();
		expect(now().status).toBe("pushed");
	});

	it("polls every few seconds when the server cannot push", async () => {
		const { now, store } = startWith({ isPushed: false });
		await pass(0);
		expect(now().status).toBe("polled");
		store(event(5));
		await pass(POLL_MS);
		expect(now().seconds).toEqual([5, 1]);
	});

	it("keeps retrying while the server is unreachable", async () => {
		const { now, fail } = startWith({ isDown: true });
		await pass(0);
		expect(now()).toMatchObject({ status: "unreachable", seconds: undefined });
		fail(undefined);
		await pass(POLL_MS);
		expect(now().seconds).toEqual([1]);
	});

	it("stops when the viewer may not see events", async () => {
		const { now, fail, fetches, streams } = startWith();
		await pass(0);
		streams[0]?.listener.onOpen();
		fail(new RequestFailure({ kind: "refused", status: 403 }));
		streams[0]?.listener.onLost();
		await pass(0);
		expect(now().status).toBe("refused");
		const before = fetches.length;
		await pass(60_000);
		expect(fetches).toHaveLength(before);
		expect(streams).toHaveLength(1);
	});

	it("pauses while the page is hidden, and catches up", async () => {
		const { feed, streams, store, now } = startWith();
		await pass(0);
		streams[0]?.listener.onOpen();
		feed.rest();
		expect(streams[0]?.isOpen).toBe(false);
		store(event(7));
		feed.wake();
		await pass(0);
		expect(now().seconds).toEqual([7, 1]);
		expect(streams).toHaveLength(2);
		feed.stop();
	});
});

it("backs off with each attempt, up to a minute", () =>
	expect([0, 1, 2, 9].map((attempt) => retryMs(attempt, 0.5))).toEqual([
		3000, 6000, 12_000, 60_000,
	]));
