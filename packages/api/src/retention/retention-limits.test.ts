import { describe, expect, it } from "vitest";
import { shorter } from "./retention-limits.ts";

describe("the retention of a site's data in days", () => {
	it.each([
		["neither is set", undefined, 0, undefined],
		["only the installation sets one", 30, 0, 30],
		["only the site sets one", undefined, 7, 7],
		["both set one, the site a lower one", 30, 7, 7],
		["both set one, the site a higher one", 30, 90, 30],
	])("is the lower limit if %s", (_who, limit, own, days) =>
		expect(shorter(limit, own)).toBe(days),
	);
});
