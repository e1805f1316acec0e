import type { ListedEvent } from "@footfall/reports/events/events";
import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import type { SiteNumber } from "@footfall/shared/ids";
import type { FeedLine } from "@footfall/shared/live/live-feed";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AnyGrant } from "../access/access.ts";
import type { UserCaller } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { createHeldStreams, type HeldStream, type HeldStreams } from "./held-streams.ts";
import type { News, SiteWatch } from "./site-watch.ts";

const site = { siteId: 1 as SiteNumber } as Site;
const pace = { lookEveryMs: 2_000, heartbeatMs: 15_000, readmitMs: 7_000, lifeMs: 60_000 };
const caller = {} as UserCaller;
const event = (pathname: string) => ({ pathname, timestamp: "then" }) as ListedEvent;

/** A watch that reports whatever a test has it report; later listeners get the current state at once. */
const createWatch = () => {
	const watchers = new Map<(news: News<ListedEvent>) => void, number | undefined>();
	const watch: SiteWatch<ListedEvent> = {
		add: (tell, since) => {
			watchers.set(tell, since);
			if (isSeen) tell({ visitors: 5 });
			return () => void watchers.delete(tell);
		},
	};
	let isSeen = false;
	return {
		watch,
		watchers,
		greetFromNowOn: () => {
			isSeen = true;
		},
		tellAll: (news: News<ListedEvent>) => {
			for (const tell of watchers.keys()) tell(news);
		},
	};
};

let now: number;
let lines: FeedLine[];
let feed: HeldStreams;
let watches: ReturnType<typeof createWatch>;
beforeEach(() => {
	now = 0;
	lines = [];
	watches = createWatch();
	feed = createHeldStreams({
		watch: () => watches.watch,
		pace,
		lookEveryMs: 1_000,
		send: (line) => lines.push(line),
		clock: () => now,
	});
});
const sent = () => lines.splice(0);

