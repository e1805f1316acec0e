import {
	type AnswerTo,
	askSiteReport,
	type QuestionParameters,
	type ReportName,
} from "../api/site-reports.ts";
import { type Report, useReport } from "../api/use-report.ts";
import { useSiteView } from "./site-view.ts";

interface SiteReportOptions {
	/** The question's own parameters; they win over those of the address. */
	parameters?: QuestionParameters;
	/** Whether figures are compared as the address says; true by default. */
	isCompared?: boolean;
	isOff?: boolean;
	everyMs?: number;
}

/** A report on what the address looks at. Cards that are drawn together ask in one request. */
export const useSiteReport = <Name extends ReportName>(
	report: Name,
	{ parameters, isCompared = true, isOff = false, everyMs }: SiteReportOptions = {},
): Report<AnswerTo<Name>> => {
	const view = useSiteView();
	const asked = {
		...view.parameters,
		...(isCompared ? view.comparison : {}),
		...parameters,
	};
	const { viewer } = view;
	const site = view.site.id;
	return useReport({
		key: ["report", site, viewer, report, asked],
		isOff,
		...(everyMs !== undefined && { everyMs }),
		ask: async (signal) =>
			(await askSiteReport(
				{ site, viewer },
				{ report, parameters: asked },
				signal,
			)) as AnswerTo<Name>,
	});
};
