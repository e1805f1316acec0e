import type { OrganizationRole } from "../../api/sites.ts";
import type { Words } from "../../i18n/en.ts";
import { SITE_PAGES, type SitePage } from "../../router/destination.ts";

/** A group of the side menu; the first has no title. */
export interface MenuGroup {
	title: keyof Pick<Words["menu"], "traffic" | "behaviour" | "people" | "quality"> | undefined;
	pages: readonly SitePage[];
}

const GROUPS: readonly MenuGroup[] = [
	{ title: undefined, pages: ["overview", "live", "explore", "boards", "alerts"] },
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

/** The areas of pages that are not named like theirs; of boards, a link lists those whose every question it shows. */
const AREA_OF: { readonly [Page in SitePage]?: string } = {
	live: "overview",
	explore: "overview",
	boards: "overview",
	vitals: "performance",
};

/** The pages of a private link's areas. */
export const pagesOfAreas = (areas: readonly string[]): SitePage[] =>
	SITE_PAGES.filter((page) => areas.includes(AREA_OF[page] ?? page));

/** Pages for members only, and recordings, which no link shows. */
const NOT_FOR_VISITORS: readonly SitePage[] = ["replays", "alerts", "settings"];

export const isForVisitors = (page: SitePage): boolean => !NOT_FOR_VISITORS.includes(page);

export const maySee = (page: SitePage, { isVisitor, shownPages }: MenuReader): boolean =>
	!isVisitor || (isForVisitors(page) && (shownPages?.includes(page) ?? true));

const groupsOf = (reader: MenuReader, isWanted: (page: SitePage) => boolean): MenuGroup[] =>
	GROUPS.map((group) => ({
		...group,
		pages: group.pages.filter((page) => isWanted(page) && maySee(page, reader)),
	})).filter(({ pages }) => pages.length > 0);

/** The side menu, with only the pages that its reader may see. */
export const menuGroups = (reader: MenuReader): MenuGroup[] => groupsOf(reader, () => true);

/**
 * The page that a URL opens; undefined for one that its reader may not see. Links to a site point to the overview: a
 * link that is limited to other pages opens the first of these.
 */
export const pageToOpen = (page: SitePage, reader: MenuReader): SitePage | undefined => {
	if (maySee(page, reader)) return page;
	return page === "overview" ? menuGroups(reader)[0]?.pages[0] : undefined;
};

/** What people open every morning, in reach of the thumb; the bottom bar has the other pages under "More". */
const BOTTOM_PAGES = ["overview", "live", "pages", "sources"] as const satisfies SitePage[];
export type BottomPage = (typeof BOTTOM_PAGES)[number];

const isInBar = (page: SitePage): boolean => (BOTTOM_PAGES as readonly SitePage[]).includes(page);

/** The entries of the bottom bar, and what is under "More". */
export const bottomEntries = (
	reader: MenuReader,
): { pages: readonly BottomPage[]; more: readonly MenuGroup[] } => ({
	pages: BOTTOM_PAGES.filter((page) => maySee(page, reader)),
	more: groupsOf(reader, (page) => !isInBar(page)),
});

/** The pages of an organization, in menu order. */
export const ORGANIZATION_PAGES = [
	"members",
	"invitations",
	"teams",
	"channels",
	"mails",
	"keys",
	"audit",
	"usage",
] as const;
export type OrganizationPage = (typeof ORGANIZATION_PAGES)[number];

/** Only owners may read the audit log; members may not invite, nor see keys of the organization. */
export const organizationPages = (role: OrganizationRole): readonly OrganizationPage[] => {
	if (role === "owner") return ORGANIZATION_PAGES;
	if (role === "admin") return ORGANIZATION_PAGES.filter((page) => page !== "audit");
	return ["members", "teams", "mails", "usage"];
};
