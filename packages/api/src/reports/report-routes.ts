import { tableExports } from "../exports/exports.ts";
import { pdfExport } from "../exports/pdf-export.ts";
import type { Route } from "../http/route.ts";
import { botsOverview, botsTimeSeries } from "./bots.ts";
import { botsAiSummary } from "./bots-ai-summary.ts";
import { botsByDimension } from "./bots-by-dimension.ts";
import { embedStats } from "./embed-stats.ts";
import { errorsEvents, errorsNames, errorsTimeSeries } from "./errors.ts";
import { events } from "./events.ts";
import {
	eventsAutocapture,
	eventsAutocaptureValues,
	eventsOutbound,
} from "./events-autocapture.ts";
import { eventsCount } from "./events-count.ts";
import { eventsNames } from "./events-names.ts";
import { eventsProperties } from "./events-properties.ts";
import { eventsTimeSeries } from "./events-time-series.ts";
import { funnelSessions, funnelsAnalyze, funnelsAnalyzeByAddress } from "./funnels.ts";
import { goalSessions } from "./goal-sessions.ts";
import { goals, goalsTimeSeries } from "./goals.ts";
import { hasData } from "./has-data.ts";
import { journeys } from "./journeys.ts";
import { liveUserCount } from "./live-user-count.ts";
import { metric, metricLite } from "./metric.ts";
import { organizationEventCount } from "./organization-event-count.ts";
import { overview } from "./overview.ts";
import { overviewTimeSeries } from "./overview-time-series.ts";
import { pageTitles } from "./page-titles.ts";
import {
	performanceByDimension,
	performanceOverview,
	performanceTimeSeries,
} from "./performance.ts";
import type { Report, ReportDependencies } from "./report.ts";
import { retention } from "./retention.ts";
import { session } from "./session.ts";
import { sessionLocations, sessions, userSessions } from "./sessions.ts";
import { usage } from "./usage.ts";
import { user } from "./user.ts";
import { userTraitsKeys, userTraitsUsers, userTraitsValues } from "./user-traits.ts";
import { users } from "./users.ts";
import { usersSessionCount } from "./users-session-count.ts";

const reports: readonly Report[] = [
	overview,
	overviewTimeSeries,
	metric,
	metricLite,
	pageTitles,
	liveUserCount,
	hasData,
	events,
	eventsCount,
	eventsNames,
	eventsProperties,
	eventsTimeSeries,
	eventsOutbound,
	eventsAutocapture,
	eventsAutocaptureValues,
	errorsNames,
	errorsEvents,
	errorsTimeSeries,
	botsOverview,
	botsTimeSeries,
	botsByDimension,
	botsAiSummary,
	performanceOverview,
	performanceTimeSeries,
	performanceByDimension,
	sessions,
	sessionLocations,
	session,
	userSessions,
	goals,
	goalsTimeSeries,
	goalSessions,
	funnelsAnalyze,
	funnelsAnalyzeByAddress,
	funnelSessions,
	journeys,
	retention,
	users,
	user,
	usersSessionCount,
	userTraitsKeys,
	userTraitsValues,
	userTraitsUsers,
	usage,
	embedStats,
	...tableExports,
	pdfExport,
];

/** Every report's route, to be mounted beside the others. */
export const reportRoutes = (dependencies: ReportDependencies): Route[] => [
	...reports.map((report) => report(dependencies)),
	organizationEventCount(dependencies),
];
