import type { ReportMailContent, SiteContent, SiteRow } from "@footfall/notices";

const WEEK = ["26", "27", "28", "29", "30", "31", "01"];
const PEOPLE = [412, 455, 398, 367, 290, 148, 131];
const BEFORE = [377, 391, 402, 355, 301, 160, 149];

const pair = (value: number, previous: number | null) => ({ value, previous });
const row = (name: string, value: number, previous: number | null) => ({ name, value, previous });

const points = WEEK.map((day, index) => ({
	time: `2026-${day === "01" ? "11" : "10"}-${day}`,
	people: PEOPLE[index] ?? 0,
	previous: BEFORE[index] ?? 0,
	isImported: false,
}));

const content: SiteContent = {
	kind: "site",
	figures: {
		users: pair(2_048, 1_903),
		sessions: pair(2_611, 2_480),
		pageviews: pair(7_904, 8_120),
		bounce_rate: pair(41.2, 43.9),
		session_duration: pair(134, 121),
		revenue: pair(4_312.5, 3_980),
	},
	currency: "EUR",
	points,
	sentences: [
		"Sessions rose by 131 (5.3%), from 2,480 to 2,611.",
		"Organic Search in Germany explains 98 of them, since 27 October.",
	],
	annotations: [
		{ date: "2026-10-27", title: "Autumn sale begins", kind: "note" },
		{ date: "2026-10-29", title: "Checkout 2.4", kind: "deploy" },
	],
	lists: {
		pages: [
			row("/", 1_204, 1_150),
			row("/products/wool-blanket", 622, 410),
			row(
				"/products/linen-sheets-with-a-name-that-is-far-too-long-for-one-line-of-a-mail",
				318,
				377,
			),
			row("/about", 97, 97),
			row("/sale", 64, 0),
		],
		sources: [row("", 1_022, 980), row("google.com", 877, 702), row("news.example", 64, 133)],
		campaigns: [row("autumn-sale", 212, 0), row("newsletter-44", 98, 120)],
		countries: [row("DE", 1_530, 1_377), row("AT", 322, 320), row("CH", 151, 170)],
		goals: [row("Order placed", 71, 64), row("Newsletter", 22, 31)],
		revenue: [row("Organic Search", 2_100, 1_500), row("Direct", 1_204.5, 1_400)],
	},
	imported: null,
	segment: null,
	hasEvents: true,
};

/** A mail about a week of a shop. */
export const siteMailExample: ReportMailContent = {
	language: "en",
	title: "Quill & Cotton",
	domain: "quill.example",
	every: "week",
	period: { from: "2026-10-26", to: "2026-11-01" },
	before: { from: "2026-10-19", to: "2026-10-25" },
	timeZone: "Europe/Berlin",
	lateSince: null,
	isTrial: false,
	hasPdf: false,
	links: {
		dashboard: "https://stats.example.com/0123456789ab",
		unsubscribe: "https://stats.example.com/api/report-mails/unsubscribe?token=12.abc",
	},
	content,
};

/** The same mail with other content about the site. */
export const siteMailWith = (
	changes: Partial<SiteContent>,
	mail: Partial<ReportMailContent> = {},
): ReportMailContent => ({ ...siteMailExample, ...mail, content: { ...content, ...changes } });

const siteRow = (name: string, users: number, before: number): SiteRow => ({
	name,
	domain: `${name.toLowerCase().replaceAll(/\W+/g, "-")}.example`,
	link: "https://stats.example.com/0123456789ab",
	users: pair(users, before),
	sessions: pair(Math.round(users * 1.3), Math.round(before * 1.28)),
	pageviews: pair(users * 4, before * 4),
});

/** A mail about all sites of an organization. */
export const sitesMailExample: ReportMailContent = {
	...siteMailExample,
	title: "Cotton Group",
	domain: null,
	content: {
		kind: "sites",
		sites: [
			siteRow("Quill & Cotton", 2_048, 1_903),
			siteRow("Quill Blog", 911, 402),
			siteRow("Cotton Help", 120, 188),
			siteRow("Careers", 12, 9),
		],
		notListed: 0,
		segment: null,
	},
};
