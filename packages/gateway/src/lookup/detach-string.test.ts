import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { detachString } from "./detach-string.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const COUNT = 1_000;
const HEAD_BYTES = 10_000;

/** The memory held by this many texts, each cut out of a long one. */
const bytesKept = (keep: (text: string) => string): number => {
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const kept = Array.from({ length: COUNT }, (_, index) =>
		keep(
			Buffer.alloc(HEAD_BYTES, `a visitor's address ${index} `).toString("latin1").slice(10, 40),
		),
	);
	collectGarbage();
	const bytes = process.memoryUsage().heapUsed - before;
	expect(kept).toHaveLength(COUNT);
	return bytes;
};

describe("a detached string", () => {
	it.each(["", "a", "81.2.69.160", "Mozilla/5.0 (X11; Linux x86_64)", "\ud800 é 漢"])(
		"has the same content: %j",
		(text) => expect(detachString(text)).toBe(text),
	);

	it("does not retain the string that it was cut from", () =>
		expect(bytesKept(detachString)).toBeLessThan((COUNT * HEAD_BYTES) / 10));

	it("would be retained without detaching", () =>
		expect(bytesKept((text) => text)).toBeGreaterThan((COUNT * HEAD_BYTES) / 2));
});
