import type { Route } from "../http/route.ts";
import { events } from "./events.ts";
import { eventsCount } from "./events-count.ts";
import { hasData } from "./has-data.ts";
import { liveUserCount } from "./live-user-count.ts";
import { metric } from "./metric.ts";
import { overview } from "./overview.ts";
import { overviewTimeSeries } from "./overview-time-series.ts";
import type { ReportDependencies } from "./report.ts";

const reports = [overview, overviewTimeSeries, metric, liveUserCount, hasData, events, eventsCount];

/** Every report's route, to be mounted beside the others. */
export const reportRoutes = (dependencies: ReportDependencies): Route[] =>
	reports.map((report) => report(dependencies));
