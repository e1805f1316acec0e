import { describe, expect, it } from "vitest";
import { pageFieldsOf } from "../ingest/page.ts";
import { DOMAINS } from "./channel-domains.ts";
import { classOfHost, classOfSource } from "./source-class.ts";

const SITE = { trackUrlParams: true };
const channel = (referrer: string, querystring = "", hostname = "shop.example") =>
	pageFieldsOf({ referrer, querystring, hostname }, SITE, new Set()).channel;

describe("the channel of a session", () => {
	it.each([
		["", "", "Direct"],
		["", "utm_source=direct", "Direct"],
		["", "utm_source=(direct)", "Direct"],
		["", "page=2", "Direct"],
		["https://blog.shop.example/", "", "Internal"],
		["https://www.google.com/", "utm_campaign=Cross-Network", "Cross-Network"],
		// Assistants
		["https://chatgpt.com/", "", "AI"],
		["https://chat.openai.com/", "", "AI"],
		["https://gemini.google.com/app", "", "AI"],
		["https://copilot.microsoft.com/", "", "AI"],
		["https://www.perplexity.ai/search", "", "AI"],
		["https://duck.ai/", "", "AI"],
		["", "utm_source=chatgpt.com", "AI"],
		["", "utm_source=perplexity", "AI"],
		["", "utm_source=someone&utm_medium=ai", "AI"],
		["https://chatgpt.com/", "utm_medium=cpc", "Paid AI"],
		// Search
		["https://www.google.com/", "", "Organic Search"],
		["https://www.google.co.uk/", "", "Organic Search"],
		["https://duckduckgo.com/", "", "Organic Search"],
		["https://search.brave.com/search?q=x", "", "Organic Search"],
		["android-app://com.google.android.googlequicksearchbox/", "", "Organic Search"],
		["", "utm_source=Google&utm_medium=organic", "Organic Search"],
		["", "utm_source=google&utm_medium=CPC", "Paid Search"],
		["https://www.google.com/", "gclid=abc", "Paid Search"],
		["", "gclid=abc", "Paid Search"],
		["https://www.bing.com/", "utm_medium=ppc", "Paid Search"],
		["", "utm_source=google+ads", "Paid Search"],
		// Social
		["https://t.co/abc", "", "Organic Social"],
		["https://l.facebook.com/l.php", "", "Organic Social"],
		["https://old.reddit.com/r/x", "", "Organic Social"],
		["https://news.ycombinator.com/item", "", "Organic Social"],
		["https://bsky.app/", "", "Organic Social"],
		["", "utm_source=ig", "Organic Social"],
		["", "utm_source=com.instagram.android", "Organic Social"],
		["", "utm_source=brand&utm_medium=social", "Organic Social"],
		["", "utm_source=facebook&utm_medium=paid", "Paid Social"],
		["", "utm_source=brand&utm_medium=paid-social", "Paid Social"],
		// Video
		["https://m.youtube.com/watch", "", "Organic Video"],
		["https://www.tiktok.com/", "", "Organic Video"],
		["https://www.youtube.com/", "utm_medium=cpv", "Paid Video"],
		// Shopping
		["https://www.amazon.de/dp/1", "", "Organic Shopping"],
		["https://shopping.google.com/", "", "Organic Shopping"],
		["", "utm_source=idealo", "Organic Shopping"],
		["https://www.ebay.com/", "utm_medium=sponsored", "Paid Shopping"],
		// Other paid
		["", "utm_source=network&utm_medium=display", "Display"],
		["", "utm_source=network&utm_medium=cpm", "Display"],
		["", "utm_source=someone&utm_medium=paid-influencer", "Paid Influencer"],
		["", "utm_source=spotify&utm_medium=ads", "Paid Audio"],
		["", "utm_source=someone&utm_medium=sponsored", "Paid Unknown"],
		["", "utm_source=someone&utm_medium=ad", "Paid Unknown"],
		// By the kind of source
		["https://mail.google.com/", "", "Email"],
		["android-app://com.google.android.gm/", "", "Email"],
		["", "utm_source=newsletter", "Email"],
		["", "utm_source=sms", "SMS"],
		["https://news.google.com/", "", "News"],
		["https://docs.google.com/document", "", "Productivity"],
		["https://open.spotify.com/", "", "Audio"],
		// By the medium
		["", "utm_source=brand&utm_medium=email", "Email"],
		["", "utm_source=brand&utm_medium=affiliate", "Affiliate"],
		["", "utm_source=brand&utm_medium=referral", "Referral"],
		["", "utm_source=brand&utm_medium=podcast", "Audio"],
		["", "utm_source=brand&utm_medium=push", "Push"],
		["", "utm_source=brand&utm_medium=influencer", "Influencer"],
		["", "utm_source=brand&utm_medium=content", "Content"],
		["", "utm_source=brand&utm_medium=event", "Event"],
		["", "utm_source=brand&utm_medium=broadcast", "Unknown"],
		["", "utm_source=brand&utm_campaign=may-newsletter", "Email"],
		// Unknown sources
		["https://blog.other.example/post", "", "Referral"],
		["", "utm_source=brand", "Unknown"],
		// Part of a name is not the name
		["https://notgoogle.com/", "", "Referral"],
		["https://google.com.evil.example/", "", "Referral"],
		["https://xat.co/", "", "Referral"],
		["https://user:google.com@other.example/", "", "Referral"],
	])("from %j with %j is %s", (referrer, query, expected) =>
		expect(channel(referrer, query)).toBe(expected),
	);

	it("treats two hosts under a shared domain as two sites", () =>
		expect(channel("https://someone.github.io/", "", "other.github.io")).not.toBe("Internal"));
});

