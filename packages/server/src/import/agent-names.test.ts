import { createImportedEventOf } from "@footfall/gateway/imported-event";
import { type PlatformName, readBatch, readerOf } from "@footfall/imports";
import type { SiteNumber } from "@footfall/shared/ids";
import { describe, expect, it } from "vitest";

const SITE = { siteId: 7 as SiteNumber, trackUrlParams: true, excludedQueryParams: [] };
const EVER = { from: Date.UTC(2000), to: Date.UTC(2026) };
const AT = "2025-03-03T09:00:00Z";

interface AgentNames {
	browser: string;
	system: string;
	systemVersion?: string;
}

/** A row of each product's export with a browser and a system in the product's own terms. */
const ROWS = {
	umami: ({ browser, system }: AgentNames) => ({
		created_at: AT,
		event_type: "1",
		session_id: "a",
		url_path: "/",
		browser,
		os: system,
	}),
	posthog: ({ browser, system, systemVersion = "" }: AgentNames) => ({
		event: "$pageview",
		timestamp: AT,
		distinct_id: "a",
		properties: { $pathname: "/", $browser: browser, $os: system, $os_version: systemVersion },
	}),
	simple_analytics: ({ browser, system, systemVersion = "" }: AgentNames) => ({
		added_iso: AT,
		path: "/",
		datapoint: "pageview",
		uuid: "a",
		browser_name: browser,
		os_name: system,
		os_version: systemVersion,
	}),
	plain: ({ browser, system, systemVersion = "" }: AgentNames) => ({
		timestamp: AT,
		url: "/",
		browser,
		operating_system: system,
		operating_system_version: systemVersion,
	}),
} satisfies Partial<Record<PlatformName, (names: AgentNames) => Record<string, unknown>>>;

const tracked = (userAgent: string) => {
	const { browser, operatingSystem } = createImportedEventOf(
		SITE,
		"plain",
	)({ at: 0, type: "pageview", userAgent });
	return { browser, operatingSystem };
};

const imported = (platform: keyof typeof ROWS, names: AgentNames) => {
	const { hits, invalid, skipped } = readBatch(
		readerOf(platform, {}),
		[ROWS[platform](names)],
		0,
		EVER,
	);
	const [hit] = hits;
	if (hit === undefined) throw new Error(JSON.stringify({ invalid, skipped }));
	const event = createImportedEventOf(SITE, platform)(hit.value);
	return {
		browser: event.browser,
		operatingSystem: event.operatingSystem,
		operatingSystemVersion: event.operatingSystemVersion,
	};
};

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const BLINK = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) ${WEBKIT}`;
const ANDROID = "Mozilla/5.0 (Linux; Android 13; SM-S918B";
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK}`;

