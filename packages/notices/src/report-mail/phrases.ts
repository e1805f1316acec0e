import type { FigureName, ListName } from "./report-mail-content.ts";

/** The words of a report by mail in one language. */
export interface Phrases {
	locale: string;
	figures: Record<FigureName, string>;
	lists: Record<ListName, string>;
	/** The unit of a list's numbers. */
	counted: Record<ListName, string>;
	direct: string;
	notSet: string;
	emptyList: string;
	subject: Record<"day" | "week" | "month", (title: string, days: string) => string>;
	period: Record<"day" | "week" | "month", (days: string) => string>;
	comparedWith: (days: string) => string;
	trial: string;
	late: (time: string) => string;
	segment: (name: string) => string;
	noEvents: string;
	noTraffic: string;
	noSites: string;
	noChange: string;
	fromZero: string;
	points: (amount: string) => string;
	up: string;
	down: string;
	chart: Record<"day" | "week" | "month", string>;
	before: string;
	most: (value: string) => string;
	chartText: (title: string, points: string) => string;
	whatChanged: string;
	annotations: string;
	deploy: string;
	imported: (days: string, source: string) => string;
	pdf: string;
	allSites: string;
	site: string;
	movers: string;
	mover: (name: string, change: string, value: string, previous: string) => string;
	otherSites: (count: string) => string;
	open: string;
	reason: string;
	zone: (zone: string) => string;
	unsubscribe: string;
	change: string;
}
