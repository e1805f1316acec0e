import { OTHER_AREAS } from "../i18n/other-areas.ts";
import type { PageLoader } from "../layout/lazy/lazy-page.tsx";
import type { SitePage } from "../router/destination.ts";
import { pagesWith } from "./pages-with.ts";

const page = pagesWith(OTHER_AREAS);

/** All pages but the overview. */
export type OtherPage =
	| Exclude<SitePage, "overview">
	| "site list"
	| "login"
	| "welcome"
	| "organization"
	| "account"
	| "new password"
	| "invitation"
	| "verified address"
	| "confirmed channel"
	| "required factor"
	| "reset factor";

/**
 * The chunk of each page but the overview. A separate list, loaded on demand: it contains the names of all their files,
 * which the first load does not need.
 */
export const OTHER_PAGES: Readonly<Record<OtherPage, PageLoader>> = {
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
	explore: page(() => import("./explore/explore.tsx"), "explore"),
	boards: page(() => import("./boards/boards.tsx"), "explore"),
	alerts: page(() => import("./alerts/alerts.tsx"), "alerts", "around", "explore"),
	settings: page(
		() => import("./settings/settings.tsx"),
		"around",
		"settings",
		"sharing",
		"start",
		"transfer",
	),
	"site list": page(() => import("./sites/sites.tsx"), "around"),
	login: page(() => import("./login/login.tsx"), "factor", "start"),
	welcome: page(() => import("./welcome/welcome.tsx"), "around", "start"),
	organization: page(
		() => import("./organization/organization.tsx"),
		"activity",
		"around",
		"factor",
	),
	account: page(
		() => import("./account/account.tsx"),
		"activity",
		"around",
		"destinations",
		"factor",
	),
	"new password": page(() => import("./login/new-password.tsx"), "entry", "start"),
	"verified address": page(() => import("./login/verified-address.tsx"), "entry", "start"),
	"confirmed channel": page(() => import("./login/confirm-channel.tsx"), "entry", "start"),
	"required factor": page(() => import("./login/required-factor.tsx"), "factor"),
	"reset factor": page(() => import("./login/reset-factor.tsx"), "entry", "factor", "start"),
	invitation: page(() => import("./login/invitation.tsx"), "entry", "factor", "start"),
};
