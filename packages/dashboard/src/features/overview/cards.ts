/** What a list's share is a share of; the texts name it. */
export type ShareOf = "sessions" | "set" | "pages" | "times" | "links" | "rate";

/** The lists of a card, each of one dimension. The first is open unless the URL says otherwise. */
interface CardLists {
	/** Each has a tab. */
	tabs: readonly string[];
	/** Opened from a menu. */
	more: readonly string[];
}

/** The cards below the chart. */
export const CARDS = {
	sources: {
		tabs: ["channel", "referrer", "utm_campaign"],
		more: ["utm_source", "utm_medium", "utm_term", "utm_content"],
	},
	pages: {
		tabs: ["pathname", "entry_page", "exit_page"],
		more: ["page_title", "hostname", "querystring"],
	},
	places: { tabs: ["country", "region", "city", "language"], more: ["timezone", "asn_org"] },
	devices: {
		tabs: ["browser", "operating_system", "device_type", "dimensions"],
		more: ["browser_version", "operating_system_version", "device_model"],
	},
	goals: { tabs: ["goals", "event_name", "outbound"], more: [] },
} as const satisfies Record<string, CardLists>;
export type CardName = keyof typeof CARDS;
/** A list: a dimension, or something else that is listed. */
export type ListName = {
	[Name in CardName]: (typeof CARDS)[Name]["tabs" | "more"][number];
}[CardName];

export const listsOf = (card: CardName): readonly ListName[] => [
	...CARDS[card].tabs,
	...CARDS[card].more,
];

/** The open lists from the URL: `referrer.city`; at most one of each card. */
const openIn = (open: string | undefined): readonly string[] => open?.split(".") ?? [];

/** The list that a card shows. */
export const openList = (card: CardName, open: string | undefined): ListName => {
	const names = openIn(open);
	return listsOf(card).find((name) => names.includes(name)) ?? CARDS[card].tabs[0];
};

/** The URL's `open` parameter after a list of a card was opened; undefined when every card shows its first one. */
export const opened = (
	card: CardName,
	list: ListName,
	open: string | undefined,
): string | undefined => {
	const own: readonly string[] = listsOf(card);
	const others = openIn(open).filter((name) => !own.includes(name));
	const all = list === CARDS[card].tabs[0] ? others : [...others, list];
	return all.length === 0 ? undefined : all.join(".");
};

/** Sessions without a value are excluded from the whole of these shares, unless every session has one. */
export const shareOf = (list: ListName): ShareOf => {
	switch (list) {
		case "channel":
		case "referrer":
			return "sessions";
		case "pathname":
		case "page_title":
			return "pages";
		case "event_name":
			return "times";
		case "outbound":
			return "links";
		case "goals":
			return "rate";
		default:
			return "set";
	}
};

/** The field that a row filters by; undefined for lists whose rows cannot filter. */
export const filterFieldOf = (list: ListName): string | undefined =>
	list === "goals" || list === "outbound" ? undefined : list;

const HOST = /^[\w-]+(\.[\w-]+)*(:\d{1,5})?$/;

/** The external link of a row, only if it is certain to be a web page. */
export const hrefOf = (
	list: ListName,
	value: string,
	hostname: string | undefined,
): string | undefined => {
	if (list === "referrer")
		return HOST.test(value) && value.includes(".") ? `https://${value}` : undefined;
	if (list === "outbound") return /^https?:\/\//i.test(value) ? value : undefined;
	const isPage = list === "pathname" || list === "entry_page" || list === "exit_page";
	return isPage && value.startsWith("/") && hostname !== undefined && HOST.test(hostname)
		? `https://${hostname}${value}`
		: undefined;
};
