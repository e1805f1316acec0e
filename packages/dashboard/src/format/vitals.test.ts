import { expect, it } from "vitest";
import { vitalRating } from "./vitals.ts";

it.each([
	["lcp", 2500, "good"],
	["lcp", 2501, "needs-improvement"],
	["lcp", 4001, "poor"],
	["inp", 200, "good"],
	["inp", 501, "poor"],
	["cls", 0.1, "good"],
	["cls", 0.25, "needs-improvement"],
	["fcp", 3001, "poor"],
	["ttfb", 1800, "needs-improvement"],
] as const)("rates %s of %d as %s", (vital, value, rating) =>
	expect(vitalRating(vital, value)).toBe(rating),
);

it("does not rate what was not measured", () => expect(vitalRating("lcp", null)).toBeUndefined());
