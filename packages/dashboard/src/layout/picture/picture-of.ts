import { flagOf } from "./flags.ts";
import { AREAS, LINES } from "./lines.ts";
import { MARKS } from "./marks.ts";
import type { Picture } from "./picture.ts";

type Drawing = keyof typeof LINES | keyof typeof AREAS | keyof typeof MARKS;

/** Names of browsers as the gateway writes them. */
export const BROWSERS: ReadonlyMap<string, Drawing> = new Map<string, Drawing>([
	["Chrome", "chrome"],
	["Chromium", "chrome"],
	["Firefox", "firefox"],
	["Focus", "firefox"],
	["Safari", "compass"],
	["Microsoft Edge", "wave"],
	["Internet Explorer", "letterE"],
	["Opera", "opera"],
	["Brave", "brave"],
	["Vivaldi", "vivaldi"],
	["DuckDuckGo", "duckduckgo"],
	["Samsung Internet for Android", "planet"],
	["Yandex Browser", "letterYa"],
	["Android Browser", "android"],
	["Google Search", "google"],
	["WeChat", "bubble"],
	["WebOS Browser", "tv"],
	["Roku", "tv"],
]);

/** Names of operating systems as the gateway writes them. */
export const SYSTEMS: ReadonlyMap<string, Drawing> = new Map<string, Drawing>([
	["Windows", "windows"],
	["Windows Phone", "windows"],
	["macOS", "apple"],
	["iOS", "apple"],
	["Android", "android"],
	["HarmonyOS", "mobile"],
	["Linux", "penguin"],
	["ChromeOS", "chrome"],
	["PlayStation 4", "playstation"],
	["Tizen", "tv"],
	["WebOS", "tv"],
	["Roku", "tv"],
]);

/** Types of devices as the gateway writes them. */
export const DEVICES: ReadonlyMap<string, Drawing> = new Map<string, Drawing>([
	["Desktop", "desktop"],
	["Mobile", "mobile"],
	["Tablet", "tablet"],
	["TV", "tv"],
	["Console", "console"],
	["Embedded", "embedded"],
]);

const HOSTS: Readonly<Partial<Record<Drawing, string>>> = {
	google:
		"google.com google.de google.co.uk google.fr google.es google.it google.nl google.ch google.at google.ca",
	letterB: "bing.com",
	duckduckgo: "duckduckgo.com",
	letterY: "yahoo.com search.yahoo.com",
	letterYa: "yandex.ru yandex.com ya.ru",
	baidu: "baidu.com",
	lens: "ecosia.org qwant.com startpage.com search.brave.com kagi.com naver.com seznam.cz mojeek.com",
	facebook: "facebook.com",
	messenger: "messenger.com",
	instagram: "instagram.com",
	threads: "threads.com",
	x: "x.com",
	linkedin: "linkedin.com",
	reddit: "reddit.com",
	youtube: "youtube.com",
	tiktok: "tiktok.com",
	pinterest: "pinterest.com",
	whatsapp: "whatsapp.com",
	telegram: "telegram.org",
	bubble: "line.me signal.org wechat.com",
	discord: "discord.com",
	mastodon:
		"mastodon.social mastodon.online mastodon.world mstdn.social fosstodon.org hachyderm.io",
	bluesky: "bsky.app",
	twitch: "twitch.tv",
	tumblr: "tumblr.com",
	quora: "quora.com",
	medium: "medium.com",
	substack: "substack.com",
	github: "github.com",
	stackOverflow: "stackoverflow.com",
	productHunt: "producthunt.com",
	hackerNews: "news.ycombinator.com",
	knot: "chatgpt.com openai.com",
	perplexity: "perplexity.ai",
	claude: "claude.ai",
	gemini: "gemini.google.com",
	spark: "copilot.microsoft.com mistral.ai deepseek.com you.com meta.ai grok.com",
	hash: "slack.com",
	gmail: "mail.google.com",
	thunderbird: "thunderbird.net",
	envelope:
		"outlook.com outlook.live.com outlook.office.com mail.yahoo.com proton.me mail.proton.me icloud.com gmx.net gmx.de web.de fastmail.com k9mail.app mailchimp.com mailchi.mp beehiiv.com brevo.com",
};

/** The hosts of sources as the gateway merges them. */
export const SOURCES: ReadonlyMap<string, Drawing> = new Map(
	(Object.entries(HOSTS) as [Drawing, string][]).flatMap(([drawing, hosts]) =>
		hosts.split(" ").map((host) => [host, drawing] as const),
	),
);

/** The picture of a host, or of the closest host above it. */
const sourceOf = (host: string): Drawing => {
	if (host === "") return "arrow";
	for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
		const found = SOURCES.get(rest);
		if (found) return found;
	}
	return "globe";
};

/** A name, or a name with a version behind it. */
const named = (names: ReadonlyMap<string, Drawing>, value: string): Drawing | undefined =>
	names.get(value) ?? names.get(value.slice(0, Math.max(0, value.lastIndexOf(" "))));

const drawn = (drawing: Drawing): Picture => {
	if (drawing in MARKS) return { look: "mark", grid: 24, d: MARKS[drawing as keyof typeof MARKS] };
	if (drawing in AREAS) return { look: "mark", grid: 16, d: AREAS[drawing as keyof typeof AREAS] };
	return { look: "lines", grid: 16, d: LINES[drawing as keyof typeof LINES] };
};

/** Of a country, or of a place within it. */
const placeOf = (value: string): Picture => {
	const [, code] = /^([A-Z]{2})(?:-|$)/.exec(value) ?? [];
	if (code === undefined) return drawn("pennant");
	const shapes = flagOf(code);
	return shapes ? { look: "flag", shapes } : { look: "code", code };
};

/** The picture of a value; a neutral one for a value that has none. */
export const pictureOf = (field: string, value: string): Picture => {
	switch (field) {
		case "country":
		case "region":
		case "city":
			return placeOf(value);
		case "browser":
		case "browser_version":
			return drawn(named(BROWSERS, value) ?? "window");
		case "operating_system":
		case "operating_system_version":
			return drawn(named(SYSTEMS, value) ?? "chip");
		case "device_type":
			return drawn(DEVICES.get(value) ?? "chip");
		default:
			return drawn(sourceOf(value));
	}
};
