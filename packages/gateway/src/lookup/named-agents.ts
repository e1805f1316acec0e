import { type AutomatedAgent, CATEGORY_OF } from "./automated-agent.ts";

/** When these facts were last gathered. */
export const NAMED_AGENTS_AS_OF = "2026-11-20";

type Purpose = keyof typeof CATEGORY_OF;

/** Operator → purpose → names as written in user agents, separated by commas. */
const OPERATORS: Readonly<Record<string, Partial<Record<Purpose, string>>>> = {
	OpenAI: {
		ai_training: "GPTBot",
		ai_search: "OAI-SearchBot",
		ai_agent: "ChatGPT-User, ChatGPT Agent, ChatGPT-Agent, Operator/, OAI-Operator",
		seo: "OAI-AdsBot",
	},
	Anthropic: {
		ai_training: "ClaudeBot, anthropic-ai, Claude-Web",
		ai_search: "Claude-SearchBot",
		ai_agent: "Claude-User, Claude-Code",
	},
	Perplexity: { ai_search: "PerplexityBot", ai_agent: "Perplexity-User" },
	Google: {
		ai_training: "GoogleOther, Google-CloudVertexBot, CloudVertexBot",
		search: "Googlebot",
		ai_agent:
			"Gemini-Deep-Research, Google-Agent, GoogleAgent-Mariner, GoogleAgent-URLContext, Google-NotebookLM, NotebookLM",
	},
	Meta: {
		ai_training: "meta-externalagent, FacebookBot",
		ai_search: "meta-webindexer",
		ai_agent: "meta-externalfetcher",
		social_preview: "facebookexternalhit",
	},
	ByteDance: { ai_training: "Bytespider, TikTokSpider" },
	Amazon: {
		ai_training: "Amazonbot, bedrockbot",
		ai_search: "Amzn-SearchBot, amazon-kendra",
		ai_agent: "Amzn-User, NovaAct, AmazonBuyForMe",
	},
	Apple: { search: "Applebot" },
	Microsoft: { search: "bingbot", ai_search: "AzureAI-SearchBot" },
	"Common Crawl": { ai_training: "CCBot" },
	Cohere: { ai_training: "cohere-training-data-crawler", ai_agent: "cohere-ai" },
	DeepSeek: { ai_training: "DeepSeekBot" },
	Huawei: { ai_training: "PanguBot, PetalBot" },
	"Allen AI": { ai_training: "AI2Bot" },
	Mistral: { ai_agent: "MistralAI-User" },
	DuckDuckGo: { ai_agent: "DuckAssistBot", search: "DuckDuckBot" },
	"You.com": { ai_search: "YouBot" },
	Diffbot: { ai_training: "Diffbot" },
	Webz: { ai_training: "omgilibot, omgili" },
	Exa: { ai_search: "ExaSearchBot" },
	Linkup: { ai_search: "LinkupBot" },
	Tavily: { ai_search: "TavilyBot" },
	Brave: { ai_search: "Bravebot" },
	Kagi: { ai_agent: "kagi-fetcher" },
	Moonshot: { ai_agent: "Kimi-User" },
	Manus: { ai_agent: "Manus-User" },
	Cognition: { ai_agent: "Devin/" },
	Yandex: { search: "YandexBot" },
	Baidu: { search: "Baiduspider" },
	X: { social_preview: "Twitterbot" },
	LinkedIn: { social_preview: "LinkedInBot" },
	GTmetrix: { monitoring: "GTmetrix" },
	"Yellow Lab Tools": { monitoring: " YLT " },
	Qihoo: { monitoring: "360JK yunjiankong" },
	Assetnote: { security: "Assetnote/" },
	Miniature: { headless: "Miniature.io/" },
};

/** Named agents, the longest name first: `omgilibot` before `omgili`. */
export const NAMED_AGENTS: readonly AutomatedAgent[] = Object.entries(OPERATORS)
	.flatMap(([operator, purposes]) =>
		Object.entries(purposes).flatMap(([purpose, names]) =>
			names.split(", ").map(
				(pattern): AutomatedAgent => ({
					name: pattern.replace(/\/$/, "").trim(),
					operator,
					purpose: purpose as Purpose,
					category: CATEGORY_OF[purpose as Purpose],
					pattern,
				}),
			),
		),
	)
	.sort((a, b) => b.pattern.length - a.pattern.length);
