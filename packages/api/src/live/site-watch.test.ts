import { describe, expect, it } from "vitest";
import { createSiteWatch, type LiveReading, type News, type WatchedEvent } from "./site-watch.ts";

const eventAt = (second: number, pathname = "/"): WatchedEvent => ({
	timestamp: new Date(second * 1000).toISOString(),
	type: "pageview",
	event_name: "",
	pathname,
	session_id: "1",
	user_id: "1",
	properties: "{}",
});

type TestNews = News<WatchedEvent>;

/** A watch whose polls a test controls; each `next` ends one poll. */
const startWatch = () => {
	let answer: () => LiveReading<WatchedEvent> = () => ({ visitors: 0, events: [] });
	let looks = 0;
	const failures: unknown[] = [];
	let ends = 0;
	let pass = () => {};
	const watch = createSiteWatch<WatchedEvent>({
		look: async () => {
			looks++;
			return answer();
		},
		everyMs: 1,
		failed: (error) => failures.push(error),
		ended: () => {
			ends++;
		},
		pause: () =>
			new Promise<void>((resolve) => {
				pass = resolve;
			}),
	});
	const settle = () => new Promise((resolve) => setImmediate(resolve));
	return {
		...watch,
		failures,
		looks: () => looks,
		ends: () => ends,
		see: (visitors: number, ...events: WatchedEvent[]) => {
			answer = () => ({ visitors, events });
		},
		fail: () => {
			answer = () => {
				throw new Error("away");
			};
		},
		settle,
		next: async () => {
			pass();
			await settle();
		},
	};
};

const watcherOf = (watch: ReturnType<typeof startWatch>, since?: number) => {
	const told: TestNews[] = [];
	const leave = watch.add((news) => told.push(news), since);
	return { told, leave };
};

describe("a watched site", () => {
	it("reports its state first, and then changes", async () => {
		const watch = startWatch();
		watch.see(3, eventAt(1));
		const { told } = watcherOf(watch);
		await watch.settle();
		await watch.next();
		watch.see(4, eventAt(2), eventAt(1));
		await watch.next();
		await watch.next();
		expect(told).toEqual([{ visitors: 3 }, { visitors: 4, events: [eventAt(2)] }]);
	});

	it("sends a returning listener the events it missed", async () => {
		const watch = startWatch();
		watch.see(1, eventAt(3), eventAt(2), eventAt(1));
		const { told } = watcherOf(watch, 1_500);
		await watch.settle();
		expect(told).toEqual([{ visitors: 1, events: [eventAt(3), eventAt(2)] }]);
		const second = watcherOf(watch, 2_000);
		expect(second.told).toEqual([{ visitors: 1, events: [eventAt(3)] }]);
	});

	it("reports a late event, and two identical ones", async () => {
		const watch = startWatch();
		watch.see(1, eventAt(5));
		const { told } = watcherOf(watch);
		await watch.settle();
		watch.see(1, eventAt(5), eventAt(5), eventAt(4, "/late"));
		await watch.next();
		expect(told.at(-1)?.events?.map(({ pathname }) => pathname)).toEqual(["/", "/late"]);
	});

	it("is polled once for all listeners, and not without any", async () => {
		const watch = startWatch();
		const [one, other] = [watcherOf(watch), watcherOf(watch)];
		await watch.settle();
		await watch.next();
		expect(watch.looks()).toBe(2);
		one.leave();
		await watch.next();
		expect([watch.looks(), watch.ends()]).toEqual([3, 0]);
		other.leave();
		await watch.next();
		expect([watch.looks(), watch.ends()]).toEqual([3, 1]);
	});

	it("reports a failure once, and the state after recovery", async () => {
		const watch = startWatch();
		watch.see(2);
		const { told } = watcherOf(watch);
		await watch.settle();
		watch.fail();
		await watch.next();
		await watch.next();
		watch.see(2);
		await watch.next();
		expect(told).toEqual([{ visitors: 2 }, { isStale: true }, { visitors: 2 }]);
		expect(watch.failures).toHaveLength(1);
	});
});
