import { reports } from "@footfall/reports/reports";
import type { Route } from "../routing/route.ts";
import { manyReports } from "./many-reports.ts";
import { organizationEventCount } from "./organization-event-count.ts";
import type { ReportDependencies } from "./report-dependencies.ts";
import { reportRoute } from "./report-route.ts";

/** Every report's route, to be mounted next to the others. */
export const reportRoutes = (dependencies: ReportDependencies): Route[] => [
	...reports.map((report) => reportRoute(report, dependencies)),
	manyReports(reports, dependencies),
	organizationEventCount(dependencies),
];
