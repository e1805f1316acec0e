import type { SitePage } from "../address/destination.ts";
import type { PageLoader } from "../shell/lazy/lazy-page.tsx";
import { type Area, loadArea } from "../words/areas.ts";

type Chunk = Awaited<ReturnType<PageLoader>>;

/** A page's chunk, together with its texts. */
const page =
	(load: () => Promise<Chunk>, ...areas: Area[]): PageLoader =>
	async (language) => {
		const [chunk] = await Promise.all([load(), ...areas.map((area) => loadArea(area, language))]);
		return chunk;
	};

const soon = page(() => import("./soon/soon.tsx"));

/** The chunk of each page of a site. */
export const SITE_PAGE_LOADERS: Readonly<Record<SitePage, PageLoader>> = {
	overview: page(() => import("./overview/overview.tsx"), "reports"),
	live: page(() => import("./live/live.tsx"), "live"),
	pages: page(() => import("./breakdown/pages.tsx"), "lists"),
	sources: page(() => import("./breakdown/sources.tsx"), "lists"),
	places: page(() => import("./breakdown/places.tsx"), "lists"),
	devices: page(() => import("./breakdown/devices.tsx"), "lists"),
	events: page(() => import("./events/events.tsx"), "behaviour"),
	goals: page(() => import("./goals/goals.tsx"), "behaviour"),
	funnels: page(() => import("./funnels/funnels.tsx"), "behaviour"),
	journeys: page(() => import("./journeys/journeys.tsx"), "behaviour"),
	retention: page(() => import("./retention/retention.tsx"), "behaviour"),
	sessions: page(() => import("./sessions/sessions.tsx"), "people"),
	users: page(() => import("./users/users.tsx"), "people"),
	replays: page(() => import("./replays/replays.tsx"), "people"),
	errors: page(() => import("./errors/errors.tsx"), "quality"),
	vitals: page(() => import("./vitals/vitals.tsx"), "quality"),
	bots: page(() => import("./bots/bots.tsx"), "quality"),
	settings: page(() => import("./settings/settings.tsx"), "settings", "sharing", "transfer"),
};

/** The chunks of the pages around sites. */
export const loadSites = page(() => import("./sites/sites.tsx"), "around");
export const loadLogin = page(() => import("./login/login.tsx"));
export const loadWelcome = page(() => import("./welcome/welcome.tsx"), "around");
export const loadOrganization = page(() => import("./organization/organization.tsx"), "around");
export const loadAccount = page(() => import("./account/account.tsx"), "around");
