import type { SitePage } from "../address/destination.ts";
import type { PageLoader } from "../shell/lazy/lazy-page.tsx";

const soon: PageLoader = () => import("./soon/soon.tsx");

/** The chunk of each page of a site. */
export const SITE_PAGE_LOADERS: Readonly<Record<SitePage, PageLoader>> = {
	overview: () => import("./overview/overview.tsx"),
	live: soon,
	pages: soon,
	sources: soon,
	places: soon,
	devices: soon,
	events: soon,
	goals: soon,
	funnels: soon,
	journeys: soon,
	retention: soon,
	sessions: soon,
	users: soon,
	replays: soon,
	errors: soon,
	vitals: soon,
	bots: soon,
	settings: soon,
};

/** The chunks of the pages around sites. */
export const loadSites: PageLoader = () => import("./sites/sites.tsx");
export const loadLogin: PageLoader = () => import("./login/login.tsx");
export const loadWelcome: PageLoader = () => import("./welcome/welcome.tsx");
export const loadOrganization: PageLoader = soon;
export const loadAccount: PageLoader = soon;