describe("the order of the rules", () => {
	it.each([
		[
			"the page's own hostname is never a referrer",
			"https://www.google.com/",
			"",
			"www.google.com",
			"Direct",
		],
		[
			"parameters count even if the referrer is the page's own hostname",
			"https://shop.example/",
			"utm_source=chatgpt.com",
			"shop.example",
			"AI",
		],
		[
			"an app's id comes before paid traffic",
			"",
			"utm_source=com.instagram.android&utm_medium=cpc",
			"",
			"Organic Social",
		],
		[
			"an app's id comes before cross-network",
			"",
			"utm_source=com.google.android.gm&utm_campaign=cross-network",
			"",
			"Email",
		],
		[
			"cross-network comes before paid traffic",
			"https://www.google.com/",
			"utm_campaign=cross-network&gclid=x&utm_medium=cpc",
			"",
			"Cross-Network",
		],
		[
			"an explicit direct source comes before words of the campaign",
			"",
			"utm_source=direct&utm_campaign=may-newsletter",
			"",
			"Direct",
		],
		[
			"words of the campaign do not count without a source",
			"",
			"utm_campaign=may-newsletter",
			"",
			"Direct",
		],
		[
			"a medium comes before an explicit direct source",
			"",
			"utm_source=direct&utm_medium=email",
			"",
			"Email",
		],
		[
			"paid traffic comes before the source",
			"https://www.tiktok.com/",
			"utm_medium=sponsored",
			"",
			"Paid Video",
		],
		[
			"the class of a paid source comes before words of the medium",
			"",
			"utm_source=google&utm_medium=paid-social",
			"",
			"Paid Search",
		],
		[
			"words of the medium come before an unknown paid source",
			"",
			"utm_source=brand&utm_medium=cpc",
			"",
			"Paid Search",
		],
		[
			"the named source comes before the referrer",
			"https://www.google.com/",
			"utm_source=facebook",
			"",
			"Organic Social",
		],
		[
			"an assistant comes before its search engine",
			"https://gemini.google.com/",
			"utm_source=unknown",
			"",
			"AI",
		],
		[
			"an explicit medium comes before the source",
			"https://www.google.com/",
			"utm_source=brand&utm_medium=email",
			"",
			"Email",
		],
		[
			"the source comes before any other medium",
			"https://www.google.com/",
			"utm_source=brand&utm_medium=content",
			"",
			"Organic Search",
		],
		[
			"the medium comes before words of the campaign",
			"",
			"utm_source=brand&utm_medium=affiliate&utm_campaign=may-newsletter",
			"",
			"Affiliate",
		],
		[
			"words of the campaign come before any other referrer",
			"https://blog.other.example/",
			"utm_campaign=may-newsletter",
			"",
			"Email",
		],
		[
			"any other referrer comes before an unknown source",
			"https://blog.other.example/",
			"utm_source=brand",
			"",
			"Referral",
		],
		["case is ignored", "", "UTM_SOURCE=Google&UTM_MEDIUM=CPC", "", "Paid Search"],
	])("%s", (_name, referrer, query, hostname, expected) =>
		expect(channel(referrer, query, hostname)).toBe(expected),
	);
});

describe("the lists of sources", () => {
	it.each([
		["search", 42],
		["social", 79],
		["video", 54],
		["shopping", 65],
		["ai", 26],
	] as const)("contain at least as many %s sites as %i", (sourceClass, least) =>
		expect(new Set(DOMAINS[sourceClass]).size).toBeGreaterThanOrEqual(least),
	);

	it("give every listed domain, and everything below it, its class", () => {
		const wrong = Object.entries(DOMAINS).flatMap(([sourceClass, domains]) =>
			domains.filter(
				(domain) =>
					classOfHost(domain) !== sourceClass || classOfHost(`a.b.${domain}`) !== sourceClass,
			),
		);
		expect(wrong).toEqual([]);
	});

	it("list no domain in two classes", () => {
		const all = Object.values(DOMAINS).flatMap((domains) => [...new Set(domains)]);
		expect(all.filter((domain, index) => all.indexOf(domain) !== index)).toEqual([]);
	});

	it("do not mistake a word for a source", () =>
		expect(["brand", "t", "app", "www", "mail.example"].map(classOfSource)).toEqual(
			new Array(5).fill(undefined),
		));
});
