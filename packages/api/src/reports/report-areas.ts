import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import { dimensionParameters } from "@footfall/reports/query/parameters";
import type { ReportQuery } from "@footfall/reports/query/report-query";
import type { Report } from "@footfall/reports/report/report";
import type { Area } from "@footfall/shared/areas";
import type { Caller } from "../access/caller.ts";
import { requireAreas, requireScopesOfAreas } from "../access/shown-areas.ts";

/**
 * Admits a limited private link or key to a query: to its report, and to the dimensions of its filters and breakdowns.
 * A saved segment's filters are exempt, because a member chose them for its viewers.
 * @throws ApiError 403
 */
export const requireReportAreas = (
	{ shownAreas, caller }: { shownAreas?: readonly Area[] | undefined; caller: Caller | undefined },
	{ areas, extra }: Pick<Report, "areas" | "extra">,
	{ filters }: ReportQuery,
	given: Readonly<Record<string, string | undefined>>,
): void => {
	const filtered = filters.filter(({ isSaved }) => !isSaved).map(({ parameter }) => parameter);
	const shown = dimensionParameters(extra).flatMap((name) => given[name] ?? []);
	const named = [...filtered, ...shown].flatMap(areasOfDimension);
	requireAreas(shownAreas, [...areas, ...named]);
	if (caller) requireScopesOfAreas(caller, named);
};
