import { ClientEvent } from "@footfall/shared/event";
import type { ConfiguredSite } from "@footfall/shared/site";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import crawlers from "crawler-user-agents";
import { describe, expect, it } from "vitest";
import { knownAgent } from "../lookup/known-agent.ts";
import { NAMED_AGENTS } from "../lookup/named-agents.ts";
import { type Network, UNKNOWN_NETWORK } from "../lookup/network.ts";
import { UNKNOWN_PLACE } from "../lookup/place.ts";
import { requestContextOf } from "../lookup/request-context.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { createBotDetector } from "./layers.ts";
import { noOperatorRanges } from "./operator-ranges.ts";

const readUserAgent = createUserAgentReader();

interface Request {
	userAgent?: string;
	headers?: Record<string, string>;
	event?: object;
	site?: Partial<ConfiguredSite>;
	network?: Network;
	deviceType?: "Desktop" | "Mobile";
}

const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** What Chromium sends with a text `fetch` or a beacon to another origin over HTTPS. */
const CHROMIUM_HEADERS = {
	accept: "*/*",
	"accept-language": "en-GB,en;q=0.9",
	"accept-encoding": "gzip, deflate, br, zstd",
	"sec-fetch-site": "cross-site",
	"sec-fetch-mode": "cors",
	"sec-fetch-dest": "empty",
};
/** Over plain HTTP it sends no fetch metadata and does not accept br. */
const CHROMIUM_HTTP_HEADERS = {
	accept: "*/*",
	"accept-language": "en-US",
	"accept-encoding": "gzip, deflate",
};
const BEACON_HEADERS = { ...CHROMIUM_HEADERS, "sec-fetch-mode": "no-cors" };

const verdictOf = ({
	userAgent = CHROME,
	headers = CHROMIUM_HEADERS,
	event = {},
	site = {},
	network = UNKNOWN_NETWORK,
	deviceType = "Desktop",
}: Request) => {
	const context = requestContextOf({
		site: compiledSiteOf(siteOf(site)),
		trusted: false,
		sender: { address: "203.0.113.5", hops: () => [], headers, receivedAt: 0 },
		userAgent: readUserAgent(userAgent),
		addressFacts: { place: UNKNOWN_PLACE, network, visitorAddress: "203.0.113.5" },
	});
	const judgement = createBotDetector(noOperatorRanges)({
		event: ClientEvent.parse({ type: "pageview", site_id: "1", ...event }),
		context: { ...context, client: { ...context.client, deviceType } },
		heldMs: 0,
	});
	return judgement === "suspected" ? undefined : judgement;
};

const PEOPLE = [
	CHROME,
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
	"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/124.0.0.0",
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
	"Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
	"Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0",
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
	"Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 406.0.0.30.79 (iPhone16,1; iOS 18_6; en_GB; en; scale=3.00; 1179x2556; 822918295)",
	"Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.7680.174 Mobile Safari/537.36 MetaIAB Facebook",
];

