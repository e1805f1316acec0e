// @vitest-environment jsdom
import { MAX_LENGTH } from "@footfall/shared/limits";
import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OutgoingEvent } from "./event/outgoing-event.ts";

beforeEach(() => {
	localStorage.clear();
	document.title = "A page";
	history.replaceState(null, "", "/a?b=1");
});

describe("an event", () => {
	it("contains where and when it happened, in order", async () => {
		const { tracker, sent } = await recordTracker([], { tag: "b" });
		const now = Date.now();
		tracker.pageview();
		tracker.event("signup", { plan: "pro" });
		const [first, second] = await sent();
		expect(first).toEqual({
			type: "pageview",
			site_id: "1",
			hostname: "localhost",
			pathname: "/a",
			querystring: "?b=1",
			page_title: "A page",
			referrer: "",
			event_name: "",
			language: "en-US",
			screenWidth: 0,
			screenHeight: 0,
			tag: "b",
			_bs: 0,
			// jsdom has neither `window.chrome` nor plugins.
			_bsm: 0b10100,
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

	it("stays within the lengths that the gateway accepts", async () => {
		document.title = "t".repeat(1000);
		history.replaceState(null, "", `/${"p".repeat(3000)}?${"q".repeat(3000)}`);
		const { tracker, sent } = await recordTracker([], { tag: "g".repeat(1000) });
		tracker.identify("u".repeat(1000));
		tracker.event("e".repeat(1000));
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

	it("has the release of the page's code, which `beforeSend` may read and change", async () => {
		const { tracker, sent } = await recordTracker([], { release: "1.4.2" });
		tracker.event("signup", { plan: "pro" });
		tracker.error(new TypeError("no price"));
		const [event, error] = await sent();
		expect(event).toMatchObject({ release: "1.4.2", properties: '{"plan":"pro"}' });
		expect(error).toMatchObject({ type: "error", release: "1.4.2", event_name: "TypeError" });
	});

	it("has the release that `beforeSend` makes of it", async () => {
		const beforeSend = (event: OutgoingEvent) => ({ ...event, release: `${event.release}-web` });
		const { tracker, sent } = await recordTracker([], { release: "1.4.2", beforeSend });
		tracker.event("signup");
		expect(await sent()).toMatchObject([{ release: "1.4.2-web" }]);
	});

	it("has no query if the site does not track it", async () => {
		const { tracker, sent } = await recordTracker([], { trackUrlParams: false });
		tracker.event("signup");
		expect(await sent()).toMatchObject([{ pathname: "/a", querystring: "" }]);
	});

	it("may be changed or dropped before it is sent, without a gap in the numbers", async () => {
		const { tracker, sent } = await recordTracker([], {
			beforeSend: (event) =>
				event.event_name === "secret"
					? undefined
					: { ...event, page_title: "No title", properties: { ...event.properties, checked: 1 } },
		});
		tracker.event("secret");
		tracker.event("open", { plan: "pro" });
		expect(await sent()).toMatchObject([
			{
				event_name: "open",
				page_title: "No title",
				properties: '{"plan":"pro","checked":1}',
				seq: 0,
			},
		]);
	});

	it("names the previous page as the referrer after a navigation", async () => {
		const { tracker, sent } = await recordTracker([]);
		tracker.pageview();
		history.pushState(null, "", "/next");
		tracker.pageview();
		tracker.event("there");
		expect((await sent()).map(({ referrer }) => referrer)).toEqual([
			"",
			`${location.origin}/a`,
			`${location.origin}/a`,
		]);
	});
});

describe("the calls", () => {
	it("report exits and caught errors", async () => {
		const { tracker, sent } = await recordTracker([]);
		tracker.outbound("https://example.com/x");
		tracker.error(new RangeError("too far"), { order: 7 });
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

	it("skip traits that cannot be sent without delaying the rest", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const { tracker, sent } = await recordTracker([]);
		tracker.identify("u1", { id: 1n });
		tracker.event("signup");
		expect(await sent()).toMatchObject([{ event_name: "signup", user_id: "u1" }]);
		expect(warn).toHaveBeenCalledExactlyOnceWith("footfall: properties left out", { id: 1n });
	});

	it("shorten long exits and errors so that the gateway accepts them", async () => {
		const { tracker, sent } = await recordTracker([]);
		tracker.outbound(`https://example.com/${"x".repeat(5000)}`, '"'.repeat(500));
		tracker.error(new Error('"'.repeat(5000)), { page: "x".repeat(5000) });
		const [outbound, error] = (await sent()).map(({ properties = "" }) => JSON.parse(properties));
		expect([outbound.url.length, outbound.text]).toEqual([1500, '"'.repeat(100)]);
		expect(error).toEqual({ message: '"'.repeat(500) });
	});

	it("remember the user and clear it on request", async () => {
		const { tracker } = await recordTracker([]);
		expect(tracker.getUserId()).toBe(null);
		tracker.identify("u1");
		expect([tracker.getUserId(), localStorage.getItem("footfall-user-id")]).toEqual(["u1", "u1"]);
		tracker.clearUserId();
		expect([tracker.getUserId(), localStorage.getItem("footfall-user-id")]).toEqual([null, null]);
	});
});
