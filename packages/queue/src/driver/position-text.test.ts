import { describe, expect, it } from "vitest";
import { isPositionText, nextOffsetsOf, positionText } from "./position-text.ts";

describe("a position as text", () => {
	it("is read as it was written, partitions in order", () => {
		const next = new Map([
			[11, 4],
			[0, 2 ** 40],
		]);
		const text = positionText("cluster/topic", next);
		expect(text).toBe("cluster/topic:0=1099511627776,11=4");
		expect(nextOffsetsOf(text, "cluster/topic")).toEqual(next);
	});

	it.each(["", "a", "a:", "a:0", "a:0=", "a:0=1,", "a b:0=1", "a:0=-1", "a:x=1"])(
		"is not %j",
		(text) => expect(isPositionText(text)).toBe(false),
	);

	it("is refused by another log", () =>
		expect(() => nextOffsetsOf("a:0=1", "b")).toThrow(
			"The position a:0=1 belongs to another log; the positions of this one begin with b:",
		));
});
