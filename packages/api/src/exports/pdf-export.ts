import { z } from "zod";
import { type DescribedReport, type Report, reportRoute } from "../reports/report.ts";
import { exportNameOf } from "./export-of.ts";
import { overviewDocument } from "./pdf/overview-document.ts";
import { overviewReportOf } from "./pdf/overview-report.ts";

const described: DescribedReport = {
	path: "/export/pdf",
	summary:
		"The overview of some days as a PDF document; start_date, end_date and time_zone are required",
	tag: "Exports",
	scope: "analytics:read",
	extra: {},
	files: ["application/pdf"],
	response: z.unknown(),
	answer: async (asking) => {
		const report = await overviewReportOf(asking);
		return {
			name: exportNameOf(asking, "/overview", "pdf"),
			type: "application/pdf",
			pieces: overviewDocument(report, asking.now),
		};
	},
};

/** The figures at the top of a dashboard, its chart and its first breakdowns, for people who want them on paper. */
export const pdfExport: Report = Object.assign(
	(dependencies: Parameters<Report>[0]) => reportRoute(described, dependencies),
	{ described },
);
