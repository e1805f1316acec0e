import type { SourceClass } from "./channel-domains.ts";
import { clickedNetworkOf } from "./named-source.ts";
import { hostOf } from "./referrer.ts";
import { classOfApp, classOfHost, classOfSource } from "./source-class.ts";

export interface TrafficSource {
	/** Empty for the site's own hosts, see `isOwnLink`. */
	referrer: string;
	/** All parameters of the query string, including those that the site does not keep. */
	parameters: Readonly<Record<string, string>>;
}

const ORGANIC: Readonly<Record<SourceClass, string>> = {
	ai: "AI",
	search: "Organic Search",
	social: "Organic Social",
	video: "Organic Video",
	shopping: "Organic Shopping",
	email: "Email",
	sms: "SMS",
	news: "News",
	productivity: "Productivity",
	audio: "Audio",
};

const PAID: Partial<Record<SourceClass, string>> = {
	ai: "Paid AI",
	search: "Paid Search",
	social: "Paid Social",
	video: "Paid Video",
	shopping: "Paid Shopping",
	audio: "Paid Audio",
};

/** Long words count anywhere; "ad" and the like only as a whole word, or "broadcast" would be paid. */
const PAID_MEDIUM =
	/cpc|ppc|cpm|cpv|cpa\b|cpp\b|paid|retarget|remarket|display|banner|interstitial|expandable|sponsor|promot|\bsem\b|(^|[^a-z])ads?([^a-z]|$)/;
const UNPAID_MEDIUM = /unpaid/;
const PAID_SOURCE =
	/(google|bing|facebook|fb|meta|linkedin|tiktok|twitter|reddit|amazon|microsoft|apple|pinterest)[\s_+-]{0,3}(search[\s_+-]{0,3})?ads?\b|adwords/;

/** The first match decides. */
const PAID_BY_MEDIUM: readonly [RegExp, string][] = [
	[/social/, "Paid Social"],
	[/video|cpv|youtube/, "Paid Video"],
	[/shopping/, "Paid Shopping"],
	[/display|banner|cpm|interstitial|expandable/, "Display"],
	[/influencer/, "Paid Influencer"],
	[/audio|podcast/, "Paid Audio"],
	[/\bai\b/, "Paid AI"],
	[/cpc|ppc|search|\bsem\b/, "Paid Search"],
];

const BY_MEDIUM: readonly [RegExp, string][] = [
	[/^(ai|ai[-_ ]?(chat|assistant|search)|llm|chatbot)$/, "AI"],
	[/^(organic|search|organic[-_ ]search|seo)$/, "Organic Search"],
	[/social|^sm$/, "Organic Social"],
	[/video/, "Organic Video"],
	[/shopping/, "Organic Shopping"],
	[/affiliate|^partners?$/, "Affiliate"],
	[/^(referral|referer|referrer|link|app)$/, "Referral"],
	[/^(display|banner|cpm)$/, "Display"],
	[/audio|podcast|radio/, "Audio"],
	[/push|notification/, "Push"],
	[/influencer|creator/, "Influencer"],
	[/^(content|blog|article|pr|press)$/, "Content"],
	[/event|webinar|conference/, "Event"],
	[/e[-_ ]?mail|newsletter/, "Email"],
	[/^(sms|text|mms)$/, "SMS"],
	[/^(news)$/, "News"],
];

/** These say how a link was sent, whatever the class of its source: a newsletter of LinkedIn is an email. */
const EXPLICIT_MEDIUM: readonly [RegExp, string][] = [
	[/^(e[-_ ]?mail|newsletter)$/, "Email"],
	[/^(sms|text|mms)$/, "SMS"],
	[/^(push|(web|mobile|app)[-_ ]?push|notification)$/, "Push"],
	[/^affiliates?$/, "Affiliate"],
	[/^(audio|podcast)$/, "Audio"],
];

const PAID_SEARCH_IDS = ["gclid", "gad_source", "gbraid", "wbraid", "msclkid"];

const BY_CAMPAIGN: readonly [RegExp, string][] = [
	[/newsletter|e[-_ ]?mail/, "Email"],
	[/shop|shopping/, "Organic Shopping"],
	[/video|youtube/, "Organic Video"],
	[/social/, "Organic Social"],
	[/affiliate/, "Affiliate"],
	[/influencer/, "Influencer"],
	[/podcast|audio/, "Audio"],
	[/webinar|conference|event/, "Event"],
	[/push/, "Push"],
	[/blog|content/, "Content"],
];

const firstIn = (table: readonly [RegExp, string][], text: string): string | undefined =>
	text === "" ? undefined : table.find(([pattern]) => pattern.test(text))?.[1];

const isDirect = (source: string) => source === "" || source === "direct" || source === "(direct)";

/** The channel of a session, derived from this one event. The order of the rules matters. */
export const channelOf = ({ referrer, parameters }: TrafficSource): string => {
	const lower = (name: string) => (parameters[name] ?? "").toLowerCase().trim();
	const source = lower("utm_source");
	const medium = lower("utm_medium");
	const campaign = lower("utm_campaign");
	const hasClickId = PAID_SEARCH_IDS.some((name) => name in parameters);
	const network = clickedNetworkOf(parameters);

	const app = source === "" ? undefined : classOfApp(source);
	if (app !== undefined) return ORGANIC[app];
	const isTagged =
		source !== "" || medium !== "" || campaign !== "" || hasClickId || network !== undefined;
	if (referrer === "" && !isTagged) return "Direct";
	if (campaign === "cross-network") return "Cross-Network";
	const host = hostOf(referrer);
	if (host === "" && medium === "" && isDirect(source) && !hasClickId && !network) return "Direct";
	const explicit = firstIn(EXPLICIT_MEDIUM, medium);
	if (explicit !== undefined) return explicit;

	const sourceClass =
		(source === "" ? undefined : classOfSource(source)) ??
		(network === undefined ? undefined : "social") ??
		(host === "" ? undefined : classOfHost(host));
	const isPaid =
		(PAID_MEDIUM.test(medium) && !UNPAID_MEDIUM.test(medium)) ||
		PAID_SOURCE.test(source) ||
		hasClickId;
	if (isPaid)
		return (
			(sourceClass && PAID[sourceClass]) ??
			firstIn(PAID_BY_MEDIUM, medium) ??
			// Only the search engines of Google and Microsoft add these ids.
			(hasClickId ? "Paid Search" : "Paid Unknown")
		);
	if (network !== undefined && medium === "") return ORGANIC.social;
	return (
		(sourceClass && ORGANIC[sourceClass]) ??
		firstIn(BY_MEDIUM, medium) ??
		firstIn(BY_CAMPAIGN, campaign) ??
		(host !== "" ? "Referral" : "Unknown")
	);
};
