import crawlers from "crawler-user-agents";
import { isbot, isbotMatch } from "isbot";
import { distinctivePartOf } from "./agents-of-people.ts";
import type { AutomatedAgent, BotCategory, BotPurpose } from "./automated-agent.ts";
import { NAMED_AGENTS } from "./named-agents.ts";

const FRAMEWORK =
	/\b(curl|wget|python|requests|aiohttp|httpx|urllib|scrapy|node(\.js|-fetch)?|undici|axios|got|okhttp|java|apache-httpclient|go-http-client|ruby|faraday|perl|libwww|lwp|php|guzzle|httpie|postman|insomnia|dart|rust|reqwest|deno|bun|k6|hey|wrk|vegeta|powershell|restsharp)\b/i;
const HEADLESS =
	/headless|phantomjs|puppeteer|playwright|selenium|electron\/|cypress|slimerjs|splash/i;

/** The public list's tags → our two words. The first tag listed here decides. */
const TAGS: readonly [string, BotCategory, BotPurpose][] = [
	["ai-crawler", "ai", "ai_training"],
	["social-preview", "social", "social_preview"],
	["browser-automation", "headless", "headless"],
	["http-library", "framework", "scripted"],
	["monitoring", "monitoring", "monitoring"],
	["scanner", "security", "security"],
	["seo", "seo", "seo"],
	["advertising", "seo", "seo"],
	["search-engine", "search", "search"],
	["archiver", "generic", ""],
	["feed-reader", "generic", ""],
	["academic", "generic", ""],
];

const UNTAGGED: (typeof TAGS)[number] = ["", "generic", ""];

const nameIn = (pattern: string) =>
	pattern
		.replace(/\\(.)/g, "$1")
		.replace(/[/^$()[\]]+/g, "")
		.trim();

/** Compiled when the first bot arrives: most gateway processes never need them. */
let compiled: { matches: RegExp; agent: AutomatedAgent }[] | undefined;
const crawlerPatterns = () => {
	// The list's own types omit its tags.
	compiled ??= (crawlers as readonly { pattern: string; tags?: string[] }[]).map(
		({ pattern, tags = [] }) => {
			const [, category, purpose] = TAGS.find(([tag]) => tags.includes(tag)) ?? UNTAGGED;
			return {
				matches: new RegExp(pattern),
				agent: { name: nameIn(pattern), operator: "", purpose, category, pattern },
			};
		},
	);
	return compiled;
};

const described = (userAgent: string, pattern: string): AutomatedAgent => {
	const scripted = FRAMEWORK.test(userAgent);
	const headless = HEADLESS.test(userAgent);
	return {
		name: pattern,
		operator: "",
		purpose: headless ? "headless" : scripted ? "scripted" : "",
		category: headless ? "headless" : scripted ? "framework" : "generic",
		pattern,
	};
};

/** The automated agent of a user agent; `undefined` for any other. Costs tens of µs: see `createUserAgentReader`. */
export const knownAgent = (userAgent: string): AutomatedAgent | undefined => {
	const lowerCased = userAgent.toLowerCase();
	const named = NAMED_AGENTS.find(({ pattern }) => lowerCased.includes(pattern.toLowerCase()));
	if (named !== undefined) return named;
	// Some entries of the public list match people's in-app browsers, so it only describes agents that isbot found.
	const telling = distinctivePartOf(userAgent);
	if (telling === "" || !isbot(telling)) return undefined;
	return (
		crawlerPatterns().find(({ matches }) => matches.test(userAgent))?.agent ??
		described(userAgent, isbotMatch(telling) ?? "")
	);
};
