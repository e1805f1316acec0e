// @vitest-environment jsdom

import { recordTracker } from "@footfall/testing/browser/recorded-tracker";
import { beforeEach, expect, it } from "vitest";
import { hidePaths } from "./hide-paths.ts";

beforeEach(() => history.replaceState(null, "", "/a"));

it("nothing is sent from a skipped path, and a masked one is sent as its pattern without a query", async () => {
	const { tracker, sent } = await recordTracker([], { beforeSend: hidePaths(["/s"], ["/m/*"]) });
	history.replaceState(null, "", "/s");
	tracker.event("skipped");
	history.replaceState(null, "", "/m/7?secret");
	tracker.event("masked");
	const [masked, ...others] = await sent();
	expect(masked).toMatchObject({ event_name: "masked", pathname: "/m/*", seq: 0 });
	expect([masked?.querystring, others]).toEqual(["", []]);
});

it("only the origin of a referrer within the site is sent, on the page and after a load", async () => {
	const hide = hidePaths([], ["/m/*"]);
	const { tracker, sent } = await recordTracker([], { beforeSend: hide });
	history.replaceState(null, "", "/m/7");
	tracker.pageview();
	expect(await sent()).toMatchObject([{ pathname: "/m/*", referrer: location.origin }]);
	const event = (referrer: string) => ({
		type: "pageview" as const,
		event_name: "",
		properties: undefined,
		pathname: "/",
		querystring: "",
		page_title: "",
		referrer,
		tag: undefined,
	});
	for (const [referrer, said] of [
		[`${location.origin}/m/7?secret`, location.origin],
		["https://example.com/m/7", "https://example.com/m/7"],
		["", ""],
	] as const)
		expect(hide(event(referrer))).toEqual(event(said));
});
