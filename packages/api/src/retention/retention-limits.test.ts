import { describe, expect, it } from "vitest";
import { shorter } from "./retention-limits.ts";

describe("the retention of a site's data in days", () => {
	it.each([
		["nobody limits it", undefined, 0, undefined],
		["the installation alone", 30, 0, 30],
		["the site alone", undefined, 7, 7],
		["both, the site to fewer", 30, 7, 7],
		["both, the site to more", 30, 90, 30],
	])("is the minimum where %s", (_who, limit, own, days) => expect(shorter(limit, own)).toBe(days));
});
