import { describe, expect, it } from "vitest";
import {
	pathShape,
	READ_RECENT_REQUESTS,
	recentRequestsMemory,
	recordRequest,
} from "./recent-requests.ts";

// biome-ignore lint/security/noGlobalEval: the text runs so in another thread
const read = globalThis.eval(READ_RECENT_REQUESTS) as (memory: SharedArrayBuffer) => object[];

describe("the record of recent requests", () => {
	it("contains routes and sizes of the latest ones, newest first, whatever their length", () => {
		for (let nth = 0; nth < 40; nth++) recordRequest("POST /api/track", { host: "x" }, nth, 10);
		recordRequest(`GET /${"a".repeat(1000)}`, { host: "abc", cookie: "secret" }, 7, 1001);
		const found = read(recentRequestsMemory);
		expect(found).toHaveLength(16);
		expect(found[0]).toEqual({
			route: `GET /${"a".repeat(99)}`,
			targetBytes: 1001,
			headerBytes: 19,
			longestHeader: 6,
			bodyBytes: 7,
		});
		expect(found[1]).toMatchObject({ route: "POST /api/track", bodyBytes: 39 });
		expect(JSON.stringify(found)).not.toContain("secret");
	});

	it.each([
		["/api/sites/5/users/anna@example.com?q=secret", "/api/sites/*/users/*"],
		["/anna", "/*"],
		["/".repeat(100_000), "/".repeat(7)],
		["", ""],
	])("reduces the path %.60s to its known words", (url, shape) =>
		expect(pathShape(url)).toBe(shape),
	);
});
