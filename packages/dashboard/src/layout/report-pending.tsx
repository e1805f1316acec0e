import type { Report } from "../api/use-report.ts";
import { SkeletonRows } from "../ui/card-state.tsx";
import { ReportFailure } from "./report-failure.tsx";

interface ReportPendingProps {
	report: Report<unknown>;
	/** How many rows the list most often has. */
	rows: number;
	/** The class of the rows' box, where the list has no padding of its own. */
	class?: string | undefined;
}

/** In place of a list that has no data: why it failed to load, or the shape of its rows. */
export const ReportPending = ({ report, rows, class: boxClass }: ReportPendingProps) => {
	if (report.failure) return <ReportFailure report={report} />;
	const skeleton = <SkeletonRows rows={rows} />;
	return boxClass === undefined ? skeleton : <div class={boxClass}>{skeleton}</div>;
};
