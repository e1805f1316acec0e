import { describe, expect, it } from "vitest";
import { shorter } from "./retention-limits.ts";

describe("the days that a site's data is kept", () => {
	it.each([
		["nobody limits it", undefined, 0, undefined],
		["the installation alone", 30, 0, 30],
		["the site alone", undefined, 7, 7],
		["both, the site to fewer", 30, 7, 7],
		["both, the site to more", 30, 90, 30],
	])("are the fewest where %s", (_who, limit, own, days) => expect(shorter(limit, own)).toBe(days));
});
