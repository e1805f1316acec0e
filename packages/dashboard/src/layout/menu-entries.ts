import type { OrganizationRole } from "../api/sites.ts";
import type { Words } from "../i18n/en.ts";
import { SITE_PAGES, type SitePage } from "../router/destination.ts";

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

/** For whom menus are made. */
export interface MenuReader {
	/** Nobody is signed in. */
	isVisitor: boolean;
	/** The pages that a private link is limited to; absent = all that visitors may see. */
	shownPages?: readonly SitePage[] | undefined;
}

/** The pages of the areas that a private link is limited to; the api has its own names for some. */
export const pagesOfAreas = (areas: readonly string[]): SitePage[] =>
	SITE_PAGES.filter((page) => {
		if (page === "live") return areas.includes("overview");
		return areas.includes(page === "vitals" ? "performance" : page);
	});

/** Visitors see no recordings, and settings belong to members. */
export const maySee = (page: SitePage, { isVisitor, shownPages }: MenuReader): boolean =>
	!isVisitor || (page !== "replays" && page !== "settings" && (shownPages?.includes(page) ?? true));

/** The side menu holds only what its reader may see. */
export const menuGroups = (reader: MenuReader): MenuGroup[] =>
	GROUPS.map((group) => ({
		...group,
		pages: group.pages.filter((page) => maySee(page, reader)),
	})).filter(({ pages }) => pages.length > 0);

/**
 * The page that an address opens; undefined for one that its reader may not see. The overview is where links to a site lead:
 * one that is limited to other pages begins on the first of these.
 */
export const pageToOpen = (page: SitePage, reader: MenuReader): SitePage | undefined => {
	if (maySee(page, reader)) return page;
	return page === "overview" ? menuGroups(reader)[0]?.pages[0] : undefined;
};

/** Which entry of the bottom bar a page belongs to. */
export type BottomEntry = "overview" | "live" | "behaviour" | "people" | "more";

export const bottomEntryOf = (page: SitePage): BottomEntry => {
	if (page === "overview" || page === "live") return page;
	const group = GROUPS.find(({ pages }) => pages.includes(page));
	return group?.title === "behaviour" || group?.title === "people" ? group.title : "more";
};

/** The pages that the bottom bar's entries open: the first one is where they lead. */
export const bottomPages = (entry: BottomEntry, reader: MenuReader): readonly SitePage[] => {
	if (entry === "overview" || entry === "live") return maySee(entry, reader) ? [entry] : [];
	return menuGroups(reader)
		.filter(({ title }) =>
			entry === "more" ? title === "traffic" || title === "quality" : title === entry,
		)
		.flatMap(({ pages }) => pages);
};

/** The pages of an organization, in the order of the menu. */
export const ORGANIZATION_PAGES = [
	"members",
	"invitations",
	"teams",
	"keys",
	"audit",
	"usage",
] as const;
export type OrganizationPage = (typeof ORGANIZATION_PAGES)[number];

/** Only owners read the audit log; members neither invite nor hold keys of the organization. */
export const organizationPages = (role: OrganizationRole): readonly OrganizationPage[] => {
	if (role === "owner") return ORGANIZATION_PAGES;
	if (role === "admin") return ORGANIZATION_PAGES.filter((page) => page !== "audit");
	return ["members", "teams", "usage"];
};
