import { botsTimeSeries } from "../bots/bots.ts";
import { botsAiSummary } from "../bots/bots-ai-summary.ts";
import { botsByDimension } from "../bots/bots-by-dimension.ts";
import { metric } from "../breakdown/metric.ts";
import { pageTitles } from "../breakdown/page-titles.ts";
import { errorsEvents, errorsNames, errorsTimeSeries } from "../errors/errors.ts";
import { events, eventsInPages } from "../events/events.ts";
import { eventsAutocapture, eventsOutbound } from "../events/events-autocapture.ts";
import { eventsCount } from "../events/events-count.ts";
import { eventsNames } from "../events/events-names.ts";
import { eventsProperties } from "../events/events-properties.ts";
import { eventsTimeSeries } from "../events/events-time-series.ts";
import { funnelsAnalyzeByAddress } from "../funnels/funnels.ts";
import { goalSessions, goalSessionsInPages } from "../goals/goal-sessions.ts";
import { goals, goalsTimeSeries } from "../goals/goals.ts";
import { journeys } from "../journeys/journeys.ts";
import { overview } from "../overview/overview.ts";
import { overviewTimeSeries } from "../overview/overview-time-series.ts";
import {
	performanceByDimension,
	performanceOverview,
	performanceTimeSeries,
} from "../performance/performance.ts";
import type { Report } from "../report/report.ts";
import {
	listedSessionsInPages,
	sessionLocations,
	sessions,
	userSessions,
} from "../sessions/sessions.ts";
import { userTraitsKeys, userTraitsUsers, userTraitsValues } from "../users/user-traits.ts";
import { users } from "../users/users.ts";
import { usersSessionCount } from "../users/users-session-count.ts";
import { atOnce, byOffset, byPage, exportOf, type Paging } from "./export-of.ts";
import { retentionRows } from "./retention-rows.ts";
import { funnelPages, savedFunnels } from "./saved-funnels.ts";

/** Rows of a few short columns: twenty thousand are a few megabytes. */
const GROUPS = byPage(20_000);
/** Rows of everything about an event, a session or a person. */
const ROWS = 5000;
const WIDE = byPage(ROWS);

const eventPages: Paging = {
	owned: ["since_timestamp", "before_timestamp", "page_size"],
	pages: (_report, context) => eventsInPages(context, ROWS),
};

const PAGE = ["page", "limit"];
const sessionPages: Paging = {
	owned: PAGE,
	pages: (_report, context) => listedSessionsInPages(context, context.given["user_id"], ROWS),
};
const userSessionPages: Paging = {
	owned: PAGE,
	pages: (_report, context) => listedSessionsInPages(context, context.params["userId"], ROWS),
};
const goalSessionPages: Paging = {
	owned: PAGE,
	pages: (_report, context) => goalSessionsInPages(context, ROWS),
};

/** Every report with rows, as a file of them all. */
export const tableExports: readonly Report[] = [
	exportOf(events, eventPages),
	exportOf(overview, atOnce()),
	exportOf(overviewTimeSeries, atOnce()),
	exportOf(metric, GROUPS),
	exportOf(pageTitles, GROUPS),
	exportOf(eventsCount, atOnce()),
	exportOf(eventsNames, atOnce()),
	exportOf(eventsProperties, atOnce()),
	exportOf(eventsTimeSeries, atOnce()),
	exportOf(eventsOutbound, atOnce()),
	exportOf(eventsAutocapture, atOnce()),
	exportOf(errorsNames, GROUPS),
	exportOf(errorsEvents, WIDE),
	exportOf(errorsTimeSeries, atOnce()),
	exportOf(botsTimeSeries, atOnce()),
	exportOf(botsByDimension, GROUPS),
	exportOf(botsAiSummary, atOnce()),
	exportOf(performanceOverview, atOnce()),
	exportOf(performanceTimeSeries, atOnce()),
	exportOf(performanceByDimension, GROUPS),
	exportOf(sessions, sessionPages),
	exportOf(userSessions, userSessionPages),
	exportOf(sessionLocations, atOnce()),
	exportOf(users, byPage(ROWS, "page_size")),
	exportOf(usersSessionCount, atOnce()),
	exportOf(userTraitsKeys, atOnce()),
	exportOf(userTraitsValues, byOffset(1000)),
	exportOf(userTraitsUsers, byOffset(1000)),
	exportOf(goals, byPage(100, "page_size")),
	exportOf(goalsTimeSeries, atOnce()),
	exportOf(goalSessions, goalSessionPages),
	exportOf(savedFunnels, funnelPages),
	exportOf(funnelsAnalyzeByAddress, atOnce()),
	exportOf(retentionRows, atOnce()),
	exportOf(journeys, atOnce({ limit: "500" })),
];
