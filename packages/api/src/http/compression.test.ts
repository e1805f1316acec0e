import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressed, encodingOf } from "./compression.ts";

describe("the content coding of a response", () => {
	it.each([
		["gzip, deflate, br, zstd", "br"],
		["gzip, deflate", "gzip"],
		["br;q=0, gzip;q=0.5", "gzip"],
		["BR ; q=0.1", "br"],
		["br;q=0.000,gzip;q=0", undefined],
		["deflate", undefined],
		["*", undefined],
		["", undefined],
		[undefined, undefined],
	])("for a client that accepts %j is %s", (accepted, encoding) =>
		expect(encodingOf(accepted)).toBe(encoding),
	);

	it("can be decoded under its name", async () => {
		const text = "é".repeat(5000);
		expect(brotliDecompressSync(await compressed(text, "br")).toString()).toBe(text);
		expect(gunzipSync(await compressed(text, "gzip")).toString()).toBe(text);
		expect(gunzipSync(await compressed(Buffer.from(text), "gzip", "fixed")).toString()).toBe(text);
	});
});
