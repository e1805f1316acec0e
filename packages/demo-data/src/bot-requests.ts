import type { Chance } from "./chance.ts";
import { HOSTNAME, PAGES } from "./pages.ts";
import type { EventRow } from "./visit.ts";

const crawler = (
	weight: number,
	name: string,
	operator: string,
	[purpose, category]: readonly [string, string],
	network: string,
) => ({ weight, name, operator, purpose, category, network });

const TRAINING = ["ai_training", "ai"] as const;
const INDEX = ["ai_search", "ai"] as const;
const AGENT = ["ai_agent", "ai"] as const;
const SEARCH = ["search", "search"] as const;

const CRAWLERS = [
	crawler(14, "GPTBot", "OpenAI", TRAINING, "Microsoft Azure"),
	crawler(8, "OAI-SearchBot", "OpenAI", INDEX, "Microsoft Azure"),
	crawler(9, "ChatGPT-User", "OpenAI", AGENT, "Microsoft Azure"),
	crawler(11, "ClaudeBot", "Anthropic", TRAINING, "Amazon"),
	crawler(3, "Claude-User", "Anthropic", AGENT, "Amazon"),
	crawler(5, "PerplexityBot", "Perplexity", INDEX, "Amazon"),
	crawler(3, "Perplexity-User", "Perplexity", AGENT, "Amazon"),
	crawler(7, "meta-externalagent", "Meta", TRAINING, "Meta"),
	crawler(6, "Bytespider", "ByteDance", TRAINING, "ByteDance"),
	crawler(4, "Amazonbot", "Amazon", TRAINING, "Amazon"),
	crawler(3, "CCBot", "Common Crawl", TRAINING, "Amazon"),
	crawler(16, "Googlebot", "Google", SEARCH, "Google"),
	crawler(8, "bingbot", "Microsoft", SEARCH, "Microsoft"),
	crawler(6, "AhrefsBot", "", ["seo", "seo"], "OVH"),
	crawler(5, "UptimeRobot", "", ["monitoring", "monitoring"], "Hetzner"),
	crawler(4, "curl", "", ["scripted", "framework"], "DigitalOcean"),
	crawler(2, "HeadlessChrome", "", ["headless", "headless"], "DigitalOcean"),
];

const PATHS = Object.keys(PAGES).filter((path) => !path.startsWith("/app"));

/** One request of a bot. */
export const botRequestAt = (chance: Chance, at: number): EventRow => {
	const { name, operator, purpose, category, network } = chance.weighted(CRAWLERS);
	// Well-known crawlers can be checked against the addresses that their operators publish.
	const claim = operator === "" ? "" : chance.happens(0.85) ? "verified" : "claimed";
	const isScript = category === "framework" || category === "headless";
	return {
		timestamp: at,
		type: "pageview",
		user_id: chance.id(),
		hostname: HOSTNAME,
		pathname: chance.one(PATHS),
		browser: category === "headless" ? "Chrome" : "",
		country: "US",
		device_type: "Desktop",
		asn_org: network,
		ua_pattern: 1,
		header_heuristics: isScript || chance.happens(0.4) ? 1 : 0,
		client_signals: category === "headless" ? 1 : 0,
		bot_asn: chance.happens(0.6) ? 1 : 0,
		rate_anomaly: chance.happens(0.06) ? 1 : 0,
		bot_category: category,
		matched_ua_pattern: name,
		bot_name: name,
		bot_operator: operator,
		bot_purpose: purpose,
		bot_claim: claim,
	};
};
