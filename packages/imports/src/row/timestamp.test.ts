import { describe, expect, it } from "vitest";
import { timeOf } from "./timestamp.ts";

const AT = Date.UTC(2025, 2, 3, 9, 5, 6);

describe("a time", () => {
	it.each([
		"2025-03-03T09:05:06Z",
		"2025-03-03 09:05:06",
		"2025-03-03 09:05:06 UTC",
		"2025-03-03T10:05:06+01:00",
		"2025-03-03 10:05:06.000000+01",
		AT / 1000,
		String(AT / 1000),
		AT,
		AT * 1000,
	])("is parsed from %s", (written) => {
		expect(timeOf(written)).toBe(AT);
	});

	it.each(["", "soon", "2025-03-03", "2025-13-03 09:05:06", 12, Number.NaN, null, undefined])(
		"is rejected in %s",
		(written) => {
			expect(timeOf(written)).toBeUndefined();
		},
	);
});