describe("the bot layers", () => {
	describe.each([
		["a text fetch", CHROMIUM_HEADERS],
		["a beacon", BEACON_HEADERS],
		["a request over plain HTTP", CHROMIUM_HTTP_HEADERS],
	])("pass people's browsers with %s", (_name, headers) => {
		it.each(PEOPLE)("%s", (userAgent) =>
			expect(
				verdictOf({ userAgent, headers, event: { screenWidth: 1920, screenHeight: 1080, _bs: 0 } }),
			).toBeUndefined(),
		);
	});

	it.each([
		"Mozilla/5.0 (Linux; Android 11; 4K Google TV Stick Build/RTT0.210618.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/101.0.4951.61 Mobile Safari/537.36",
		"Opera/9.80 (Linux i686; U; HbbTV/1.1.1 (+PVR+DL; BANGOLUFSEN; A3; ; ; ) CE-HTML/1.0 NETTV/1.0; en) Presto/2.10.287 Version/12.00 A3/1.0.3.30552 (BANGOLUFSEN, A3, wired)",
		"SonyEricssonU10/R1x Browser/NetFront/3.5 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.5",
		"Mozilla/5.0 (Linux; Android 8.1.0; XBot Junior) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.101 Mobile Safari/537.36",
	])("pass a device whose agent only looks like a bot's: %s", (userAgent) =>
		expect(knownAgent(userAgent)).toBeUndefined(),
	);

	it.each([
		"Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36",
		"SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)",
	])("detect a bot that names a person's device: %s", (userAgent) =>
		expect(knownAgent(userAgent)).toBeDefined(),
	);

	it("tolerate one missing header", () => {
		for (const missing of Object.keys(CHROMIUM_HEADERS)) {
			const { [missing]: _dropped, ...headers } = CHROMIUM_HEADERS as Record<string, string>;
			expect(verdictOf({ headers })).toBeUndefined();
		}
	});

	it("detect the user agents of the public list of crawlers", () => {
		const instances = crawlers.flatMap((crawler) => crawler.instances);
		const known = instances.filter((userAgent) => knownAgent(userAgent) !== undefined);
		// The other six are in-app browsers and editors used by people.
		expect([known.length, instances.length]).toEqual([2112, 2118]);
	});

	it.each([
		["GPTBot/1.2", "GPTBot", "OpenAI", "ai_training", "ai"],
		[
			"Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)",
			"ChatGPT-User",
			"OpenAI",
			"ai_agent",
			"ai",
		],
		[
			"Mozilla/5.0 (compatible; Claude-SearchBot/1.0)",
			"Claude-SearchBot",
			"Anthropic",
			"ai_search",
			"ai",
		],
		[
			"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
			"Googlebot",
			"Google",
			"search",
			"search",
		],
		["facebookexternalhit/1.1", "facebookexternalhit", "Meta", "social_preview", "social"],
		["PetalBot;+https://aspiegel.com/petalbot", "PetalBot", "Huawei", "ai_training", "ai"],
	])("identify %s", (userAgent, name, operator, purpose, category) =>
		expect(verdictOf({ userAgent })).toEqual({
			layers: ["ua_pattern"],
			name,
			operator,
			purpose,
			category,
			matchedPattern: expect.any(String),
			claim: "claimed",
			asnProvider: "",
			evidence: [`the agent says ${name}`],
		}),
	);

	it.each([
		["curl/8.5.0", "framework", "scripted"],
		["node", "framework", "scripted"],
		["python-requests/2.32.3", "framework", "scripted"],
		["Go-http-client/2.0", "framework", "scripted"],
	])("detect %s as a script, by its agent and by its headers", (userAgent, category, purpose) =>
		expect(verdictOf({ userAgent, headers: { accept: "*/*" } })).toMatchObject({
			layers: ["ua_pattern", "header_heuristics"],
			category,
			purpose,
		}),
	);

	it("detect a headless browser", () =>
		expect(verdictOf({ userAgent: CHROME.replace("Chrome/", "HeadlessChrome/") })).toMatchObject({
			layers: ["ua_pattern"],
			category: "headless",
			purpose: "headless",
		}));

	it("attribute a request without an agent to a bot", () =>
		expect(verdictOf({ userAgent: "" })?.layers).toEqual(["ua_pattern"]));

	it("attribute a browser's agent without a browser's headers to a bot", () =>
		expect(verdictOf({ headers: {} })).toEqual({
			layers: ["header_heuristics"],
			category: "",
			matchedPattern: "",
			name: "",
			operator: "",
			purpose: "",
			claim: "",
			asnProvider: "",
			evidence: [
				"no Accept-Language 3, no Accept 2, no gzip in Accept-Encoding 2, a Chrome without Sec-Fetch-Site 2: 9 of 5 points",
			],
		}));

	it.each([
		[{ _bs: 2 }, undefined],
		[{ _bs: 3 }, ["client_signals"]],
		[{ _bs: 0, _bsm: 1 }, ["client_signals"]],
		[{ _bs: 0, _bsm: 2 }, undefined],
		[{ screenWidth: 800, screenHeight: 600 }, ["client_signals"]],
		[{ screenWidth: 1024, screenHeight: 768 }, undefined],
		[{ screenWidth: 768, screenHeight: 1024 }, undefined],
		[{ screenWidth: 0, screenHeight: 0 }, undefined],
		[{ screenWidth: 1920, screenHeight: 0 }, ["client_signals"]],
		[{ screenWidth: 99_999, screenHeight: 1080 }, ["client_signals"]],
		[{ screenWidth: 1920 }, undefined],
	])("score the client's own signals %j", (event, layers) =>
		expect(verdictOf({ event })?.layers).toEqual(layers),
	);

	it("count the absence of what desktop Chrome always has against that browser only", () => {
		const clientSays = (userAgent: string, _bsm: number) =>
			verdictOf({ userAgent, headers: CHROMIUM_HTTP_HEADERS, event: { _bs: 0, _bsm } });
		expect(clientSays(CHROME, 0b10110)?.evidence).toEqual([
			"the client's own score 3, zero outer size, no window.chrome, no plugins: 3 of 3 points",
		]);
		expect(clientSays(CHROME, 0b10100)).toBeUndefined();
		for (const userAgent of PEOPLE)
			if (!/Chrome.[\d.]+ Safari/.test(userAgent))
				expect(clientSays(userAgent, 0b10110)).toBeUndefined();
	});

	it("accept a small screen on a phone", () =>
		expect(
			verdictOf({ event: { screenWidth: 800, screenHeight: 600 }, deviceType: "Mobile" }),
		).toBeUndefined());

	it("check neither agents nor headers on a mobile site", () =>
		expect(
			verdictOf({ site: { type: "mobile" }, userAgent: "okhttp/4.12.0", headers: {} }),
		).toBeUndefined());

	it("tolerate missing headers behind the site's own proxy, but no library's agent", () => {
		const site = { firstPartyProxy: true };
		expect(verdictOf({ site, headers: {} })).toBeUndefined();
		expect(verdictOf({ site, headers: {}, userAgent: "curl/8.5.0" })?.layers).toEqual([
			"ua_pattern",
			"header_heuristics",
		]);
	});

	describe("the network of a request", () => {
		const crawlers: Network = {
			asn: 398324,
			asnOrganization: "CENSYS",
			provider: "Censys",
			kind: "crawler",
		};
		const servers: Network = { asn: 0, asnOrganization: "", provider: "Hetzner", kind: "hosting" };

		it("is sufficient evidence where only crawlers operate", () =>
			expect(verdictOf({ network: crawlers })).toMatchObject({
				layers: ["bot_asn"],
				asnProvider: "Censys",
				evidence: ["Censys (AS398324) only runs crawlers"],
			}));

		it("only supports another hit where servers are rented, because people's VPNs run there too", () => {
			expect(verdictOf({ network: servers })).toBeUndefined();
			expect(verdictOf({ network: servers, event: { _bs: 4 } })).toMatchObject({
				layers: ["client_signals", "bot_asn"],
				asnProvider: "Hetzner",
				evidence: [
					"the client's own score 4: 4 of 3 points",
					"Hetzner hosts servers, and another layer hit",
				],
			});
		});
	});

	it("run unless the site has switched them off", () => {
		const request = { userAgent: "curl/8.5.0", headers: {}, event: { _bs: 9 } };
		expect(
			verdictOf({ ...request, site: { disabledBotLayers: ["ua_pattern", "header_heuristics"] } })
				?.layers,
		).toEqual(["client_signals"]);
	});

	it("list every layer that hits", () =>
		expect(verdictOf({ userAgent: "curl/8.5.0", headers: {}, event: { _bs: 9 } })?.layers).toEqual([
			"ua_pattern",
			"header_heuristics",
			"client_signals",
		]));
});

describe("the list of agents", () => {
	it("recognises each of its own names", () =>
		expect(
			NAMED_AGENTS.filter(
				({ pattern, name }) => knownAgent(`Mozilla/5.0 (${pattern}1.0)`)?.name !== name,
			),
		).toEqual([]));
});
