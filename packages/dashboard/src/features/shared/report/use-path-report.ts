import {
	type AnswerTo,
	fetchSiteReport,
	type QueryParameters,
	type ReportName,
} from "../../../api/site-reports.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";

interface PathReportOptions {
	/** All parameters: nothing of the address is added. */
	parameters?: QueryParameters;
	isOff?: boolean;
	/** Whether an answer to another query may stay on show meanwhile; true by default. */
	keepsPrevious?: boolean;
}

/**
 * A report whose path names a session or a person, whatever the address looks at.
 * @param ids for the gaps of the path
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
