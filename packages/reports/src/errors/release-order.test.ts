import { describe, expect, it } from "vitest";
import { compareVersions, isNotOlder } from "./release-order.ts";

describe("the order of releases", () => {
	it.each([
		["1.4.2", "1.10.0", -1],
		["v2.0", "1.9.9", 1],
		["1.4", "1.4.0", 0],
		["1.4.0-beta.2", "1.4.0", 0],
		["9f3e2ab", "1.4.0", undefined],
		["20261129", "20261130", undefined],
	])("of %s and %s is %s", (one, other, order) => {
		const found = compareVersions(one, other);
		expect(found === undefined ? undefined : Math.sign(found)).toBe(order);
	});
});

describe("a release in which an error occurs after it was resolved", () => {
	const seen = new Map([
		["old", 100],
		["fix", 200],
		["next", 300],
	]);
	it.each([
		["the same", "fix", "fix", true],
		["first seen later", "next", "fix", true],
		["first seen earlier", "old", "fix", false],
		["unknown", "", "fix", false],
		["first seen before the decision, of a fix that was never seen", "old", "unseen", false],
		["first seen after the decision, of a fix that was never seen", "next", "unseen", true],
		["with a larger number", "1.10.0", "1.9.0", true],
		["with a smaller number", "1.8.0", "1.9.0", false],
	])("is not older if it is %s", (_, release, resolvedIn, expected) =>
		expect(isNotOlder(release, resolvedIn, seen, 250)).toBe(expected),
	);
});
