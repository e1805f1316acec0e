import { describe, expect, it } from "vitest";
import { type SiteOutcomes, uncountedReasons } from "./outcomes.ts";
import { SNIPPET_KINDS, snippetOf } from "./snippets.ts";

const nothing: SiteOutcomes = {
	firstEventAt: null,
	bot: 0,
	botLayers: { user_agent: 0 },
	filtered: { IP: 0 },
	rejected: { invalid: 0 },
	withoutSite: { unknown_site: 0 },
};

describe("why no visit was counted", () => {
	it("is unknown when nothing has arrived", () => expect(uncountedReasons(nothing)).toEqual([]));

	it("names layers, exclusions and wrong ids, the most frequent first", () =>
		expect(
			uncountedReasons({
				...nothing,
				bot: 2,
				botLayers: { header: 1, user_agent: 2, webdriver: 0 },
				filtered: { IP: 1, country: 0 },
				withoutSite: { unknown_site: 4 },
				unknownSites: [{ id: "9f02aa17c3de", count: 4 }],
			}),
		).toEqual([
			{ kind: "bot", count: 2, names: ["user_agent", "header"] },
			{ kind: "excluded", count: 1, names: ["IP"] },
			{ kind: "wrong-site", count: 4, names: ["9f02aa17c3de"] },
		]));
});

it.each(SNIPPET_KINDS)("the snippet for %s names the site and the server", (kind) => {
	const snippet = snippetOf(kind, "0123456789ab", "https://stats.example/x");
	expect(snippet).toContain("0123456789ab");
	expect(snippet).toContain("https://stats.example/x/api");
});
