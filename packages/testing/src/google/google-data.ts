/** Visits of a property of Google Analytics that have everything in common: Google's dimensions and sums. */
export interface AnalyticsVisits {
	/** `YYYY-MM-DD` */
	date: string;
	/** By Google's names. */
	values: Readonly<Record<string, string>>;
	activeUsers: number;
	sessions: number;
	engagedSessions: number;
	/** Of all sessions together. */
	seconds: number;
	screenPageViews: number;
	eventCount: number;
}

/** What Google's search showed of a site. */
export interface SearchAppearance {
	date: string;
	query: string;
	page: string;
	/** Three lower-case letters. */
	country: string;
	device: string;
	clicks: number;
	impressions: number;
	position: number;
	/** Few people made this search: Google gives no row with its query. */
	isRare?: boolean;
}

/** The same numbers for the same seed. */
export const randomFrom = (seed: number) => {
	let state = seed >>> 0;
	return (below: number): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
};

const DAY_MS = 86_400_000;
const dayAfter = (first: string, days: number) =>
	new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10);

const PLACES = [
	["DE", "Bavaria", "Munich", "de-de"],
	["DE", "Berlin", "Berlin", "de-de"],
	["US", "California", "San Francisco", "en-us"],
	["AT", "Vienna", "Vienna", "de-at"],
	["(not set)", "(not set)", "(not set)", "(not set)"],
] as const;
const SOURCES = [
	["google", "organic", "(not set)", "Organic Search"],
	["(direct)", "(none)", "(direct)", "Direct"],
	["newsletter", "email", "autumn", "Email"],
	["bing", "cpc", "brand", "Paid Search"],
] as const;
const CLIENTS = [
	["desktop", "Chrome", "Windows"],
	["mobile", "Safari", "iOS"],
	["tablet", "Samsung Internet", "Android"],
] as const;
const EVENTS = ["page_view", "purchase", "newsletter_signup"] as const;

/** Visits of as many days, some a day. */
export const analyticsVisits = (
	seed: number,
	{
		first,
		days,
		perDay,
		pages = 20,
	}: { first: string; days: number; perDay: number; pages?: number },
): AnalyticsVisits[] => {
	const random = randomFrom(seed);
	const pick = <Item>(items: readonly Item[]): Item => {
		const item = items[random(items.length)];
		if (item === undefined) throw new RangeError("nothing to pick from");
		return item;
	};
	return Array.from({ length: days * perDay }, (_, at) => {
		const [countryId, region, city, languageCode] = pick(PLACES);
		const [sessionSource, sessionMedium, sessionCampaignName, sessionDefaultChannelGroup] =
			pick(SOURCES);
		const [deviceCategory, browser, operatingSystem] = pick(CLIENTS);
		const sessions = 1 + random(9);
		const engagedSessions = random(sessions + 1);
		return {
			date: dayAfter(first, Math.floor(at / perDay)),
			values: {
				...{ countryId, region, city, languageCode },
				...{ sessionSource, sessionMedium, sessionCampaignName, sessionDefaultChannelGroup },
				...{ deviceCategory, browser, operatingSystem },
				pagePath: `/page-${random(pages)}`,
				landingPage: `/page-${random(pages)}`,
				hostName: pick(["www.example.com", "shop.example.com"]),
				eventName: pick(EVENTS),
			},
			activeUsers: 1 + random(sessions),
			sessions,
			engagedSessions,
			seconds: sessions * random(300),
			screenPageViews: sessions + random(20),
			eventCount: sessions * 3 + random(30),
		};
	});
};

/** What search showed on as many days, some a day. */
export const searchAppearances = (
	seed: number,
	{ first, days, perDay }: { first: string; days: number; perDay: number },
): SearchAppearance[] => {
	const random = randomFrom(seed);
	return Array.from({ length: days * perDay }, (_, at) => {
		const impressions = 1 + random(100);
		return {
			date: dayAfter(first, Math.floor(at / perDay)),
			query: `search ${random(50)}`,
			page: `https://www.example.com/page-${random(10)}`,
			country: ["deu", "usa", "aut", "zzz"][random(4)] ?? "deu",
			device: ["DESKTOP", "MOBILE", "TABLET"][random(3)] ?? "DESKTOP",
			clicks: random(impressions),
			impressions,
			position: 1 + random(500) / 10,
			isRare: random(8) === 0,
		};
	});
};
