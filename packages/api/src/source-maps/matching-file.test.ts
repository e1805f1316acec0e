import { describe, expect, it } from "vitest";
import { hasHashInName, matchingFile, plainFileName } from "./matching-file.ts";

const match = (address: string, ...names: string[]) =>
	matchingFile(
		address,
		names.map((fileName) => ({ fileName })),
	)?.fileName;

describe("the map of a file", () => {
	it.each([
		["https://shop.example/assets/app.js", ["app.js"], "app.js"],
		["https://shop.example/assets/app.js?v=2#x", ["other.js", "assets/app.js"], "assets/app.js"],
		["https://cdn.example/base/assets/app.js", ["app.js", "assets/app.js"], "assets/app.js"],
		["https://shop.example/app.js", ["dist/public/app.js"], "dist/public/app.js"],
		["/assets/my%20app.js", ["my app.js"], "my app.js"],
		["https://shop.example/a/index.js", ["b/index.js"], undefined],
		["https://shop.example/a/index.js", ["a/index.mjs", "ndex.js"], undefined],
		["https://shop.example/%zz/app.js", ["app.js"], "app.js"],
	])("for %s among %j is %s", (address, names, expected) =>
		expect(match(address, ...names)).toBe(expected),
	);
});

it.each([
	["assets/index-DiwrgTda.js", true],
	["main.3f2a1b4c5d.js", true],
	["page-0f1e2d3c4b5a6978.mjs", true],
	["index-Di-r_Tda.js", true],
	["app.js", false],
	["app-component.js", false],
	["polyfills-legacy.js", false],
])("%s has a hash in its name: %s", (file, expected) => expect(hasHashInName(file)).toBe(expected));

it.each([
	["./dist/assets/app.js", "dist/assets/app.js"],
	["~/assets/app.js", "assets/app.js"],
	["https://shop.example/assets/app.js?v=1", "assets/app.js"],
	["..\\..\\app.js", "app.js"],
])("keeps %s as %s", (name, kept) => expect(plainFileName(name)).toBe(kept));
