import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldedText, matchIn } from "./match-text.ts";

describe("a search in labels", () => {
	it("ignores case and accents", () => {
		expect(foldedText("MÜNCHEN")).toBe("munchen");
		expect(matchIn("München", "munch")).toEqual([0, 5]);
		expect(matchIn("Côte d’Ivoire", "cote")).toEqual([0, 4]);
	});

	it("finds nothing without a match", () => {
		expect(matchIn("Germany", "fr")).toBeUndefined();
		expect(matchIn("Germany", "")).toBeUndefined();
	});

	it("marks the part of the label that matches", () =>
		fc.assert(
			fc.property(
				fc.string({ unit: "grapheme", maxLength: 12 }),
				fc.nat(12),
				fc.nat(12),
				(label, one, other) => {
					const letters = [...foldedText(label)];
					const search = letters.slice(Math.min(one, other), Math.max(one, other)).join("");
					const found = matchIn(label, search);
					if (search === "" || !found) return;
					expect(foldedText(label.slice(...found))).toContain(search);
				},
			),
		));
});
