import { describe, expect, it } from "vitest";
import { bytesOf, shorten } from "./shorten.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const escaped = (piece: string) => piece.replaceAll("<", "&lt;");

describe("a text that is cut for a channel", () => {
	it.each([
		["stays as it is when it fits", "abcde", { max: 5 }, "abcde"],
		["ends with an ellipsis", "abcdef", { max: 5 }, "abcd…"],
		["loses an emoji that does not fit, whole", `ab${FAMILY}`, { max: 6 }, "ab…"],
		["keeps an emoji that fits", FAMILY, { max: FAMILY.length }, FAMILY],
		["is never cut in an escape", "a<<<", { max: 7, escape: escaped }, "a&lt;…"],
		["is counted in bytes where a product does", "äöü€", { max: 7, size: bytesOf }, "äö…"],
	])("%s", (_title, text, limit, expected) => expect(shorten(text, limit)).toBe(expected));

	it("is cut in a moment, however long it is", () => {
		const before = performance.now();
		expect(shorten(FAMILY.repeat(100_000), { max: 100 }).length).toBeLessThanOrEqual(100);
		expect(performance.now() - before).toBeLessThan(500);
	});
});
