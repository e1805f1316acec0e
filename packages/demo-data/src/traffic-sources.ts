/**
 * A source of visits to the example site, with the channel that a gateway would derive from it.
 * @param parameters of the query of the first page
 * @param landing the possible landing pages; any when absent
 */
const source = (
	weight: number,
	channel: string,
	referrer: string,
	parameters: Readonly<Record<string, string>> = {},
	landing?: readonly string[],
) => ({ weight, channel, referrer, parameters, landing });
export type VisitOrigin = ReturnType<typeof source>;

const BLOG = ["/blog/plain-text-lasts", "/blog/meeting-notes", "/blog/launch"];

export const TRAFFIC_SOURCES: readonly VisitOrigin[] = [
	source(26, "Direct", ""),
	source(24, "Organic Search", "https://www.google.com/"),
	source(4, "Organic Search", "https://www.bing.com/"),
	source(3, "Organic Search", "https://duckduckgo.com/"),
	source(5, "AI", "https://chatgpt.com/", { utm_source: "chatgpt.com" }),
	source(2, "AI", "https://claude.ai/"),
	source(2, "AI", "https://www.perplexity.ai/"),
	source(1, "AI", "https://gemini.google.com/"),
	source(4, "Organic Social", "https://www.reddit.com/", {}, BLOG),
	source(3, "Organic Social", "https://www.linkedin.com/", {}, BLOG),
	source(2, "Organic Video", "https://www.youtube.com/"),
	source(5, "Referral", "https://blog.example.org/tools-we-like"),
	source(
		5,
		"Paid Search",
		"https://www.google.com/",
		{ utm_source: "google", utm_medium: "cpc", utm_campaign: "brand", utm_term: "notes app" },
		["/", "/pricing"],
	),
	source(
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
	source(
		6,
		"Email",
		"",
		{ utm_source: "newsletter", utm_medium: "email", utm_campaign: "weekly" },
		BLOG,
	),
];

/** Visits on the day that a post reached a front page. */
export const FRONT_PAGE = source(1, "Organic Social", "https://news.ycombinator.com/", {}, [
	"/blog/launch",
]);
