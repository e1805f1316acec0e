/** How visitors come to the example site. The channels are those that a gateway would find for the same addresses. */
export interface Arrival {
	weight: number;
	channel: string;
	referrer: string;
	/** Of the first page's address. */
	parameters: Readonly<Record<string, string>>;
	/** Where they land; anywhere when absent. */
	landing?: readonly string[];
}

const arrival = (
	weight: number,
	channel: string,
	referrer: string,
	parameters: Record<string, string> = {},
	landing?: readonly string[],
): Arrival => ({ weight, channel, referrer, parameters, ...(landing && { landing }) });

const BLOG = ["/blog/plain-text-lasts", "/blog/meeting-notes", "/blog/launch"];

export const ARRIVALS: readonly Arrival[] = [
	arrival(26, "Direct", ""),
	arrival(24, "Organic Search", "https://www.google.com/"),
	arrival(4, "Organic Search", "https://www.bing.com/"),
	arrival(3, "Organic Search", "https://duckduckgo.com/"),
	arrival(5, "AI", "https://chatgpt.com/", { utm_source: "chatgpt.com" }),
	arrival(2, "AI", "https://claude.ai/"),
	arrival(2, "AI", "https://www.perplexity.ai/"),
	arrival(1, "AI", "https://gemini.google.com/"),
	arrival(4, "Organic Social", "https://www.reddit.com/", {}, BLOG),
	arrival(3, "Organic Social", "https://www.linkedin.com/", {}, BLOG),
	arrival(2, "Organic Video", "https://www.youtube.com/"),
	arrival(5, "Referral", "https://blog.example.org/tools-we-like"),
	arrival(
		5,
		"Paid Search",
		"https://www.google.com/",
		{ utm_source: "google", utm_medium: "cpc", utm_campaign: "brand", utm_term: "notes app" },
		["/", "/pricing"],
	),
	arrival(
		3,
		"Paid Social",
		"https://www.facebook.com/",
		{
			utm_source: "facebook",
			utm_medium: "paid_social",
			utm_campaign: "autumn",
			utm_content: "video-a",
		},
		["/", "/features"],
	),
	arrival(
		6,
		"Email",
		"",
		{ utm_source: "newsletter", utm_medium: "email", utm_campaign: "weekly" },
		BLOG,
	),
];

/** The day that a post made the rounds. */
export const FRONT_PAGE: Arrival = arrival(
	1,
	"Organic Social",
	"https://news.ycombinator.com/",
	{},
	["/blog/launch"],
);
