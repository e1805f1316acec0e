// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RareConfig } from "../core/config.ts";
import type { OutgoingEvent } from "../event/outgoing-event.ts";
import { readRareAttributes } from "./read-rare-attributes.rare.ts";

const rareConfigOfTag = (attributes: Record<string, string>): RareConfig | undefined => {
	let found: RareConfig | undefined;
	readRareAttributes(attributes, (config) => {
		found = config;
	});
	return found;
};

const told = (attributes: Record<string, string>, pathname: string) =>
	rareConfigOfTag(attributes)?.[2]?.({
		pathname,
		querystring: "?a=1",
		referrer: "",
	} as OutgoingEvent);

describe("the paths that a tag hides", () => {
	it("are skipped or masked", () => {
		const attributes = { skipPatterns: '["/a"]', maskPatterns: '["/b/*"]' };
		expect(["/b/1", "/c"].map((path) => told(attributes, path))).toMatchObject([
			{ pathname: "/b/*", querystring: "" },
			{ pathname: "/c", querystring: "?a=1" },
		]);
		expect(told(attributes, "/a")).toBe(undefined);
	});

	it("may be of only one kind", () =>
		expect(told({ skipPatterns: '["/a"]' }, "/b")).toMatchObject({ pathname: "/b" }));

	it.each(["/user/*", '["re:("]'])("are rejected when they are %s", (maskPatterns) =>
		expect(() => rareConfigOfTag({ maskPatterns })).toThrow(SyntaxError),
	);
});

describe("rare attributes", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("have defaults", () => expect(rareConfigOfTag({})).toEqual(["", undefined, undefined]));

	it("include a text for every event", () =>
		expect(rareConfigOfTag({ tag: "b" })).toEqual(["b", undefined, undefined]));

	it("hide paths in recorded events, and change nothing else", () => {
		const [, filter, beforeSend] = rareConfigOfTag({
			skipPatterns: '["/a"]',
			maskPatterns: '["/b/*"]',
		}) ?? [""];
		const title = { toJSON: () => "A page" };
		const { origin } = location;
		const shown = (path: string, from: string) =>
			filter?.(["pageview", "p", 0, path, "?q", title, from, "t", "u", "n", "{}", {}]);
		expect(shown("/a", "")).toBe(undefined);
		expect(shown("/b/1", `${origin}/a`)).toEqual([
			"pageview",
			"p",
			0,
			"/b/*",
			"",
			title,
			origin,
			"t",
			"u",
			"n",
			"{}",
			{},
		]);
		expect(shown("/c", "")?.slice(3, 5)).toEqual(["/c", "?q"]);
		expect(beforeSend).toBeTypeOf("function");
	});

	it("add the release of the page's code to events, also where paths are hidden", () => {
		const title = { toJSON: () => "A page" };
		const sent = (attributes: Record<string, string>, path: string) =>
			rareConfigOfTag(attributes)?.[1]?.([
				...(["error", "p", 0, path, "?q", title, "", "t", "u", "n", "{}"] as const),
				{ given_up: 2 },
			]);
		expect(sent({ release: "1.4.2" }, "/a")?.[11]).toEqual({ given_up: 2, release: "1.4.2" });
		const hiding = { release: "1.4.2", maskPatterns: '["/b/*"]', skipPatterns: '["/c"]' };
		expect(sent(hiding, "/b/1")?.slice(3, 5)).toEqual(["/b/*", ""]);
		expect(sent(hiding, "/b/1")?.[11]).toEqual({ given_up: 2, release: "1.4.2" });
		expect(sent(hiding, "/c")).toBe(undefined);
	});

	it.each([
		["shop.example, localhost", ["", undefined, undefined]],
		["shop.example", undefined],
	])("limit the hosts that are counted to %s", (domains, config) =>
		expect(rareConfigOfTag({ domains })).toEqual(config),
	);

	it("are not read if the visitor does not want to be counted and the tag respects that", () => {
		vi.stubGlobal("navigator", { globalPrivacyControl: true });
		expect(rareConfigOfTag({ respectGpc: "" })).toBe(undefined);
		expect(rareConfigOfTag({ tag: "b" })).toEqual(["b", undefined, undefined]);
	});
});
