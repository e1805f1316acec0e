import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import { dimensionParameters } from "@footfall/reports/query/parameters";
import type { ReportQuery } from "@footfall/reports/query/report-query";
import type { Report } from "@footfall/reports/report/report";
import type { Area } from "@footfall/shared/areas";
import type { Caller } from "../access/caller.ts";
import { requireAreas, requireScopesOfAreas } from "../access/shown-areas.ts";

/**
 * Admits a limited private link or key to a query: to its report, to the dimensions of its filters and breakdowns, and to
 * money beside its figures.
 * A saved segment's filters are exempt, because a member chose them for its viewers.
 * @throws ApiError 403
 */
export const requireReportAreas = (
	{ shownAreas, caller }: { shownAreas?: readonly Area[] | undefined; caller: Caller | undefined },
	{ areas, extra, asks }: Pick<Report, "areas" | "extra" | "asks">,
	{ filters }: ReportQuery,
	{ given, body }: { given: Readonly<Record<string, string | undefined>>; body?: unknown },
): void => {
	const filtered = filters.filter(({ isSaved }) => !isSaved).map(({ parameter }) => parameter);
	const shown = dimensionParameters(extra).flatMap((name) => given[name] ?? []);
	const asked = asks?.(body, given) ?? { dimensions: [], areas: [] };
	const named: Area[] = [
		// Money is part of the overview, wherever it is shown.
		...(given["revenue"] === "true" || given["sort_by"] === "revenue"
			? (["overview"] as const)
			: []),
		...[...filtered, ...shown, ...asked.dimensions].flatMap(areasOfDimension),
		...asked.areas,
	];
	requireAreas(shownAreas, [...areas, ...named]);
	if (caller) requireScopesOfAreas(caller, named);
};
