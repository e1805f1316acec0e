import { areaOfDimension } from "@footfall/reports/query/dimension-areas";
import type { ReportQuery } from "@footfall/reports/query/report-query";
import type { Report } from "@footfall/reports/report/report";
import type { Area } from "@footfall/shared/areas";
import { requireAreas } from "../access/shown-areas.ts";

/**
 * Admits a limited private link to a question: to its report, and to the dimensions that it is filtered and broken down by. The
 * filters of a saved segment are not asked: a member chose them for its viewers.
 * @throws ApiError 403
 */
export const requireReportAreas = (
	shownAreas: readonly Area[] | undefined,
	{ areas, isByDimension }: Pick<Report, "areas" | "isByDimension">,
	{ filters }: ReportQuery,
	given: Readonly<Record<string, string | undefined>>,
): void => {
	const named = filters.filter(({ isSaved }) => !isSaved).map(({ parameter }) => parameter);
	if (isByDimension && given["parameter"]) named.push(given["parameter"]);
	requireAreas(shownAreas, [...areas, ...named.map(areaOfDimension)]);
};
