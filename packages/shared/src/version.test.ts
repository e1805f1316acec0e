import { describe, expect, it } from "vitest";
import { isAtLeast } from "./version.ts";

describe("a version", () => {
	it.each([
		["0.3.0", "0.3.0", true],
		["0.10.0", "0.9.9", true],
		["1.0.0", "0.99.99", true],
		["0.3.0", "0.3.1", false],
		["0.9.0", "0.10.0", false],
	])("%s is at least %s: %s", (version, least, expected) =>
		expect(isAtLeast(version, least)).toBe(expected),
	);
});