const held = (given: Partial<Omit<HeldStream, "leave">> = {}) => {
	const stream = {
		...{ site, isMember: false, since: undefined, shownAreas: undefined, presented: "nothing" },
		readmit: vi.fn(async (): Promise<AnyGrant> => ({})),
		leave: vi.fn(),
		...given,
	};
	return stream;
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

const retry = "retry: 3000\n\n";
const visitors = (count: number) => `event: visitors\ndata: {"count":${count},"minutes":5}\n\n`;
const end = (code: string) => expect.stringContaining(`event: end\ndata: {"code":"${code}"`);
const audience = "1 false true";

describe("streams held by a gateway", () => {
	it("get their first state one by one, and then share updates", () => {
		feed.hold(1, held());
		feed.hold(2, held());
		expect(sent()).toEqual([
			{ streams: [1], text: retry },
			{ streams: [2], text: retry },
		]);
		watches.tellAll({ visitors: 3 });
		expect(sent()).toEqual([
			// Nobody reads the audience yet.
			{ audience, text: visitors(3) },
			{ streams: [1], text: visitors(3), audience },
			{ streams: [2], text: visitors(3), audience },
		]);
		watches.tellAll({ visitors: 4 });
		expect(sent()).toEqual([{ audience, text: visitors(4) }]);
	});

	it("get their first state at once where the site is already watched", () => {
		feed.hold(1, held());
		watches.tellAll({ visitors: 5 });
		watches.greetFromNowOn();
		sent();
		feed.hold(2, held({ since: 7 }));
		expect(sent()).toEqual([
			{ streams: [2], text: retry },
			{ streams: [2], text: visitors(5), audience },
		]);
		expect(watches.watchers.size).toBe(1);
	});

	it("report a stale store before their first state", () => {
		feed.hold(1, held());
		sent();
		watches.tellAll({ isStale: true });
		expect(sent()).toContainEqual({
			streams: [1],
			text: expect.stringContaining("event: stale"),
		});
	});

	it("receive events only if their areas show them", () => {
		feed.hold(1, held());
		feed.hold(2, held({ presented: "link", shownAreas: ["overview"] }));
		watches.tellAll({ visitors: 1 });
		sent();
		watches.tellAll({ events: [event("/new")] });
		expect(sent()).toEqual([{ audience, text: expect.stringContaining("/new") }]);
		watches.tellAll({ visitors: 2 });
		expect(sent()).toEqual([
			{ audience, text: visitors(2) },
			{ audience: "1 false false", text: visitors(2) },
		]);
	});

	it("free their slots once when the viewers leave, and stop watching", () => {
		const [one, other] = [held(), held()];
		feed.hold(1, one);
		feed.hold(2, other);
		feed.left([1, 7]);
		feed.left([1]);
		expect([one.leave.mock.calls.length, other.leave.mock.calls.length]).toEqual([1, 0]);
		feed.close();
		expect(other.leave).toHaveBeenCalledOnce();
		expect(watches.watchers.size).toBe(0);
	});

	it("are held once when requested twice", () => {
		const [first, again] = [held(), held()];
		feed.hold(1, first);
		feed.hold(1, again);
		expect([first.leave.mock.calls.length, again.leave.mock.calls.length]).toEqual([1, 0]);
	});

	it("end when the server stops", () => {
		const streams = [held(), held()];
		feed.hold(1, streams[0] as HeldStream);
		feed.hold(2, streams[1] as HeldStream);
		sent();
		feed.stop();
		expect(sent()).toEqual([{ streams: [1, 2], text: end("RESTARTING"), isOver: true }]);
		for (const { leave } of streams) expect(leave).toHaveBeenCalledOnce();
	});

	it("end after their lifetime, while younger ones stay", () => {
		feed.hold(1, held());
		now = 10_000;
		feed.hold(2, held());
		now = 60_000;
		sent();
		feed.look();
		expect(sent()).toEqual([{ streams: [1], text: end("RENEW"), isOver: true }]);
	});
});

describe("the rights of held streams", () => {
	const lookAt = async (at: number) => {
		now = at;
		feed.look();
		await settle();
	};

	it("are checked once for all with the same credentials, before the time limit", async () => {
		const readmit = vi.fn(async () => ({}));
		for (let id = 1; id <= 100; id++) feed.hold(id, held({ readmit }));
		await lookAt(6_000);
		expect(readmit).not.toHaveBeenCalled();
		await lookAt(6_500);
		expect(readmit).toHaveBeenCalledOnce();
		await lookAt(7_500);
		expect(readmit).toHaveBeenCalledOnce();
		await lookAt(13_200);
		expect(readmit).toHaveBeenCalledTimes(2);
	});

	it("end the streams that have lost them, and no others", async () => {
		const refuse = async () => Promise.reject(new ApiError("AUTHENTICATION_REQUIRED"));
		const [revoked, other] = [held({ readmit: refuse }), held({ presented: "cookie" })];
		feed.hold(1, revoked);
		feed.hold(2, other);
		sent();
		await lookAt(7_000);
		expect(sent()).toEqual([{ streams: [1], text: end("AUTHENTICATION_REQUIRED"), isOver: true }]);
		expect(revoked.leave).toHaveBeenCalledOnce();
		expect(other.leave).not.toHaveBeenCalled();
	});

	it("end a member's stream that has become a visitor's", async () => {
		feed.hold(1, held({ isMember: true }));
		feed.hold(2, held({ isMember: true, presented: "cookie", readmit: async () => ({ caller }) }));
		sent();
		await lookAt(7_000);
		expect(sent()).toEqual([{ streams: [1], text: end("RENEW"), isOver: true }]);
	});

	it("change what a stream receives when they change", async () => {
		const shownAreas: Area[] = ["overview"];
		feed.hold(1, held({ readmit: async () => ({ shownAreas }) }));
		watches.tellAll({ visitors: 1 });
		sent();
		await lookAt(7_000);
		expect(sent()).toEqual([{ streams: [1], audience: "1 false false" }]);
		watches.tellAll({ events: [event("/hidden")] });
		expect(sent()).toEqual([]);
	});
});
