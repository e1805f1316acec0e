// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { trackedAddress, trackParts } from "./page-address.ts";

describe("the tracked address", () => {
	it.each([
		["/a?b=1", "/a", "?b=1"],
		["/a#chapter", "/a", ""],
		["/a#/", "/", ""],
		["/a#/x", "/x", ""],
		["/a#!/x/y", "/x/y", ""],
		["/a?utm=1#/x", "/x", "?utm=1"],
		["/a?utm=1#/x?y=2", "/x", "?y=2"],
		["/a#//evil.example/x", "//evil.example/x", ""],
		["/a#//[", "//[", ""],
	])("splits %s into %s and %s", (url, pathname, querystring) => {
		history.replaceState(null, "", url);
		expect(trackedAddress()).toEqual([pathname, querystring]);
	});

	it("has no query and does have a fragment if the site is configured so", () => {
		history.replaceState(null, "", "/a?b=1#c");
		trackParts(false, true);
		expect(trackedAddress()).toEqual(["/a#c", ""]);
	});

	it("includes the fragment in its path, whatever else is tracked", () => {
		history.replaceState(null, "", "/a?b=1#c?d");
		trackParts(true, true);
		expect(trackedAddress()).toEqual(["/a#c?d", "?b=1"]);
	});
});
