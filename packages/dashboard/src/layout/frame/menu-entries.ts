import type { OrganizationRole } from "../../api/sites.ts";
import type { Words } from "../../i18n/en.ts";
import { SITE_PAGES, type SitePage } from "../../router/destination.ts";

/** A group of the side menu; the first has no title. */
export interface MenuGroup {
	title: keyof Pick<Words["menu"], "traffic" | "behaviour" | "people" | "quality"> | undefined;
	pages: readonly SitePage[];
}

const GROUPS: readonly MenuGroup[] = [
	{ title: undefined, pages: ["overview", "live"] },
	{ title: "traffic", pages: ["pages", "sources", "places", "devices"] },
	{ title: "behaviour", pages: ["events", "goals", "funnels", "journeys", "retention"] },
	{ title: "people", pages: ["sessions", "users", "replays"] },
	{ title: "quality", pages: ["errors", "vitals", "bots"] },
];

/** The viewer that the menus are for. */
export interface MenuReader {
	/** Nobody is signed in. */
	isVisitor: boolean;
	/** The pages that a private link is limited to; absent = all that visitors may see. */
	shownPages?: readonly SitePage[] | undefined;
}

/** The pages of a private link's areas; the API has other names for some. */
export const pagesOfAreas = (areas: readonly string[]): SitePage[] =>
	SITE_PAGES.filter((page) => {
		if (page === "live") return areas.includes("overview");
		return areas.includes(page === "vitals" ? "performance" : page);
	});

/** Visitors may not see recordings, and settings are for members only. */
export const maySee = (page: SitePage, { isVisitor, shownPages }: MenuReader): boolean =>
	!isVisitor || (page !== "replays" && page !== "settings" && (shownPages?.includes(page) ?? true));

/** The side menu, with only the pages that its reader may see. */
export const menuGroups = (reader: MenuReader): MenuGroup[] =>
	GROUPS.map((group) => ({
		...group,
		pages: group.pages.filter((page) => maySee(page, reader)),
	})).filter(({ pages }) => pages.length > 0);

/**
 * The page that a URL opens; undefined for one that its reader may not see. Links to a site point to the overview: a
 * link that is limited to other pages opens the first of these.
 */
export const pageToOpen = (page: SitePage, reader: MenuReader): SitePage | undefined => {
	if (maySee(page, reader)) return page;
	return page === "overview" ? menuGroups(reader)[0]?.pages[0] : undefined;
};

/** The entry of the bottom bar that a page belongs to. */
export type BottomEntry = "overview" | "live" | "behaviour" | "people" | "more";

export const bottomEntryOf = (page: SitePage): BottomEntry => {
	if (page === "overview" || page === "live") return page;
	const group = GROUPS.find(({ pages }) => pages.includes(page));
	return group?.title === "behaviour" || group?.title === "people" ? group.title : "more";
};

/** The pages of the bottom bar's entries: each entry opens its first page. */
export const bottomPages = (entry: BottomEntry, reader: MenuReader): readonly SitePage[] => {
	if (entry === "overview" || entry === "live") return maySee(entry, reader) ? [entry] : [];
	return menuGroups(reader)
		.filter(({ title }) =>
			entry === "more" ? title === "traffic" || title === "quality" : title === entry,
		)
		.flatMap(({ pages }) => pages);
};

/** The pages of an organization, in menu order. */
export const ORGANIZATION_PAGES = [
	"members",
	"invitations",
	"teams",
	"keys",
	"audit",
	"usage",
] as const;
export type OrganizationPage = (typeof ORGANIZATION_PAGES)[number];

/** Only owners may read the audit log; members may not invite, nor see keys of the organization. */
export const organizationPages = (role: OrganizationRole): readonly OrganizationPage[] => {
	if (role === "owner") return ORGANIZATION_PAGES;
	if (role === "admin") return ORGANIZATION_PAGES.filter((page) => page !== "audit");
	return ["members", "teams", "usage"];
};
