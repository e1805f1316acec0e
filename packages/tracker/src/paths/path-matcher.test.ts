import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPathMatcher } from "./path-matcher.ts";

describe("path patterns", () => {
	it.each([
		["/user/*", "/user/7", true],
		["/user/*", "/user/7/edit", false],
		["/user/*", "/user/", false],
		["/user/*/edit", "/user/7/edit", true],
		["/admin/**", "/admin/a/b", true],
		["/admin/**", "/administration", false],
		["/a.html", "/a.html", true],
		["/a.html", "/aXhtml", false],
		["/(x)", "/(x)", true],
		["re:^/draft-\\d+$", "/draft-12", true],
		["re:^/draft-\\d+$", "/draft-x", false],
	])("match %s and %s: %s", (pattern, path, matches) =>
		expect(createPathMatcher([pattern])(path)).toBe(matches ? pattern : undefined),
	);

	it("return the first that matches", () =>
		expect(createPathMatcher(["/x", "/user/**", "/user/*"])("/user/7")).toBe("/user/**"));

	it("match only themselves without stars", () =>
		fc.assert(
			fc.property(
				fc.string().filter((text) => !text.includes("*") && !text.startsWith("re:")),
				fc.string(),
				(pattern, other) => {
					const find = createPathMatcher([`/${pattern}`]);
					expect(find(`/${pattern}`)).toBe(`/${pattern}`);
					expect(find(`/${other}`)).toBe(other === pattern ? `/${pattern}` : undefined);
				},
			),
		));

	it("are rejected immediately if a regular expression is invalid", () =>
		expect(() => createPathMatcher(["re:("])).toThrow(SyntaxError));
});
