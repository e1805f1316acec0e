import { describe, expect, it } from "vitest";
import { type SiteOutcomes, uncountedReasons } from "../shared/install/outcomes.ts";
import { SNIPPET_KINDS, snippetOf } from "../shared/install/snippets.ts";

const noRejection = {
	malformed: 0,
	invalid: 0,
	too_large: 0,
	unknown_site: 0,
	wrong_key: 0,
	not_enabled: 0,
	rate_limited: 0,
	page_flood: 0,
	queue_unavailable: 0,
	failed: 0,
};
const nothing: SiteOutcomes = {
	bot: 0,
	botLayers: {
		ua_pattern: 0,
		header_heuristics: 0,
		client_signals: 0,
		bot_asn: 0,
		rate_anomaly: 0,
	},
	filtered: {
		IP: 0,
		country: 0,
		path: 0,
		hostname: 0,
		"user agent": 0,
		ASN: 0,
		origin: 0,
		GPC: 0,
		foreign_host: 0,
		dropped_by_rule: 0,
	},
	foreignHosts: [],
	rejected: noRejection,
	withoutSite: noRejection,
};

describe("why no visit was counted", () => {
	it("is unknown if nothing has arrived", () => expect(uncountedReasons(nothing)).toEqual([]));

	it("lists layers, exclusions and wrong ids, the most frequent first", () =>
		expect(
			uncountedReasons({
				...nothing,
				bot: 2,
				botLayers: { ...nothing.botLayers, header_heuristics: 1, ua_pattern: 2 },
				filtered: { ...nothing.filtered, IP: 1 },
				withoutSite: { ...noRejection, unknown_site: 4, malformed: 2 },
				unknownSites: [{ id: "9f02aa17c3de", count: 4 }],
			}),
		).toEqual([
			{ kind: "bot", count: 2, names: ["ua_pattern", "header_heuristics"] },
			{ kind: "excluded", count: 1, names: ["IP"] },
			{ kind: "wrong-site", count: 4, names: ["9f02aa17c3de"] },
		]));
});

it.each(SNIPPET_KINDS)("the snippet for %s contains the site and the server", (kind) => {
	const snippet = snippetOf(kind, "0123456789ab", "https://stats.example/x");
	expect(snippet).toContain("0123456789ab");
	expect(snippet).toContain("https://stats.example/x/api");
});
