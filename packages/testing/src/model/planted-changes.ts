import { createRandom } from "../random.ts";

/** Traffic of two weeks, in the second of which one thing is different, and what that is; written without the product's code. */

/** A session as the reference sees it: its values by dimension. */
export interface PlantedSession {
	at: number;
	period: "from" | "to";
	values: Readonly<Record<string, string>>;
	pageviews: number;
	isConverted: boolean;
}

/** A world in which one thing changed. */
export interface PlantedChange {
	kind: string;
	/** Dimension → value of the sessions that are fewer or more, or that behave otherwise. */
	cause: Readonly<Record<string, string>>;
	/** The first day of the change, from 0 of the second week. */
	sinceDay: number;
	sessions: PlantedSession[];
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** A Monday, on which the second week begins. */
export const PLANTED_AT = Date.parse("2026-03-09T00:00:00Z");

type Weights = readonly (readonly [value: string, weight: number])[];

const COUNTRIES: Weights = [
	...([
		["DE", 30],
		["US", 18],
		["GB", 12],
		["FR", 10],
		["AT", 8],
		["CH", 7],
	] as const),
	...([
		["NL", 5],
		["ES", 4],
		["PL", 3],
		["JP", 3],
	] as const),
];
const LANGUAGES: Readonly<Record<string, string>> = {
	...{ DE: "de-DE", US: "en-US", GB: "en-GB", FR: "fr-FR", AT: "de-AT", CH: "de-CH", NL: "nl-NL" },
	...{ ES: "es-ES", PL: "pl-PL", JP: "ja-JP" },
};
const DEVICES: Weights = [
	["Mobile", 55],
	["Desktop", 38],
	["Tablet", 7],
];
const BROWSERS: Readonly<Record<string, Weights>> = {
	Mobile: [
		["Chrome", 55],
		["Safari", 38],
		["Firefox", 7],
	],
	Desktop: [
		["Chrome", 60],
		["Firefox", 18],
		["Edge", 14],
		["Safari", 8],
	],
	Tablet: [
		["Safari", 60],
		["Chrome", 40],
	],
};
const VERSIONS: Readonly<Record<string, Weights>> = {
	Chrome: [
		["146", 60],
		["145", 30],
		["140", 10],
	],
	Safari: [
		["26.3", 65],
		["18.6", 35],
	],
	Firefox: [
		["148", 75],
		["140", 25],
	],
	Edge: [["146", 100]],
};
const CHANNELS: Weights = [
	...([
		["Organic Search", 40],
		["Direct", 26],
		["Referral", 14],
		["Organic Social", 9],
	] as const),
	...([
		["Paid Search", 7],
		["Email", 4],
	] as const),
];
const REFERRERS: Readonly<Record<string, Weights>> = {
	"Organic Search": [
		["google.com", 80],
		["bing.com", 14],
		["duckduckgo.com", 6],
	],
	Referral: [
		["blog.example", 40],
		["partner.example", 35],
		["news.example", 25],
	],
	"Organic Social": [
		["linkedin.com", 50],
		["reddit.com", 30],
		["facebook.com", 20],
	],
	"Paid Search": [["google.com", 100]],
};
const CAMPAIGNS: Weights = [
	["brand", 70],
	["generic", 30],
];
const PAGES: Weights = [
	"/",
	"/pricing",
	"/docs",
	"/blog/a",
	"/blog/b",
	"/features",
	"/about",
	"/shop",
	"/jobs",
	"/help",
].map((page, index) => [page, 100 / (index + 1.5)] as const);

type Random = () => number;

const pick = (random: Random, weights: Weights): string => {
	let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
	for (const [value, weight] of weights) {
		left -= weight;
		if (left < 0) return value;
	}
	return weights.at(-1)?.[0] ?? "";
};

const systemOf = (random: Random, device: string, browser: string): string => {
	if (device === "Mobile") return browser === "Safari" ? "iOS" : random() < 0.9 ? "Android" : "iOS";
	if (device === "Tablet") return browser === "Safari" ? "iPadOS" : "Android";
	if (browser === "Safari") return "macOS";
	return pick(random, [
		["Windows", 68],
		["macOS", 24],
		["Linux", 8],
	]);
};

/** Some values may be given; the others follow from them as usual. */
const valuesOf = (random: Random, given: Readonly<Record<string, string>> = {}) => {
	const country = given["country"] ?? pick(random, COUNTRIES);
	const device = given["device_type"] ?? pick(random, DEVICES);
	const browser = given["browser"] ?? pick(random, BROWSERS[device] ?? []);
	const channel = given["channel"] ?? pick(random, CHANNELS);
	const region = `${country}-${1 + Math.floor(random() * 3)}`;
	const isPaid = channel === "Paid Search";
	return {
		country,
		region,
		city: `${region}-${random() < 0.7 ? "North" : "South"}`,
		language: random() < 0.9 ? (LANGUAGES[country] ?? "") : "en-US",
		device_type: device,
		browser,
		browser_version: `${browser} ${pick(random, VERSIONS[browser] ?? [])}`,
		operating_system: systemOf(random, device, browser),
		channel,
		referrer: pick(random, REFERRERS[channel] ?? [["", 1]]),
		utm_campaign: isPaid ? pick(random, CAMPAIGNS) : channel === "Email" ? "newsletter" : "",
		utm_source: isPaid ? "google" : channel === "Email" ? "mailing" : "",
		utm_medium: isPaid ? "cpc" : channel === "Email" ? "email" : "",
		entry_page: pick(random, PAGES),
		...given,
	};
};

const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
	values[Math.floor(random() * values.length)] as Value;

/** What may happen: sessions that vanish in part, or that are added as a share of all. */
const CAUSES: readonly ((random: Random) => {
	kind: string;
	cause: Record<string, string>;
	/** Values beside the cause's own that come with it. */
	more?: Record<string, string>;
	vanishing?: number;
	added?: number;
})[] = [
	(random) => ({
		kind: "a country vanishes",
		cause: { country: oneOf(random, ["DE", "US", "GB", "FR", "AT", "CH"]) },
		vanishing: 0.75 + random() * 0.25,
	}),
	(random) => ({
		kind: "a campaign starts",
		cause: { utm_campaign: "spring" },
		more: {
			...oneOf(random, [
				{ utm_source: "google", channel: "Paid Search", utm_medium: "cpc" },
				{ utm_source: "mailing", channel: "Email", utm_medium: "email" },
			]),
		},
		added: 0.06 + random() * 0.2,
	}),
	(random) => ({
		kind: "a browser release breaks",
		cause: {
			browser_version: oneOf(random, ["Chrome 146", "Chrome 145", "Safari 26.3", "Safari 18.6"]),
		},
		vanishing: 0.8 + random() * 0.2,
	}),
	(random) => ({
		kind: "a page loses its rank",
		cause: { entry_page: oneOf(random, ["/", "/pricing", "/docs"]), channel: "Organic Search" },
		vanishing: 0.85 + random() * 0.15,
	}),
	(random) => ({
		kind: "devices of a country vanish",
		cause: {
			country: oneOf(random, ["DE", "US", "GB"]),
			device_type: oneOf(random, ["Mobile", "Desktop"]),
		},
		vanishing: 0.85 + random() * 0.15,
	}),
	(random) => ({
		kind: "devices of a country are added",
		cause: {
			country: oneOf(random, ["FR", "PL", "JP", "ES"]),
			device_type: oneOf(random, ["Mobile", "Desktop"]),
		},
		added: 0.08 + random() * 0.15,
	}),
	(random) => ({
		kind: "a website refers more",
		...oneOf(random, [
			{ cause: { referrer: "news.example" }, more: { channel: "Referral" } },
			{ cause: { referrer: "forum.example" }, more: { channel: "Referral" } },
			{ cause: { referrer: "reddit.com" }, more: { channel: "Organic Social" } },
		]),
		added: 0.06 + random() * 0.15,
	}),
	(random) => ({
		kind: "a channel dries up",
		cause: { channel: oneOf(random, ["Organic Search", "Direct", "Referral"]) },
		vanishing: 0.6 + random() * 0.4,
	}),
	(random) => ({
		kind: "a system vanishes",
		cause: { operating_system: oneOf(random, ["Windows", "iOS", "Android"]) },
		vanishing: 0.7 + random() * 0.3,
	}),
	(random) => ({
		kind: "a city is added",
		cause: { city: oneOf(random, ["US-2-South", "PL-1-North", "NL-3-South"]) },
		added: 0.05 + random() * 0.1,
	}),
];

const has = (values: Readonly<Record<string, string>>, cause: Readonly<Record<string, string>>) =>
	Object.entries(cause).every(([name, value]) => values[name] === value);

const timeIn = (random: Random, start: number) => Math.floor(start + random() * WEEK_MS);

/** What is added comes with the values of its kind: a city with its country, a page with any. */
const impliedBy = (cause: Readonly<Record<string, string>>): Record<string, string> => {
	const { city } = cause;
	if (city === undefined) return {};
	const [country = "", region = ""] = city.split("-");
	return { country, region: `${country}-${region}` };
};

/** Two weeks of traffic with one cause of a different number of sessions. */
export const plantedChange = (seed: number): PlantedChange => {
	const random = createRandom(seed * 7919 + 17);
	for (let warm = 0; warm < 5; warm++) random();
	const {
		kind,
		cause,
		more = {},
		vanishing = 0,
		added = 0,
	} = (CAUSES[seed % CAUSES.length] as (typeof CAUSES)[number])(random);
	const size = 1500 + Math.floor(random() * 2500);
	const growth = 0.96 + random() * 0.08;
	const sinceDay = random() < 0.5 ? 0 : Math.floor(random() * 3);
	const since = PLANTED_AT + sinceDay * DAY_MS;
	const sessions: PlantedSession[] = [];
	const add = (period: "from" | "to", at: number, values: Record<string, string>) =>
		sessions.push({
			...{ period, at, values },
			pageviews: random() < 0.45 ? 1 : 3,
			isConverted: random() < 0.1,
		});
	for (const period of ["from", "to"] as const) {
		const start = period === "from" ? PLANTED_AT - WEEK_MS : PLANTED_AT;
		for (let nth = 0; nth < (period === "from" ? size : size * growth); nth++) {
			const values = valuesOf(random);
			const at = timeIn(random, start);
			if (at >= since && has(values, cause) && random() < vanishing) continue;
			add(period, at, values);
		}
	}
	for (let nth = 0; nth < size * added; nth++) {
		const at = Math.floor(since + random() * (PLANTED_AT + WEEK_MS - since));
		add("to", at, valuesOf(random, { ...impliedBy(cause), ...more, ...cause }));
	}
	return { kind, cause, sinceDay, sessions };
};

/** Two weeks of traffic in which sessions of one kind convert less, or bounce more. */
export const plantedRate = (seed: number, metric: "conversions" | "bounces"): PlantedChange => {
	const random = createRandom(seed * 104_729 + 11);
	for (let warm = 0; warm < 5; warm++) random();
	const cause = oneOf<Record<string, string>>(random, [
		{ browser_version: "Chrome 146" },
		{ browser_version: "Safari 26.3" },
		{ country: "DE" },
		{ device_type: "Mobile" },
		{ channel: "Organic Search" },
		{ operating_system: "Windows" },
		{ entry_page: "/" },
	]);
	const size = 3000 + Math.floor(random() * 3000);
	const sessions: PlantedSession[] = [];
	for (const period of ["from", "to"] as const)
		for (let nth = 0; nth < size; nth++) {
			const values = valuesOf(random);
			const isHit = period === "to" && has(values, cause);
			sessions.push({
				...{ period, values },
				at: timeIn(random, period === "from" ? PLANTED_AT - WEEK_MS : PLANTED_AT),
				pageviews: random() < (isHit && metric === "bounces" ? 0.85 : 0.45) ? 1 : 3,
				isConverted: random() < (isHit && metric === "conversions" ? 0.04 : 0.25),
			});
		}
	return { kind: metric, cause, sinceDay: 0, sessions };
};
