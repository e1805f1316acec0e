import type { Report } from "../api/use-report.ts";
import type { ChartState } from "../charts/shared/chart-state.ts";
import { ReportEmpty, type ReportEmptyProps } from "./report-empty.tsx";
import { ReportFailure } from "./report-failure.tsx";

/** The content of a list or chart for a report: its data, its failure, or why it is empty. */
export const cardStateOf = <Answer,>(
	report: Report<Answer>,
	isEmpty: (answer: Answer) => boolean = () => false,
	why: ReportEmptyProps = {},
): ChartState => {
	if (why.switchedOff !== undefined) return { message: <ReportEmpty {...why} /> };
	if (report.data === undefined)
		return report.state === "failed" ? { message: <ReportFailure report={report} /> } : "loading";
	if (report.state === "refetching" || report.state === "failed") return "stale";
	return isEmpty(report.data) ? { message: <ReportEmpty {...why} /> } : "ready";
};
