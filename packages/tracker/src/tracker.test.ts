// @vitest-environment jsdom
import { MAX_LENGTH } from "@footfall/shared/limits";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { recordTracker } from "../../../test/support/recorded-tracker.ts";

beforeEach(() => {
	localStorage.clear();
	document.title = "A page";
	history.replaceState(null, "", "/a?b=1");
});

describe("an event", () => {
	it("says where and when it happened, in order", async () => {
		const { api, sent } = await recordTracker([], { tag: "b" });
		const now = Date.now();
		api.pageview();
		api.event("signup", { plan: "pro" });
		const [first, second] = await sent();
		expect(first).toEqual({
			type: "pageview",
			site_id: "1",
			hostname: "localhost",
			pathname: "/a",
			querystring: "?b=1",
			page_title: "A page",
			referrer: "",
			language: "en-US",
			screenWidth: 0,
			screenHeight: 0,
			tag: "b",
			event_name: "",
			_bs: 0,
			_bsm: 0,
			id: `${first?.page_id}.0`,
			page_id: first?.page_id,
			seq: 0,
			timestamp: now,
		});
		expect(second).toEqual({
			...first,
			type: "custom_event",
			event_name: "signup",
			properties: '{"plan":"pro"}',
			id: `${first?.page_id}.1`,
			seq: 1,
			timestamp: now + 1,
		});
	});

	it("stays within the lengths that the gateway takes", async () => {
		document.title = "t".repeat(1000);
		history.replaceState(null, "", `/${"p".repeat(3000)}?${"q".repeat(3000)}`);
		const { api, sent } = await recordTracker([], { tag: "g".repeat(1000) });
		api.identify("u".repeat(1000));
		api.event("e".repeat(1000));
		const [event] = await sent();
		expect(event).toMatchObject({
			page_title: "t".repeat(MAX_LENGTH.pageTitle),
			pathname: `/${"p".repeat(MAX_LENGTH.pathname - 1)}`,
			querystring: `?${"q".repeat(MAX_LENGTH.querystring - 1)}`,
			user_id: "u".repeat(MAX_LENGTH.userId),
			tag: "g".repeat(MAX_LENGTH.tag),
			event_name: "e".repeat(MAX_LENGTH.eventName),
		});
	});

	it("has no query where the site does not track it", async () => {
		const { api, sent } = await recordTracker([], {}, {});
		api.event("signup");
		expect(await sent()).toMatchObject([{ pathname: "/a", querystring: "" }]);
	});

	it("is not sent from a skipped path, and hides a masked one", async () => {
		const { api, sent } = await recordTracker([], { skipPatterns: ["/s"], maskPatterns: ["/m/*"] });
		history.replaceState(null, "", "/s");
		api.event("skipped");
		history.replaceState(null, "", "/m/7?secret");
		api.event("masked");
		expect(await sent()).toMatchObject([
			{ event_name: "masked", pathname: "/m/*", querystring: "" },
		]);
	});

	it("names the page before it as the referrer once the page has moved on, masked as it was sent", async () => {
		const { api, sent } = await recordTracker([], { maskPatterns: ["/a"] });
		api.pageview();
		history.pushState(null, "", "/next");
		api.pageview();
		api.event("there");
		expect((await sent()).map(({ referrer }) => referrer)).toEqual([
			"",
			`${location.origin}/a`,
			`${location.origin}/a`,
		]);
	});
});

describe("the tracker", () => {
	it("has the old page load finish before a restore begins the next", async () => {
		const { tracker, sent } = await recordTracker([]);
		tracker.onLeave((left) =>
			tracker.track("engagement", undefined, "", { ms_visible: 200 }, left),
		);
		tracker.renew();
		tracker.track("pageview");
		const [engagement, pageview] = await sent();
		expect([engagement?.seq, pageview?.seq]).toEqual([0, 0]);
		expect(engagement?.page_id).not.toBe(pageview?.page_id);
	});

	it("sends nothing after its stop, and neither do its captures", async () => {
		let trackLate = () => {};
		const { api, sent } = await recordTracker([
			(track) => {
				trackLate = () => track("button_click");
			},
		]);
		api.stop();
		api.event("late");
		api.pageview();
		trackLate();
		window.dispatchEvent(new PageTransitionEvent("pagehide"));
		expect(await sent()).toEqual([]);
	});
});

describe("the API", () => {
	it("reports ways out and caught errors", async () => {
		const { api, sent } = await recordTracker([]);
		api.trackOutbound("https://example.com/x");
		api.error(new RangeError("too far"), { order: 7 });
		const [outbound, error] = await sent();
		expect(outbound).toMatchObject({
			type: "outbound",
			properties: '{"url":"https://example.com/x","text":"","target":"_self"}',
		});
		expect(error).toMatchObject({ type: "error", event_name: "RangeError" });
		expect(JSON.parse(error?.properties ?? "")).toEqual({
			order: 7,
			message: "too far",
			stack: expect.stringContaining("RangeError: too far"),
		});
	});

	it("calls back when it is ready", async () => {
		const { api } = await recordTracker([]);
		const ready = vi.fn();
		api.onReady(ready);
		expect(ready).toHaveBeenCalledWith(api);
	});

	it("remembers the user and forgets on request", async () => {
		const { api } = await recordTracker([]);
		expect(api.getUserId()).toBe(null);
		api.identify("u1");
		expect([api.getUserId(), localStorage.getItem("footfall-user-id")]).toEqual(["u1", "u1"]);
		api.clearUserId();
		expect([api.getUserId(), localStorage.getItem("footfall-user-id")]).toEqual([null, null]);
	});

	it("takes calls for a recorder that it does not have", async () => {
		const { api } = await recordTracker([]);
		api.startSessionReplay();
		api.stopSessionReplay();
		expect(api.isSessionReplayActive()).toBe(false);
	});
});
