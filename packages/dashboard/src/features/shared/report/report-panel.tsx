import type { ComponentChildren } from "preact";
import type { Report } from "../../../api/use-report.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { Panel } from "../../../ui/panel.tsx";

interface ReportPanelProps<Data> {
	label: string;
	title?: string;
	aside?: ComponentChildren;
	foot?: ComponentChildren;
	report: Report<Data>;
	/** Rows of the skeleton. */
	rows?: number;
	children(data: Data): ComponentChildren;
}

/** A panel with a report's data, or with the reason why there is none. */
export const ReportPanel = <Data,>(props: ReportPanelProps<Data>) => {
	const { label, title, aside, foot, report, rows = 4, children } = props;
	return (
		<Panel
			label={label}
			{...(title !== undefined && { title })}
			aside={aside}
			foot={foot}
			isStale={report.state === "refetching"}
		>
			{report.data !== undefined ? (
				children(report.data)
			) : (
				<ReportPending report={report} rows={rows} />
			)}
		</Panel>
	);
};
