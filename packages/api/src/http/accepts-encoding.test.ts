import { describe, expect, it } from "vitest";
import { acceptsEncoding } from "./accepts-encoding.ts";

describe("an encoding", () => {
	it.each([
		["br", true],
		["gzip, deflate, BR", true],
		["gzip;q=1.0, br;q=0.5", true],
		["gzip, br;q=0", false],
		["gzip, br ; q=0.000", false],
		["gzip", false],
		["brotli", false],
		["", false],
		[undefined, false],
	])("br is accepted for %s: %s", (header, expected) =>
		expect(acceptsEncoding(header, "br")).toBe(expected),
	);
});
