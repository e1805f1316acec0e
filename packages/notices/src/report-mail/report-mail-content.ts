/** What a report by mail says: numbers and names, before they are written for a reader. */

export type ReportMailLanguage = "en" | "de";

/** A number with that of the period before; null = not known. */
export interface Compared {
	value: number;
	previous: number | null;
}

/** The figures of a site, in the order in which mails show them. */
export const FIGURE_NAMES = [
	"users",
	"sessions",
	"pageviews",
	"bounce_rate",
	"session_duration",
	"revenue",
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

/** `bounce_rate` in percent, `session_duration` in seconds, `revenue` in the site's currency. */
export type SiteFigures = Partial<Record<FigureName, Compared>>;

/** The lists that a mail can have. */
export const LIST_NAMES = [
	"pages",
	"sources",
	"campaigns",
	"countries",
	"goals",
	"revenue",
] as const;
export type ListName = (typeof LIST_NAMES)[number];

export interface ListRow extends Compared {
	/** As the site or its visitors wrote it; "" where nothing is known. */
	name: string;
}

export interface ChartPoint {
	/** `2026-10-26`, or `2026-10-26 14:00:00` in a mail about one day. */
	time: string;
	people: number;
	previous: number | null;
	/** Counted by another product. */
	isImported: boolean;
}

/** The content of a mail about one site. */
export interface SiteContent {
	kind: "site";
	figures: SiteFigures;
	/** ISO 4217, of the revenue; null without money. */
	currency: string | null;
	/** Empty without a chart. */
	points: readonly ChartPoint[];
	/** What changed, in the reader's language. */
	sentences: readonly string[];
	/** Notes about the period. */
	annotations: readonly { date: string; title: string; kind: "note" | "deploy" }[];
	/** Only those that were chosen; an empty one says so. */
	lists: Partial<Record<ListName, readonly ListRow[]>>;
	/** How imported days take part, as a sentence in the reader's language; null without any. */
	imported: ImportedDays | null;
	segment: string | null;
	/** Whether the site has ever had an event. */
	hasEvents: boolean;
}

/** Days, YYYY-MM-DD, that another product counted. */
export interface ImportedDays {
	from: string;
	to: string;
	source: string;
}

/** A row of a mail about all sites. */
export interface SiteRow {
	name: string;
	domain: string;
	/** Its page of the dashboard; null without a public address. */
	link: string | null;
	users: Compared;
	sessions: Compared;
	pageviews: Compared;
}

/** The content of a mail about all sites of an organization. */
export interface SitesContent {
	kind: "sites";
	/** Those that the recipient may see; with most people first. */
	sites: readonly SiteRow[];
	/** How many more there are than are listed. */
	notListed: number;
	segment: string | null;
}

/** Everything that a mail is made from. */
export interface ReportMailContent {
	language: ReportMailLanguage;
	/** Of the site or the organization. */
	title: string;
	/** Of the site; null in a mail about several. */
	domain: string | null;
	every: "day" | "week" | "month";
	/** Days, both included, as YYYY-MM-DD. */
	period: { from: string; to: string };
	before: { from: string; to: string };
	timeZone: string;
	/** When it should have been sent, if it is much later; ms since the epoch. */
	lateSince: number | null;
	/** Whether somebody asked for it now, outside of its schedule. */
	isTrial: boolean;
	hasPdf: boolean;
	links: {
		/** The page of the dashboard; null without a public address. */
		dashboard: string | null;
		/** null for a preview, which nobody has subscribed to. */
		unsubscribe: string | null;
	};
	content: SiteContent | SitesContent;
}
