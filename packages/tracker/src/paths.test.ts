// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { OutgoingEvent } from "./event/outgoing-event.ts";
import { hidePathsOfTag } from "./paths.ts";

const told = (attributes: Record<string, string>, pathname: string) =>
	hidePathsOfTag(attributes)({ pathname, querystring: "?a=1", referrer: "" } as OutgoingEvent);

describe("the paths that a tag hides", () => {
	it("are skipped or masked", () => {
		const attributes = { skipPatterns: '["/a"]', maskPatterns: '["/b/*"]' };
		expect(["/b/1", "/c"].map((path) => told(attributes, path))).toMatchObject([
			{ pathname: "/b/*", querystring: "" },
			{ pathname: "/c", querystring: "?a=1" },
		]);
		expect(told(attributes, "/a")).toBe(undefined);
	});

	it("may be of one kind only", () =>
		expect(told({ skipPatterns: '["/a"]' }, "/b")).toMatchObject({ pathname: "/b" }));

	it.each(["/user/*", '["re:("]'])("are refused when they read %s", (maskPatterns) =>
		expect(() => hidePathsOfTag({ maskPatterns })).toThrow(SyntaxError),
	);
});
