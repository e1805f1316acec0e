import type { AnswerTo, ReportName } from "../../api/site-reports.ts";
import type { Report } from "../../api/use-report.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import type { CardQuery } from "./queries.ts";

interface CardReportOptions {
	isOff?: boolean;
	everyMs?: number | undefined;
}

/** The state of a card's query. */
export const useCardReport = <Name extends ReportName>(
	{ report, parameters, isCompared }: CardQuery<Name>,
	{ isOff = false, everyMs }: CardReportOptions = {},
): Report<AnswerTo<Name>> =>
	// Rows of one list must not stay visible below the tab of another.
	useSiteReport(report, {
		parameters,
		isCompared,
		keepsOther: false,
		isOff,
		...(everyMs !== undefined && { everyMs }),
	});
