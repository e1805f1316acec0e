import { describe, expect, it } from "vitest";
import { fileEncoding } from "./script-file.ts";

describe("the encoding of the script", () => {
	it.each([
		["gzip, deflate, br, zstd", "br"],
		["gzip, deflate", "gzip"],
		["br;q=0, gzip", "gzip"],
		["br;q=0.5", "br"],
		["br;q=0.0", "identity"],
		["", "identity"],
		["brotli", "identity"],
	])("for %j is %s", (header, encoding) => expect(fileEncoding(header)).toBe(encoding));
});
