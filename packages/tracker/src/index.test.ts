// @vitest-environment jsdom
import { readSentBody } from "@footfall/testing/browser/sent-body";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let footfall: typeof import("./index.ts");
let bodies: string[] = [];
const sent = () => bodies.flatMap((body) => readSentBody(body).events);
const options = { siteId: "1", host: "https://stats.example/api", captures: [] };

// A page has one tracker, so each test gets its own module.
beforeEach(async () => {
	vi.useFakeTimers();
	vi.resetModules();
	localStorage.clear();
	history.replaceState(null, "", "/");
	footfall = await import("./index.ts");
	bodies = [];
	vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
		bodies.push(body);
		return new Response(null, { status: 204 });
	});
});

afterEach(() => {
	footfall.shutdown();
	// Other files share this process: their listeners must not belong to a tracker that has ended.
	vi.resetModules();
	delete window.footfall;
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

describe("init", () => {
	it("starts one tracker per page, however often it is called", async () => {
		const views = { ...options, captures: [footfall.initialPageview] };
		footfall.init(views);
		footfall.init(views);
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toHaveLength(1);
	});

	it("runs calls made before it", async () => {
		footfall.identify("u1");
		footfall.event("early");
		footfall.init(options);
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toMatchObject([{ event_name: "early", user_id: "u1" }]);
	});

	it("lets scripts of the page count too, and runs the calls that waited for it", async () => {
		const page: { footfall?: unknown } = window;
		page.footfall = { q: [["event", "waited", { plan: "pro" }]] };
		footfall.init(options);
		window.footfall?.event("direct");
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toMatchObject([
			{ event_name: "waited", properties: '{"plan":"pro"}' },
			{ event_name: "direct" },
		]);
	});

	it("ignores an element of the same name", async () => {
		const page: { footfall?: unknown } = window;
		page.footfall = document.createElement("div");
		footfall.init({ ...options, captures: [footfall.initialPageview] });
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toHaveLength(1);
	});

	it("leaves capturing to an earlier tracker, and sends only the page's own calls", async () => {
		const other = { pageview: () => {} };
		Object.assign(window, { footfall: other });
		footfall.init({ ...options, captures: [footfall.initialPageview] });
		footfall.event("signup");
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toMatchObject([{ type: "custom_event" }]);
		footfall.shutdown();
		expect(window.footfall).toBe(other);
	});

	it("sends and stores nothing for a visitor who has opted out", async () => {
		localStorage.setItem("disable-footfall", "");
		footfall.init({ ...options, captures: [footfall.initialPageview] });
		footfall.event("signup");
		footfall.identify("u1");
		await vi.advanceTimersByTimeAsync(1000);
		expect([bodies, footfall.getUserId(), localStorage.length]).toEqual([[], null, 1]);
	});

	it.each([
		[true, 0],
		[false, 1],
	])("respects the browser's privacy signal if configured: %s", async (respectGpc, views) => {
		vi.stubGlobal("navigator", { language: "en", globalPrivacyControl: true, plugins: [1] });
		footfall.init({ ...options, captures: [footfall.initialPageview], respectGpc });
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toHaveLength(views);
	});
});

describe("a tracker that needs consent", () => {
	it("sends and stores nothing until the visitor consents, and then everything that waited", async () => {
		footfall.init({ ...options, captures: [footfall.initialPageview], requireConsent: true });
		footfall.event("early");
		footfall.identify("u1");
		await vi.advanceTimersByTimeAsync(1000);
		expect([bodies, localStorage.length]).toEqual([[], 0]);
		footfall.optIn();
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent().map(({ type }) => type)).toEqual(["pageview", "custom_event"]);
		expect(footfall.getUserId()).toBe("u1");
	});

	it("still sends nothing for a visitor who opted out earlier", async () => {
		localStorage.setItem("disable-footfall", "");
		footfall.init({ ...options, captures: [footfall.initialPageview], requireConsent: true });
		await vi.advanceTimersByTimeAsync(1000);
		expect(bodies).toEqual([]);
	});
});

describe("opting out", () => {
	it("stops sending immediately, and erases everything stored", async () => {
		footfall.init(options);
		footfall.identify("u1");
		footfall.event("waiting");
		footfall.optOut();
		footfall.event("after");
		await vi.advanceTimersByTimeAsync(1000);
		expect([bodies, footfall.getUserId(), footfall.hasOptedOut()]).toEqual([[], null, true]);
		expect(Object.keys(localStorage)).toEqual(["disable-footfall"]);
		footfall.optIn();
		footfall.event("back");
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent()).toMatchObject([{ event_name: "back" }]);
		expect(localStorage.length).toBe(0);
	});
});

describe("shutdown", () => {
	it("delivers waiting events, and reverts all the tracker's changes to the page", async () => {
		const { pushState } = history;
		footfall.init({
			...options,
			captures: [footfall.engagement, footfall.initialPageview, footfall.navigationPageview],
		});
		expect(history.pushState).not.toBe(pushState);
		await vi.advanceTimersByTimeAsync(5000);
		footfall.event("last");
		footfall.shutdown();
		expect(sent().map(({ type }) => type)).toEqual(["pageview", "custom_event", "engagement"]);
		expect([window.footfall, history.pushState]).toEqual([undefined, pushState]);
		await vi.advanceTimersByTimeAsync(0);
		expect(vi.getTimerCount()).toBe(0);
		footfall.event("late");
		footfall.pageview();
		history.pushState(null, "", "/late");
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		await vi.advanceTimersByTimeAsync(5000);
		expect(sent()).toHaveLength(3);
	});

	it("leaves undelivered events to the next page", async () => {
		vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
		footfall.init(options);
		footfall.event("last");
		footfall.shutdown();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(vi.getTimerCount()).toBe(0);
		expect(Object.values(localStorage)).toEqual([expect.stringContaining('"last"')]);
	});

	it("notifies a custom capture, which can no longer track", async () => {
		let late = () => {};
		const until: AbortSignal[] = [];
		const capture: import("./index.ts").Capture = (track, signal) => {
			until.push(signal);
			late = () => track("custom_event", {}, "late");
		};
		footfall.init({ ...options, captures: [capture] });
		expect(until[0]?.aborted).toBe(false);
		footfall.shutdown();
		late();
		await vi.advanceTimersByTimeAsync(1000);
		expect([until[0]?.aborted, bodies]).toEqual([true, []]);
	});

	it("allows another tracker to start", async () => {
		footfall.init(options);
		footfall.event("first");
		footfall.shutdown();
		footfall.event("between");
		footfall.init({ ...options, siteId: "2", captures: [footfall.initialPageview] });
		await vi.advanceTimersByTimeAsync(1000);
		expect(sent().map(({ site_id, type, seq }) => [site_id, type, seq])).toEqual([
			["1", "custom_event", 0],
			["2", "pageview", 0],
		]);
	});
});

describe("a change of the page's address", () => {
	it("is reported to a router that counts views itself, until it unsubscribes", async () => {
		const paths: string[] = [];
		const stop = footfall.onPageChange(() => paths.push(location.pathname));
		history.pushState(null, "", "/a");
		history.replaceState({ n: 1 }, "");
		history.replaceState(null, "", "/b");
		stop();
		history.pushState(null, "", "/c");
		expect(paths).toEqual(["/a", "/b"]);
	});
});
