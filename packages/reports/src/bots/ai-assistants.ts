/** The operators of assistants that send visitors, with the domains of these assistants. As of November 2026. */
const DOMAINS_OF: Readonly<Record<string, string>> = {
	OpenAI: "chatgpt.com chat.openai.com openai.com",
	Anthropic: "claude.ai anthropic.com",
	Google: "gemini.google.com aistudio.google.com notebooklm.google.com bard.google.com",
	Microsoft:
		"copilot.microsoft.com copilot.cloud.microsoft m365.cloud.microsoft edgeservices.bing.com",
	Perplexity: "perplexity.ai",
	Meta: "meta.ai",
	Mistral: "chat.mistral.ai mistral.ai",
	xAI: "grok.com x.ai",
	"You.com": "you.com",
	DuckDuckGo: "duck.ai",
	Cursor: "cursor.com",
	Cohere: "coral.cohere.com cohere.com",
	Manus: "manus.im",
	ByteDance: "doubao.com",
	DeepSeek: "deepseek.com",
	Moonshot: "kimi.com moonshot.cn",
};

const operators = new Map(
	Object.entries(DOMAINS_OF).flatMap(([operator, domains]) =>
		domains.split(" ").map((domain) => [domain, operator] as const),
	),
);

/** The operator of an assistant's domain or subdomain; an assistant without a known operator is its own operator. */
export const assistantOperatorOf = (domain: string): string => {
	const labels = domain.split(".");
	for (let from = 0; from < labels.length; from += 1) {
		const operator = operators.get(labels.slice(from).join("."));
		if (operator !== undefined) return operator;
	}
	return domain;
};
