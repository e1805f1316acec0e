import { botsOverview, botsTimeSeries } from "./bots/bots.ts";
import { botsAiSummary } from "./bots/bots-ai-summary.ts";
import { botsByDimension } from "./bots/bots-by-dimension.ts";
import { metric } from "./breakdown/metric.ts";
import { metricLite } from "./breakdown/metric-lite.ts";
import { pageTitles } from "./breakdown/page-titles.ts";
import { changes } from "./changes/changes.ts";
import { errorsEvents, errorsNames, errorsTimeSeries } from "./errors/errors.ts";
import { errorsByDimension, errorsOverview } from "./errors/errors-overview.ts";
import { events } from "./events/events.ts";
import {
	eventsAutocapture,
	eventsAutocaptureValues,
	eventsOutbound,
} from "./events/events-autocapture.ts";
import { eventsCount } from "./events/events-count.ts";
import { eventsNames } from "./events/events-names.ts";
import { eventsProperties } from "./events/events-properties.ts";
import { eventsTimeSeries } from "./events/events-time-series.ts";
import { exportedQuery } from "./export/exported-query.ts";
import { exportsOf } from "./export/exports.ts";
import { pdfExport } from "./export/pdf-export.ts";
import { funnelSessions, funnelsAnalyze, funnelsAnalyzeByAddress } from "./funnels/funnels.ts";
import { goalSessions } from "./goals/goal-sessions.ts";
import { goals, goalsTimeSeries } from "./goals/goals.ts";
import { goalsByDimension } from "./goals/goals-by-dimension.ts";
import { journeys } from "./journeys/journeys.ts";
import { revenueAttribution } from "./money/attribution.ts";
import { embedStats } from "./overview/embed-stats.ts";
import { hasData } from "./overview/has-data.ts";
import { importedMonths } from "./overview/imported-months.ts";
import { liveUserCount } from "./overview/live-user-count.ts";
import { overview } from "./overview/overview.ts";
import { overviewTimeSeries } from "./overview/overview-time-series.ts";
import { usage } from "./overview/usage.ts";
import {
	performanceByDimension,
	performanceOverview,
	performanceTimeSeries,
} from "./performance/performance.ts";
import { query } from "./question/query.ts";
import type { Report } from "./report/report.ts";
import { retention } from "./retention/retention.ts";
import { session } from "./sessions/session.ts";
import { sessionLocations, sessions, userSessions } from "./sessions/sessions.ts";
import { productComparison } from "./shadow/product-comparison.ts";
import { user } from "./users/user.ts";
import { userTraitsKeys, userTraitsUsers, userTraitsValues } from "./users/user-traits.ts";
import { users } from "./users/users.ts";
import { usersSessionCount } from "./users/users-session-count.ts";

const described: readonly Report[] = [
	query,
	overview,
	overviewTimeSeries,
	changes,
	importedMonths,
	productComparison,
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
	errorsOverview,
	errorsNames,
	errorsEvents,
	errorsTimeSeries,
	errorsByDimension,
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
	goalsByDimension,
	goalSessions,
	funnelsAnalyze,
	funnelsAnalyzeByAddress,
	funnelSessions,
	journeys,
	retention,
	revenueAttribution,
	users,
	user,
	usersSessionCount,
	userTraitsKeys,
	userTraitsValues,
	userTraitsUsers,
	usage,
	embedStats,
];

/** Every report about one site. */
export const reports: readonly Report[] = [
	...described,
	...exportsOf(described),
	exportedQuery,
	pdfExport,
];
