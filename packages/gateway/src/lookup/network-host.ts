import { isListedDomain } from "./source-class.ts";

/** Apps and secondary hosts of a network by its main host, which is the one listed as a source. */
const NETWORKS: Readonly<Record<string, string>> = {
	"mail.google.com": "com.google.android.gm com.google.gmail gmail.com googlemail.com",
	"google.com": "com.google.android.googlequicksearchbox com.google.googlemobile",
	"slack.com": "com.slack app.slack.com",
	"telegram.org":
		"org.telegram.messenger org.telegram.messenger.web org.telegram.plus t.me telegram.me web.telegram.org",
	"line.me": "jp.naver.line.android lin.ee",
	"signal.org": "org.thoughtcrime.securesms signal.me",
	"thunderbird.net": "org.mozilla.thunderbird net.thunderbird.android",
	"k9mail.app": "com.fsck.k9",
	"facebook.com":
		"com.facebook.katana com.facebook.lite com.facebook.facebook fb.com fb.me web.facebook.com touch.facebook.com",
	"messenger.com": "com.facebook.orca m.me",
	"instagram.com": "com.instagram.android com.burbn.instagram",
	"threads.com": "com.instagram.barcelona threads.net l.threads.net",
	"x.com": "com.twitter.android com.atebits.tweetie2 twitter.com mobile.twitter.com t.co",
	"linkedin.com": "com.linkedin.android com.linkedin.linkedin lnkd.in",
	"reddit.com":
		"com.reddit.frontpage com.reddit.reddit redd.it old.reddit.com new.reddit.com amp.reddit.com",
	"pinterest.com": "com.pinterest pin.it",
	"whatsapp.com": "com.whatsapp wa.me api.whatsapp.com web.whatsapp.com",
	"discord.com": "com.discord discord.gg discordapp.com",
	"youtube.com": "com.google.android.youtube com.google.ios.youtube youtu.be",
	"tiktok.com": "com.zhiliaoapp.musically com.ss.android.ugc.trill vm.tiktok.com vt.tiktok.com",
	"tumblr.com": "t.umblr.com",
	"vk.com": "away.vk.com",
	"news.ycombinator.com": "hn.algolia.com",
};

const mainHosts = new Map(
	Object.entries(NETWORKS).flatMap(([main, others]) =>
		others.split(" ").map((other) => [other, main] as const),
	),
);

/** Hosts that only redirect, or serve the same pages to phones. */
const DOORS = new Set(["l", "lm", "m", "out", "mobile"]);

/** The main host of the network that a lower-cased host or app id belongs to; otherwise the host itself. */
export const networkHostOf = (host: string): string => {
	const bare = host.startsWith("www.") ? host.slice(4) : host;
	const dot = bare.indexOf(".");
	const behind = bare.slice(dot + 1);
	const named =
		DOORS.has(bare.slice(0, dot)) && (mainHosts.has(behind) || isListedDomain(behind))
			? behind
			: bare;
	const main = mainHosts.get(named) ?? named;
	return main === bare ? host : main;
};
