import { describe, expect, it } from "vitest";
import { createLinkKeys, presentedKeyOf } from "./link-key.ts";

const { hashOf, withPass, isPassOf } = createLinkKeys("a key of an installation");
const KEY = "b1d5781111d84f7b3fe45a0852e59758";
const link = {
	...{ linkId: 1, keyHash: hashOf(KEY), passwordHash: "salt:hash" },
	updatedAt: new Date("2026-11-20T10:00:00Z"),
};
const END = Date.parse("2026-11-21T10:00:00Z");

it("keys of links are hashed with the installation's key", () => {
	expect(hashOf(KEY)).toBe(hashOf(KEY));
	expect(hashOf(KEY)).not.toBe(createLinkKeys("that of another one").hashOf(KEY));
	expect(hashOf(KEY)).not.toContain(KEY);
});

describe("the proof of a link's password", () => {
	const presented = withPass(KEY, link, END);
	const { key, pass = "" } = presentedKeyOf(presented);

	it("goes with the key, and counts until its end", () => {
		expect(key).toBe(KEY);
		expect(isPassOf(link, pass, END - 1)).toBe(true);
		expect(isPassOf(link, pass, END)).toBe(false);
	});

	it.each([
		["another link", { linkId: 2 }],
		["another key", { keyHash: hashOf("x") }],
		["another password", { passwordHash: "salt:other" }],
		["changed settings", { updatedAt: new Date(link.updatedAt.getTime() + 1) }],
	])("does not count for %s", (_, changed) =>
		expect(isPassOf({ ...link, ...changed }, pass, END - 1)).toBe(false),
	);

	it.each(["", ".", "x", pass.slice(1), pass.slice(0, -1)])("does not count as %j", (forged) =>
		expect(isPassOf(link, forged, END - 1)).toBe(false),
	);
});
