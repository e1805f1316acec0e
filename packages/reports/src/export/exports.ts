import { botsByDimension } from "../bots/bots-by-dimension.ts";
import { metric } from "../breakdown/metric.ts";
import { pageTitles } from "../breakdown/page-titles.ts";
import { errorsEvents, errorsNames } from "../errors/errors.ts";
import { errorsByDimension } from "../errors/errors-overview.ts";
import { events, eventsInPages } from "../events/events.ts";
import { goalSessions, goalSessionsInPages } from "../goals/goal-sessions.ts";
import { goals } from "../goals/goals.ts";
import { goalsByDimension } from "../goals/goals-by-dimension.ts";
import { journeys } from "../journeys/journeys.ts";
import { revenueAttribution } from "../money/attribution.ts";
import { performanceByDimension } from "../performance/performance.ts";
import type { Report } from "../report/report.ts";
import { listedSessionsInPages, sessions, userSessions } from "../sessions/sessions.ts";
import { userTraitsUsers, userTraitsValues } from "../users/user-traits.ts";
import { users } from "../users/users.ts";
import { atOnce, byOffset, byPage, exportOf, type Paging } from "./export-of.ts";
import { retentionRows } from "./retention-rows.ts";
import { funnelPages, savedFunnels } from "./saved-funnels.ts";

/** Rows of a few short columns: twenty thousand are a few megabytes. */
const GROUPS = byPage(20_000);
/** Rows with everything about an event, a session or a person. */
const ROWS = 5000;
const WIDE = byPage(ROWS);

const eventPages: Paging = {
	owned: ["since_timestamp", "before_timestamp", "page_size"],
	pages: (_report, context) => eventsInPages(context, ROWS),
};

const PAGE = ["page", "limit"];
/** Sessions are read from one end of the range to the other. */
const SORT = ["sort_by", "sort_order"];
const sessionPages: Paging = {
	owned: [...PAGE, ...SORT],
	pages: (_report, context) => listedSessionsInPages(context, context.given["user_id"], ROWS),
};
const userSessionPages: Paging = {
	owned: [...PAGE, ...SORT],
	pages: (_report, context) => listedSessionsInPages(context, context.params["userId"], ROWS),
};
const goalSessionPages: Paging = {
	owned: PAGE,
	pages: (_report, context) => goalSessionsInPages(context, ROWS),
};

/** How reports are read that do not return everything at once. */
const PAGED: ReadonlyMap<Report, Paging> = new Map([
	[events, eventPages],
	[metric, GROUPS],
	[pageTitles, GROUPS],
	[errorsNames, GROUPS],
	[errorsEvents, WIDE],
	[errorsByDimension, GROUPS],
	[botsByDimension, GROUPS],
	[performanceByDimension, GROUPS],
	[sessions, sessionPages],
	[userSessions, userSessionPages],
	[users, byPage(ROWS, "page_size")],
	[userTraitsValues, byOffset(1000)],
	[userTraitsUsers, byOffset(1000)],
	[goals, byPage(100, "page_size", 1)],
	[goalSessions, goalSessionPages],
	[goalsByDimension, GROUPS],
	[revenueAttribution, GROUPS],
	[journeys, atOnce({ limit: "500" })],
]);

/** Reports about a single object, with rows of another report, or whose rows are a table of their own below. */
const WITHOUT_EXPORT = new Set([
	...["/changes", "/metric-lite", "/live-user-count", "/has-data", "/events/autocapture-values"],
	...[
		"/errors/overview",
		"/bots/overview",
		"/sessions/{sessionId}",
		"/retention",
		"/users/{userId}",
		"/usage",
	],
	"/embed-stats",
]);

/** Every report with rows and its own route, as a file of all rows. */
export const exportsOf = (reports: readonly Report[]): Report[] => [
	...reports
		.filter(({ method, path }) => method !== "post" && !WITHOUT_EXPORT.has(path))
		.map((report) => exportOf(report, PAGED.get(report) ?? atOnce())),
	exportOf(savedFunnels, funnelPages),
	exportOf(retentionRows, atOnce()),
];
