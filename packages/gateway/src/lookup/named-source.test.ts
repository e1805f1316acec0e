import { describe, expect, it } from "vitest";
import { pageFieldsOf } from "../ingest/page.ts";

const SITE = {
	trackUrlParams: true,
	domain: "shop.example",
	ownDomains: ["checkout-shop.example"],
};
const page = (referrer: string, querystring = "", hostname = "shop.example") =>
	pageFieldsOf({ referrer, querystring, hostname }, SITE, new Set());
const channel = (...visit: Parameters<typeof page>) => page(...visit).channel;

describe("a named source", () => {
	it.each([
		["substack", "email", "Email"],
		["linkedin", "email", "Email"],
		["github", "email", "Email"],
		["google", "cpc", "Paid Search"],
		["google", "PPC", "Paid Search"],
		["facebook", "push", "Push"],
		["facebook", "affiliate", "Affiliate"],
		["spotify", "paid-audio", "Paid Audio"],
	])("%s with medium %s is %s", (source, medium, expected) =>
		expect(channel("", `utm_source=${source}&utm_medium=${medium}`)).toBe(expected),
	);

	it.each(["gclid", "gad_source", "gbraid", "wbraid", "msclkid"])("%s is paid search", (id) =>
		expect(channel("", `${id}=1`)).toBe("Paid Search"),
	);

	it("is Bing for its click id without a referrer", () =>
		expect(page("", "msclkid=1").referrer).toBe("https://bing.com/"));

	it.each([
		["fbclid", "facebook.com", "https://l.facebook.com/"],
		["igshid", "instagram.com", "https://l.instagram.com/"],
		["ttclid", "tiktok.com", "https://www.tiktok.com/"],
		["twclid", "x.com", "https://t.co/"],
		["li_fat_id", "linkedin.com", "https://lnkd.in/"],
	])("is the network of %s, with or without a referrer", (id, host, referrer) => {
		expect(page("", `${id}=1`)).toMatchObject({
			channel: "Organic Social",
			referrer: `https://${host}/`,
		});
		expect(channel(referrer, `${id}=1`)).toBe("Organic Social");
		expect(channel("", `${id}=1&utm_medium=cpc`)).toBe("Paid Social");
	});

	it.each([
		["ref=producthunt", { utm_source: "producthunt" }, "Organic Social"],
		["source=newsletter", { utm_source: "newsletter" }, "Email"],
		["pk_source=google&pk_medium=cpc", { utm_source: "google", utm_medium: "cpc" }, "Paid Search"],
		[
			"mtm_source=ig&mtm_campaign=may&mtm_kwd=ink",
			{ utm_source: "ig", utm_campaign: "may", utm_term: "ink" },
			"Organic Social",
		],
		["utm_source=hn&ref=other", { utm_source: "hn" }, "Organic Social"],
	])("is read from %s", (query, urlParameters, expected) =>
		expect(page("", query)).toMatchObject({ urlParameters, channel: expected, querystring: query }),
	);

	it("is not kept where the site keeps no parameters, or not this one", () => {
		expect(
			pageFieldsOf({ querystring: "ref=hn" }, { trackUrlParams: false }, new Set()),
		).toMatchObject({ urlParameters: {}, channel: "Organic Social" });
		expect(pageFieldsOf({ querystring: "ref=hn" }, SITE, new Set(["ref"])).urlParameters).toEqual(
			{},
		);
	});
});

describe("a site's own domains", () => {
	it.each([
		["https://www.shop.example/", "shop.example"],
		["https://m.shop.example/a", "shop.example"],
		["https://checkout-shop.example/paid", "shop.example"],
		["https://www.checkout-shop.example/paid", "shop.example"],
		["https://shop.example/cart", "checkout-shop.example"],
	])("make a link from %s to %s internal, without a source", (referrer, hostname) =>
		expect(page(referrer, "", hostname)).toMatchObject({ channel: "Internal", referrer: "" }),
	);

	it("do not affect what the link itself names", () =>
		expect(page("https://m.shop.example/", "utm_source=hn")).toMatchObject({
			channel: "Organic Social",
			referrer: "",
		}));

	it.each(["https://notshop.example/", "https://shop.example.evil.test/"])(
		"do not contain %s",
		(referrer) => expect(page(referrer)).toMatchObject({ channel: "Referral", referrer }),
	);
});

describe("the referrer of a network", () => {
	it.each([
		["android-app://com.google.android.gm/", "android-app://mail.google.com/", "Email"],
		[
			"android-app://com.google.android.googlequicksearchbox/",
			"android-app://google.com/",
			"Organic Search",
		],
		["android-app://com.Slack/", "android-app://slack.com/", "Productivity"],
		["android-app://com.slack/", "android-app://slack.com/", "Productivity"],
		["android-app://org.telegram.messenger/", "android-app://telegram.org/", "Organic Social"],
		["android-app://jp.naver.line.android/", "android-app://line.me/", "Organic Social"],
		["android-app://org.thoughtcrime.securesms/", "android-app://signal.org/", "Organic Social"],
		["android-app://org.mozilla.thunderbird/", "android-app://thunderbird.net/", "Email"],
		["android-app://com.fsck.k9/", "android-app://k9mail.app/", "Email"],
		["android-app://Org.Other.App/", "android-app://org.other.app/", "Referral"],
		["https://l.facebook.com/l.php?u=1", "https://facebook.com/l.php?u=1", "Organic Social"],
		["https://lm.facebook.com/", "https://facebook.com/", "Organic Social"],
		["https://m.facebook.com/", "https://facebook.com/", "Organic Social"],
		["https://l.instagram.com/", "https://instagram.com/", "Organic Social"],
		["https://out.reddit.com/", "https://reddit.com/", "Organic Social"],
		["https://t.co/abc", "https://x.com/abc", "Organic Social"],
		["https://lnkd.in/abc", "https://linkedin.com/abc", "Organic Social"],
		["https://www.google.com/", "https://www.google.com/", "Organic Search"],
		["https://m.blog.test/", "https://m.blog.test/", "Referral"],
	])("%s is stored as %s", (given, referrer, expected) =>
		expect(page(given)).toMatchObject({ referrer, channel: expected }),
	);
});
