import {
	type AnswerTo,
	fetchSiteReport,
	type QueryParameters,
	type ReportName,
} from "../../../api/site-reports.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";

interface PathReportOptions {
	/** All parameters: none of the URL's are added. */
	parameters?: QueryParameters;
	isOff?: boolean;
	/** Whether the response to another query may stay visible meanwhile; true by default. */
	keepsPrevious?: boolean;
}

/**
 * A report whose path names a session or a person, independent of the URL's range and filters.
 * @param ids for the placeholders of the path
 */
export const usePathReport = <Name extends ReportName>(
	name: Name,
	ids: Readonly<Record<string, string>>,
	{ parameters = {}, isOff = false, keepsPrevious = true }: PathReportOptions = {},
): Report<AnswerTo<Name>> => {
	const { site, viewer } = useSiteView();
	const report = name.replaceAll(/\{(\w+)\}/g, (_, id: string) =>
		encodeURIComponent(ids[id] ?? ""),
	);
	return useReport({
		key: ["report", site.id, viewer, report, parameters],
		isOff,
		keepsPrevious,
		fetch: async (signal) =>
			(await fetchSiteReport(
				{ site: site.id, viewer },
				{ report, parameters },
				signal,
			)) as AnswerTo<Name>,
	});
};
