import {
	type AnswerTo,
	fetchSiteReport,
	type QueryParameters,
	type ReportName,
} from "../api/site-reports.ts";
import { type Report, type ReportQuery, useReport } from "../api/use-report.ts";
import type { Viewer } from "../router/viewer.ts";
import { parametersOf, type SharedParameters } from "./shared-parameters.ts";
import { useSiteView } from "./site-view.ts";

interface SiteReportOptions {
	/** The query's own parameters; they override those of the URL. */
	parameters?: QueryParameters;
	/** Whether figures are compared as the URL says; true by default. */
	isCompared?: boolean;
	isOff?: boolean;
	everyMs?: number;
	/** Whether the response to other parameters may stay visible meanwhile; true by default. */
	keepsOther?: boolean;
}

/** Loaded while the first answers are on their way; without it, answers are not checked. */
const loadCheck = () => import("../api/missing-field.ts").catch(() => undefined);

/** The query of a report with the URL's parameters. */
export const siteQuery = <Name extends ReportName>(
	{ site, viewer, ...shared }: SharedParameters & { site: { id: string }; viewer: Viewer },
	report: Name,
	{ parameters, isCompared, isOff = false, everyMs, keepsOther = true }: SiteReportOptions,
): ReportQuery<AnswerTo<Name>> => {
	const query = parametersOf(shared, { parameters, isCompared });
	const own = JSON.stringify(parameters ?? {});
	return {
		key: ["report", site.id, viewer, report, query, own],
		isOff,
		...(everyMs !== undefined && { everyMs }),
		...(!keepsOther && { keepsPrevious: (key) => key.at(-1) === own }),
		fetch: async (signal) => {
			const [answer, check] = await Promise.all([
				fetchSiteReport({ site: site.id, viewer }, { report, parameters: query }, signal),
				loadCheck(),
			]);
			check?.requireFields(report, answer);
			return answer as AnswerTo<Name>;
		},
	};
};

/** A report with the URL's parameters. Cards that are rendered together share one request. */
export const useSiteReport = <Name extends ReportName>(
	report: Name,
	options: SiteReportOptions = {},
): Report<AnswerTo<Name>> => useReport(siteQuery(useSiteView(), report, options));
