import { botsTimeSeries } from "../reports/bots.ts";
import { botsAiSummary } from "../reports/bots-ai-summary.ts";
import { botsByDimension } from "../reports/bots-by-dimension.ts";
import { errorsEvents, errorsNames, errorsTimeSeries } from "../reports/errors.ts";
import { eachEvent, events } from "../reports/events.ts";
import { eventsAutocapture, eventsOutbound } from "../reports/events-autocapture.ts";
import { eventsCount } from "../reports/events-count.ts";
import { eventsNames } from "../reports/events-names.ts";
import { eventsProperties } from "../reports/events-properties.ts";
import { eventsTimeSeries } from "../reports/events-time-series.ts";
import { funnelsAnalyzeByAddress } from "../reports/funnels.ts";
import { eachGoalSession, goalSessions } from "../reports/goal-sessions.ts";
import { goals, goalsTimeSeries } from "../reports/goals.ts";
import { journeys } from "../reports/journeys.ts";
import { metric } from "../reports/metric.ts";
import { overview } from "../reports/overview.ts";
import { overviewTimeSeries } from "../reports/overview-time-series.ts";
import { pageTitles } from "../reports/page-titles.ts";
import {
	performanceByDimension,
	performanceOverview,
	performanceTimeSeries,
} from "../reports/performance.ts";
import type { Report } from "../reports/report.ts";
import {
	eachListedSession,
	sessionLocations,
	sessions,
	userSessions,
} from "../reports/sessions.ts";
import { userTraitsKeys, userTraitsUsers, userTraitsValues } from "../reports/user-traits.ts";
import { users } from "../reports/users.ts";
import { usersSessionCount } from "../reports/users-session-count.ts";
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
	pages: (_report, asking) => eachEvent(asking, ROWS),
};

const PAGE = ["page", "limit"];
const sessionPages: Paging = {
	owned: PAGE,
	pages: (_report, asking) => eachListedSession(asking, asking.given["user_id"], ROWS),
};
const userSessionPages: Paging = {
	owned: PAGE,
	pages: (_report, asking) => eachListedSession(asking, asking.params["userId"], ROWS),
};
const goalSessionPages: Paging = {
	owned: PAGE,
	pages: (_report, asking) => eachGoalSession(asking, ROWS),
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