/** A user agent, and the products' names for the same browser and system. */
const AGENTS: readonly (readonly [userAgent: string, browsers: string[], systems: string[]])[] = [
	[
		`${WINDOWS} Chrome/120.0.0.0 Safari/537.36`,
		["chrome", "Chrome", "Google Chrome"],
		["Windows 10", "Windows"],
	],
	[
		`${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`,
		["crios", "Chrome iOS", "Chrome Mobile iOS", "Mobile Chrome"],
		["iOS"],
	],
	[
		`${ANDROID}; wv) ${BLINK} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36`,
		["chromium-webview", "Android Webview", "Chrome WebView", "Facebook", "instagram", "TikTok"],
		["Android", "Android OS"],
	],
	[
		`${IPHONE} Version/17.2 Mobile/15E148 Safari/604.1`,
		["ios", "Mobile Safari", "Safari"],
		["iOS"],
	],
	[
		`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/444.0.0.28.117]`,
		["facebook", "Facebook Mobile", "ios-webview", "Safari (in-app)", "Instagram"],
		["iOS"],
	],
	[`${IPHONE} FxiOS/120.0 Mobile/15E148 Safari/605.1.15`, ["fxios", "Firefox iOS"], ["iOS"]],
	[
		"Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0",
		["firefox", "Firefox", "Mozilla Firefox"],
		["Linux", "GNU/Linux", "Ubuntu", "Debian", "Fedora"],
	],
	[
		`${WINDOWS} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`,
		["edge-chromium", "edge", "Edge", "Microsoft Edge"],
		["Windows 10", "Windows"],
	],
	[
		`${IPHONE} Version/17.0 EdgiOS/119.0.2151.105 Mobile/15E148 Safari/604.1`,
		["edge-ios"],
		["iOS"],
	],
	[
		`${ANDROID}) ${BLINK} SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36`,
		["samsung", "Samsung Internet", "Samsung Browser"],
		["Android"],
	],
	[
		`${WINDOWS} Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0`,
		["opera", "Opera", "Opera GX"],
		["Windows 10"],
	],
	[
		"Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16",
		["opera-mini", "Opera Mini"],
		["Android"],
	],
	[
		"Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
		["ie", "IE", "Internet Explorer"],
		["Windows 10"],
	],
	[
		"Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; GT-I9100) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
		["android", "Android Browser", "Android Mobile"],
		["Android"],
	],
	[
		`Mozilla/5.0 (Linux; Android 9; KFTRWI) ${BLINK} Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36`,
		["silk", "Mobile Silk", "Silk", "Amazon Silk"],
		["Amazon OS", "Fire OS", "Android"],
	],
	[
		`${ANDROID}) ${BLINK} Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/13.5.0`,
		["miui", "MIUI Browser"],
		["Android"],
	],
	[
		`${ANDROID}) ${BLINK} Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36`,
		["UC Browser", "UCBrowser"],
		["Android"],
	],
	[
		`${WINDOWS} Chrome/118.0.0.0 YaBrowser/23.11.0.0 Safari/537.36`,
		["yandexbrowser", "YaBrowser", "Yandex"],
		["Windows 10"],
	],
	[
		`${WINDOWS} Chrome/118.0.0.0 Whale/3.23.214.10 Safari/537.36`,
		["Whale Browser", "Whale"],
		["Windows 10"],
	],
	[
		`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.0 Safari/605.1.15 Ddg/17.0`,
		["DuckDuckGo", "DuckDuckGo Privacy Browser"],
		["Mac OS", "Mac", "Mac OS X", "macOS", "Macintosh"],
	],
	[
		`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/120.0.0.0 Safari/537.36`,
		["chrome"],
		["Chrome OS", "Chromium OS", "ChromeOS"],
	],
	[
		`${IPHONE} GSA/293.0.585496640 Mobile/15E148 Safari/604.1`,
		["GSA", "Google Search App"],
		["iOS"],
	],
	[
		"Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
		["Mobile Safari", "safari"],
		["iPadOS", "iOS"],
	],
];

describe("browsers and systems of an import", () => {
	it.each(AGENTS)("get the names of a tracked visit from %s", (userAgent, browsers, systems) => {
		const expected = tracked(userAgent);
		expect(expected.browser).not.toBe("");
		const named = (Object.keys(ROWS) as (keyof typeof ROWS)[]).flatMap((platform) =>
			browsers.flatMap((browser) =>
				systems.map((system) => {
					const { operatingSystemVersion: _, ...names } = imported(platform, { browser, system });
					return { platform, browser, system, names };
				}),
			),
		);
		expect(named.filter(({ names }) => JSON.stringify(names) !== JSON.stringify(expected))).toEqual(
			[],
		);
	});

	it.each([
		["Windows 10", "", "10"],
		["Windows", "NT 10.0", "10"],
		["Windows", "10.0", "10"],
		["Windows XP", "", "XP"],
		["Mac OS X", "10.15.7", "10.15"],
		["iOS", "17.2.1", "17.2"],
		["Android", "13", "13"],
		["Ubuntu", "22.04", ""],
		["Plan 9", "4.1.2", "4.1"],
	])("get the versions of a tracked visit: %s %s", (system, systemVersion, expected) => {
		const names = { browser: "Chrome", system, systemVersion };
		expect(imported("plain", names).operatingSystemVersion).toBe(expected);
	});

	it("keep unknown names", () => {
		expect(imported("umami", { browser: "netfront", system: "BeOS" })).toMatchObject({
			browser: "netfront",
			operatingSystem: "BeOS",
		});
	});
});
