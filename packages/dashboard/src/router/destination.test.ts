import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Destination, destinationOf, pathOf, SITE_PAGES } from "./destination.ts";

const SITE = "0123456789ab";
const KEY = "ba9876543210";
const LONG_KEY = "b1d5781111d84f7b3fe45a0852e59758";

describe("a path", () => {
	it.each<[string, Destination]>([
		["/", { to: "home" }],
		["", { to: "home" }],
		["/sites", { to: "sites" }],
		["/welcome/", { to: "welcome" }],
		[`/${SITE}`, { to: "site", site: SITE, page: "overview", rest: [] }],
		["/17/live", { to: "site", site: "17", page: "live", rest: [] }],
		[`/${SITE}/sessions/a%2Fb`, { to: "site", site: SITE, page: "sessions", rest: ["a/b"] }],
		[`/${SITE}/${KEY}`, { to: "site", site: SITE, privateKey: KEY, page: "overview", rest: [] }],
		[
			`/${SITE}/${LONG_KEY}`,
			{ to: "site", site: SITE, privateKey: LONG_KEY, page: "overview", rest: [] },
		],
		[`/${SITE}/${KEY}/pages`, { to: "site", site: SITE, privateKey: KEY, page: "pages", rest: [] }],
		["/organization/x/members", { to: "organization", rest: ["x", "members"] }],
		["/account", { to: "account", rest: [] }],
	])("%s leads to %j", (path, destination) => expect(destinationOf(path)).toEqual(destination));

	it.each(["/nowhere", "/sites/more", `/${SITE}/nonsense`, "/%E0%A4%A", "/0123456789AB"])(
		"%s is unknown",
		(path) => expect(destinationOf(path)).toEqual({ to: "unknown" }),
	);

	it("is unchanged after being parsed and written", () =>
		fc.assert(
			fc.property(
				fc.constantFrom(...SITE_PAGES),
				fc.option(fc.constant(KEY), { nil: undefined }),
				fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 2 }),
				(page, privateKey, rest) => {
					const destination: Destination = {
						to: "site",
						site: SITE,
						...(privateKey !== undefined && { privateKey }),
						page,
						rest,
					};
					expect(destinationOf(pathOf(destination))).toEqual(destination);
				},
			),
		));
});
