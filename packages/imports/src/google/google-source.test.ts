import { describe, expect, it } from "vitest";
import { nextPacificMidnight, quotaWait } from "./google-answer.ts";
import { monthsOf, piecesOf } from "./google-source.ts";
import { propertyOf } from "./open-google-source.ts";

describe("the days of an import", () => {
	it("are read in months, of which the first and the last may be incomplete", () =>
		expect(monthsOf({ from: "2023-12-30", to: "2024-03-01" })).toEqual([
			{ from: "2023-12-30", to: "2023-12-31" },
			{ from: "2024-01-01", to: "2024-01-31" },
			{ from: "2024-02-01", to: "2024-02-29" },
			{ from: "2024-03-01", to: "2024-03-01" },
		]));

	it("are each in one piece", () =>
		expect(piecesOf({ from: "2024-02-25", to: "2024-03-06" }, 7)).toEqual([
			{ from: "2024-02-25", to: "2024-03-02" },
			{ from: "2024-03-03", to: "2024-03-06" },
		]));
});

describe("the name of a property", () => {
	it.each([
		["ga4", "123", "123"],
		["ga4", " properties/123 ", "123"],
		["search_console", "sc-domain:example.com", "sc-domain:example.com"],
		["search_console", "https://www.example.com", "https://www.example.com/"],
	] as const)("of %s is read from %j", (platform, text, property) =>
		expect(propertyOf(platform, text)).toBe(property),
	);

	it.each([
		["ga4", "G-ABC123", '"G-ABC123" is not the number of a property: give the digits'],
		["ga4", "123/../456", "is not the number of a property"],
		[
			"search_console",
			"example.com",
			'"example.com" is not a property of Search Console: give sc-domain:example.com',
		],
		["search_console", "sc-domain:a/b", "is not a property of Search Console"],
	] as const)("of %s is refused, with what to give: %j", (platform, text, fault) =>
		expect(() => propertyOf(platform, text)).toThrow(fault),
	);
});

describe("a quota of Google's that is used up", () => {
	const now = Date.parse("2026-01-15T20:30:00Z");
	const refused = (message: string, status = 429, reason?: string) => ({
		status,
		body: { error: { message, ...(reason && { errors: [{ reason }] }) } },
		failure: undefined,
		retryAfter: 0,
	});

	it("of a day lasts until midnight in California", () => {
		expect(new Date(nextPacificMidnight(now)).toISOString()).toBe("2026-01-16T08:00:00.000Z");
		expect(quotaWait(refused("Exhausted property tokens per day."), now)).toEqual({
			reason: "Google's quota for this day is used up",
			until: Date.parse("2026-01-16T08:00:00Z"),
		});
	});

	it("of an hour is tried again after a quarter", () =>
		expect(
			quotaWait(refused("Exhausted property tokens for a project per hour."), now)?.until,
		).toBe(now + 900_000));

	it("is one of seconds where the answer names neither", () =>
		expect(quotaWait(refused("Exhausted concurrent requests quota."), now)).toBeUndefined());

	it("is also Search Console's 403 with such a reason, and no other 403", () => {
		expect(
			quotaWait(refused("Search Analytics load quota exceeded.", 403, "quotaExceeded"), now),
		).toBeDefined();
		expect(quotaWait(refused("No access per day", 403, "forbidden"), now)).toBeUndefined();
	});
});
