import { FIRST_AREAS } from "../i18n/first-areas.ts";
import type { PageLoader } from "../layout/lazy/lazy-page.tsx";
import { SITE_PAGES, type SitePage } from "../router/destination.ts";
import type { OtherPage } from "./other-pages.ts";
import { pagesWith } from "./pages-with.ts";

/** Maps the other pages to their chunks. */
export const fetchPages = () => import("./other-pages.ts");

const other =
	(name: OtherPage): PageLoader =>
	async (language) =>
		(await fetchPages()).OTHER_PAGES[name](language);

const overview = pagesWith(FIRST_AREAS)(() => import("./overview/overview.tsx"), "reports");

/** The chunk of each page of a site. */
export const SITE_PAGE_LOADERS = Object.fromEntries(
	SITE_PAGES.map((name) => [name, name === "overview" ? overview : other(name)]),
) as Readonly<Record<SitePage, PageLoader>>;

/** Redirects from `/` to another page; too small to be loaded through the list of other pages. */
export const loadHome: PageLoader = () => import("./home/home.tsx");

/** The chunks of the pages outside sites. */
export const loadSites = other("site list");
export const loadLogin = other("login");
export const loadWelcome = other("welcome");
export const loadOrganization = other("organization");
export const loadAccount = other("account");

/** The pages below `account` without the frame: those that links in e-mails open, and what must come before all else. */
export const MAILED_PAGE_LOADERS: Readonly<Record<string, PageLoader>> = {
	"reset-password": other("new password"),
	invitation: other("invitation"),
	"verify-email": other("verified address"),
	"confirm-channel": other("confirmed channel"),
	"second-factor": other("required factor"),
	"reset-second-factor": other("reset factor"),
};
