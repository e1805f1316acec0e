import { createAliasTable } from "./alias-table.ts";

/**
 * Browser names of tracked visits → names of the same browser in other products. Collected in November 2026 from the
 * exports of the supported products.
 */
const nameOf = createAliasTable(
	"Focus, Vivaldi, Maxthon, SeaMonkey, LibreWolf, PhantomJS, Sleipnir",
	{
		Chrome:
			"google chrome, chrome mobile, mobile chrome, chrome mobile ios, chrome ios, crios, " +
			"chrome webview, chromium-webview, android webview, chrome headless, headless chrome, " +
			"huawei browser, huawei browser mobile, ecosia, iron, coc coc",
		Firefox:
			"mozilla firefox, firefox mobile, mobile firefox, firefox mobile ios, firefox ios, " +
			"fxios, firefox focus",
		Safari:
			"mobile safari, safari mobile, safari (in-app), ios, ios-webview, webkit, " +
			"mobile safari ui/wkwebview",
		"Microsoft Edge":
			"edge, edge-chromium, edge-ios, edge mobile, edge ios, edg, microsoft edge mobile",
		"Samsung Internet for Android":
			"samsung, samsung internet, samsung browser, samsung browser lite",
		Opera: "opera mini, opera-mini, opera mobile, opera mobi, opera gx, opera next",
		"Opera Coast": "coast",
		"Internet Explorer": "ie, iemobile, ie mobile, internet explorer mobile, pie",
		"Android Browser": "android, android mobile, android-browser",
		"Amazon Silk": "silk, mobile silk, silk mobile",
		"Yandex Browser": "yandex, yandexbrowser, yandex browser lite, yabrowser",
		"UC Browser": "ucbrowser, uc browser mini, uc browser hd",
		"QQ Browser": "qqbrowser, qq browser mobile",
		"QQ Browser Lite": "qqbrowserlite",
		"NAVER Whale Browser": "whale, whale browser, naver whale",
		"HeyTap Browser": "heytap, heytapbrowser",
		"Vivo Browser": "vivobrowser, vivo",
		"Sogou Browser": "sogou explorer, sogou mobile",
		"Pale Moon": "palemoon",
		"Google Search": "gsa, google search app, google app, google search appliance",
		DuckDuckGo: "duckduckgo privacy browser, ddg",
		Miui: "miui browser, miui-browser, mi browser",
		Epiphany: "gnome web",
		BlackBerry: "blackberry browser, bb10",
		Brave: "brave browser",
		Chromium: "chromium browser",
		WeChat: "wechat(win) desktop, wechat share extension",
		Puffin: "puffin web browser",
		"WebOS Browser": "webos browser, lg browser",
		Tizen: "tizen browser",
	},
);

/** Apps that show pages in the system's own browser, and are tracked under its name. */
const APPS = new Set([
	...["facebook", "facebook mobile", "instagram", "instagram app", "snapchat", "tiktok", "twitter"],
	...["linkedin", "pinterest", "line", "kakaotalk", "mobile app"],
]);
const BROWSER_OF_SYSTEM: Readonly<Record<string, string>> = { iOS: "Safari", Android: "Chrome" };

/**
 * A browser's name as tracked visits have it; an unknown name stays unchanged.
 * @param operatingSystem determines the browser inside an app
 */
export const browserName = (name: string, operatingSystem = ""): string =>
	nameOf(name) ??
	(APPS.has(name.toLowerCase()) ? BROWSER_OF_SYSTEM[operatingSystem] : undefined) ??
	name;

/** The major version, as tracked visits have it. */
export const browserVersion = (version: string): string => version.split(".")[0] ?? "";
