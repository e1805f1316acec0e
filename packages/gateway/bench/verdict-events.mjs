/** Events and senders as a busy gateway sees them, the same in each run. */

const CHROME = (major, system) =>
	`Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
const SYSTEMS = [
	"Windows NT 10.0; Win64; x64",
	"Macintosh; Intel Mac OS X 10_15_7",
	"X11; Linux x86_64",
	"Linux; Android 10; K",
];
const AGENTS = [
	...SYSTEMS.flatMap((system) =>
		Array.from({ length: 12 }, (_, index) => CHROME(145 + index, system)),
	),
	...Array.from(
		{ length: 12 },
		(_, index) =>
			`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${15 + index}.1 Safari/605.1.15`,
	),
	...Array.from(
		{ length: 12 },
		(_, index) =>
			`Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${140 + index}.0) Gecko/20100101 Firefox/${140 + index}.0`,
	),
];
const CRAWLERS = ["GPTBot/1.2", "Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.5.0"];
const REFERRERS = [
	"",
	"",
	"https://www.google.com/",
	"https://t.co/x",
	"https://blog.example/post",
];
const QUERIES = ["", "", "", "?page=2", "?utm_source=google&utm_medium=cpc&utm_campaign=spring"];

const EVENTS = 20_000;
const VISITORS = 4_000;

/** Deterministic, so that two builds get the same events. */
const numbers = () => {
	let state = 42;
	return (below) => {
		state = (state * 1_664_525 + 1_013_904_223) >>> 0;
		return state % below;
	};
};

const headersOf = (userAgent) => ({
	"user-agent": userAgent,
	accept: "*/*",
	"accept-language": "en-GB,en;q=0.9",
	"accept-encoding": "gzip, deflate, br, zstd",
	"sec-fetch-site": "cross-site",
	"sec-fetch-mode": "cors",
	...(userAgent.includes("Chrome/") && {
		"sec-ch-ua": '"Chromium";v="145", "Google Chrome";v="145", "Not_A Brand";v="99"',
		"sec-ch-ua-mobile": "?0",
		"sec-ch-ua-platform": '"Windows"',
	}),
});

const addressOf = (next) => `${20 + next(180)}.${next(256)}.${next(256)}.${next(256)}`;

/** 20,000 pairs of an event, as parsed from its body, and its sender. Two of three sites exclude something. */
export const verdictEvents = () => {
	const next = numbers();
	const visitors = Array.from({ length: VISITORS }, () => {
		const isCrawler = next(20) === 0;
		const userAgent = isCrawler ? CRAWLERS[next(CRAWLERS.length)] : AGENTS[next(AGENTS.length)];
		return { userAgent, address: addressOf(next), site: 1 + next(3) };
	});
	return Array.from({ length: EVENTS }, (_, index) => {
		const { userAgent, address, site } = visitors[next(VISITORS)];
		const event = {
			site_id: String(site),
			type: "pageview",
			hostname: "shop.example",
			pathname: `/products/${next(300)}`,
			querystring: QUERIES[next(QUERIES.length)],
			referrer: REFERRERS[next(REFERRERS.length)],
			page_title: "A product",
			language: "en-GB",
			screenWidth: 1920,
			screenHeight: 1080,
			_bs: 0,
			_bsm: 0,
			id: `event-${index}`,
			page_id: "0123456789abcdef",
			seq: next(9),
		};
		// As text, because each request brings strings of its own.
		return JSON.stringify({ event, address, headers: headersOf(userAgent) });
	});
};

const EXCLUDING = {
	excludedIPs: ["192.0.2.0/24", "198.51.100.7", "2001:db8::/32"],
	excludedCountries: ["AQ"],
	excludedPaths: ["/admin/*", "/internal/*"],
	excludedUserAgents: ["pingdom", "statuscake"],
};

/** The settings of the sites that the events name. */
export const verdictSites = (defaults) =>
	[{}, EXCLUDING, { ...EXCLUDING, saltUserIds: true }].map((changes, index) => ({
		...defaults,
		siteId: index + 1,
		id: `00000000000${index}`,
		organizationId: "bench",
		...changes,
	}));
