import type { Report } from "../api/use-report.ts";
import { SkeletonRows } from "../ui/card-state.tsx";
import { ReportFailure } from "./report-failure.tsx";
import css from "./report-pending.module.css";

interface ReportPendingProps {
	report: Report<unknown>;
	/** How many rows the list most often has. */
	rows: number;
	/** For a panel whose list has no padding of its own. */
	isInset?: boolean;
}

/** In place of a list that has no data: why it failed to load, or the shape of its rows. */
export const ReportPending = ({ report, rows, isInset = false }: ReportPendingProps) => {
	if (report.failure) return <ReportFailure report={report} />;
	const skeleton = <SkeletonRows rows={rows} />;
	return isInset ? <div class={css["inset"]}>{skeleton}</div> : skeleton;
};
